import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Runs OpenSearch as one node on loopback until its standard input ends. Arguments: folder and port. */
public class Server {
  public static void main(String[] args) throws Exception {
    var runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("discovery.type", "single-node");
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[1]);
      settings.put("transport.port", "0");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    });
    runner.build(newConfigs().basePath(args[0]).numOfNode(1).clusterName("contract").disableESLogger());
    runner.ensureYellow();
    System.out.println("started");
    while (System.in.read() >= 0) {}
    runner.close();
    System.exit(0);
  }
}
