import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the Java libraries, which are downloaded once from Maven Central and are never part of the project. */
const LIBRARIES = fileURLToPath(new URL('../../node_modules/.cache/java', import.meta.url))
/** Debian packages that are required to run Java programs. */
export const JAVA = 'openjdk-17-jdk-headless maven'

/** Describes what must be installed to run Java programs, or returns null if nothing is missing. */
export function lacksJava(): string | null {
  const lacking = ['java', 'mvn'].filter((tool) => spawnSync(tool, ['-version']).status !== 0)
  return lacking.length === 0 ? null : `${lacking.join(' and ')} missing: apt-get install ${JAVA}`
}

/** Returns the arguments for `java` to run the program in a folder with a pom.xml, or null if Maven Central is unreachable. */
export function javaProgram(folder: string, name: string, program: string): string[] | null {
  const library = join(LIBRARIES, name)
  if (!existsSync(join(library, '.whole'))) {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${library}`]
    if (spawnSync('mvn', ['-q', '-B', '-f', join(folder, 'pom.xml'), ...goal], { stdio: 'inherit' }).status !== 0) return null
    writeFileSync(join(library, '.whole'), '')
  }
  return ['-cp', join(library, '*'), join(folder, program)]
}
