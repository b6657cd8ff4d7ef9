import com.marcnuri.helm.Helm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * Runs Helm on one chart. Its lint accepts no values, so it gets a copy of the chart with the values to check:
 *   Charts.java lint COPY VALUES
 *   Charts.java template CHART VALUES KUBERNETES [NAME=VALUE …]
 */
public class Charts {
  public static void main(String[] args) throws Exception {
    var chart = Path.of(args[1]);
    var values = Path.of(args[2]);
    if (args[0].equals("lint")) {
      merge(chart.resolve("values.yaml"), values);
      var result = new Helm(chart).lint().strict().call();
      System.out.println(String.join("\n", result.getMessages()));
      System.exit(result.isFailed() ? 1 : 0);
    }
    var template = new Helm(chart).template().withName("market").withKubeVersion(args[3]).withValuesFile(values);
    for (var pair : List.of(args).subList(4, args.length)) template.set(pair.split("=", 2)[0], pair.split("=", 2)[1]);
    System.out.println(template.call());
  }

  private static void merge(Path into, Path from) throws Exception {
    var yaml = new Yaml();
    Map<String, Object> values = yaml.load(Files.readString(into));
    put(values, yaml.load(Files.readString(from)));
    Files.writeString(into, yaml.dump(values));
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> values, Map<String, Object> given) {
    given.forEach((name, value) -> {
      if (value instanceof Map && values.get(name) instanceof Map) put((Map<String, Object>) values.get(name), (Map<String, Object>) value);
      else values.put(name, value);
    });
  }
}
