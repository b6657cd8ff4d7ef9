import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'

export const SCOPES = ['rules', 'presenters', 'queries', 'verbs', 'locks', 'others'] as const
export type Scope = (typeof SCOPES)[number]

const SKIPPED = /\.test\.ts$|\.d\.ts$|^src\/platform\/db\/tables\.ts$|\/(messages|copy|emails)\.ts$/
const USES_DATABASE = /#test\/(app|database|factories|global-setup)|platform\/database/
/** Matches unit tests that start processes or servers. These tests cannot share a process with other tests. */
const USES_PROCESS = /playwright-core|node:child_process|node:worker_threads|node:http'|node:net|import\.meta\.main|t\.mock\.timers/

/** Matches tests that must run alone, because they start processes or change the clock of their process. */
const NEEDS_PROCESS = /playwright-core|node:child_process|node:worker_threads|import\.meta\.main|t\.mock\.timers|#test\/statements\.ts/

/** Matches code that the shared tests do not run: the code in browsers, and the start of a process. */
const RUNS_ELSEWHERE = /^src\/(web\/islands\/|main\.ts$)/

/** Returns the scope of a source file, or null if the file is not mutated. */
export function scopeOf(path: string, source: string): Scope | null {
  if (SKIPPED.test(path) || !path.startsWith('src/')) return null
  if (/(^|\/)rules(\.ts$|\/)/.test(path)) return 'rules'
  if (path.endsWith('/present.ts')) return 'presenters'
  if (path.endsWith('/queries.ts')) return 'queries'
  if (/\(tx: Tx\b/.test(source)) return 'verbs'
  return RUNS_ELSEWHERE.test(path) ? null : 'others'
}

/** Reads the source files in the given scopes. */
export function sourceFiles(scopes: readonly Scope[]): { file: string; scope: Scope; source: string }[] {
  return globSync('src/**/*.ts')
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      const scope = scopeOf(file, source)
      return scope !== null && scopes.includes(scope) ? [{ file, scope, source }] : []
    })
}

/** How much nearer a test is if it is in the same folder, and if its name contains the name of the source file. */
const NEIGHBOR = 4
const NAMED = 9
/** Penalty for a unit test in a different folder, because it rarely executes presenters, queries or verbs. */
const UNIT = 20
/** Matches names that say nothing about a file's topic. The topic of such a file is the name of its folder. */
const GENERIC = /^(index|present|queries|routes)$/
const SHORT = 3

/** Returns the path of the test file next to a source file with the same name. The test file may not exist. */
export const ownTestOf = (file: string): string => file.replace(/\.ts$/, '.test.ts')

/**
 * Returns the test files that use a database and can share a process, sorted by distance from `file`. The test file next to `file` with
 * the same name is nearest. Other tests are near if they share folders with `file`, have the name of `file` in their own name, or often
 * mention the name of `file`, its folder, or the paths of its endpoints.
 */
export function testsNear(file: string, texts: ReadonlyMap<string, string>): string[] {
  const folders = dirname(file).split('/')
  const name = basename(file, '.ts')
  // a test of several resources usually mentions each of them in the singular
  const resource = folders.at(-1)!.replace(/s$/, '')
  // a short word, such as `app`, is in every test
  const topics = (GENERIC.test(name) ? resource : name.replace(/s$/, ''))
    .split('-')
    .filter((word, _, all) => word.length > SHORT || all.length === 1)
  const paths = endpointPaths(folders)
  const mentions = (test: string, word: string) => Math.min(20, texts.get(test)!.split(word).length - 1)
  const distance = (test: string): number => {
    if (test === ownTestOf(file)) return -Infinity
    const others = dirname(test).split('/')
    const shared = folders.findIndex((folder, index) => folder !== others[index])
    const common = shared === -1 ? folders.length : shared
    const named = mentions(test, resource) / 3 + Math.max(0, ...topics.map((word) => mentions(test, word))) / 4
    const calls =
      Math.min(
        20,
        paths.map((path) => mentions(test, path)).reduce((sum, one) => sum + one, 0),
      ) / 4
    const isNeighbor = dirname(test) === dirname(file)
    const bonus = (isNeighbor ? NEIGHBOR : 0) + (topics.some((word) => basename(test).includes(word)) ? NAMED : 0)
    const penalty = isNeighbor || texts.get(test)!.includes("from '#test/") ? 0 : UNIT
    return 2 * (folders.length - common) + (others.length - common) - named - calls - bonus + penalty
  }
  return [...texts.keys()]
    .map((test) => ({ test, distance: distance(test) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ test }) => test)
}

/** Returns the paths of the endpoints in the nearest `routes.ts`, without their parameters: `/password-resets/complete`. */
function endpointPaths(folders: readonly string[]): string[] {
  const routes = folders.map((_, index) => `${folders.slice(0, folders.length - index).join('/')}/routes.ts`).find(existsSync)
  return routes === undefined
    ? []
    : [
        ...new Set(
          readFileSync(routes, 'utf8')
            .matchAll(/path: '(\/[^'{]+)/g)
            .map(([, path]) => path!),
        ),
      ]
}

/** Tests of one rule for all resources, such as the rate limits. They are measured for every source file. */
export const WIDE_TESTS: readonly string[] = ['test/attacks/action-limits.test.ts']

/** Tests of all writes and reads. They run first if a mutant survives the tests in the nearest files. */
export const GENERAL_TESTS: readonly string[] = ['test/effects/effects.test.ts', 'test/attacks/bystanders.test.ts']

/** Returns the content of each test file that can share a process, by path. Tests of rules are omitted, because they call only rules. */
export function sharedTests(): Map<string, string> {
  return new Map(
    globSync('{src,test/attacks,test/effects,test/oauth,test/truth,test/ucp}/**/*.test.ts')
      .toSorted()
      .map((file) => [file, readFileSync(file, 'utf8')] as const)
      .filter(([file, text]) => !/(^|\/)rules(\.test\.ts$|\/)/.test(file) && !NEEDS_PROCESS.test(text)),
  )
}

/** Returns the tests that need neither a database nor a separate process. Each test has all files that it imports. */
export function unitTests(): Map<string, Set<string>> {
  const imports = new Map<string, string[]>()
  const importsOf = (file: string): string[] => {
    if (!imports.has(file)) imports.set(file, importsIn(file, readFileSync(file, 'utf8')))
    return imports.get(file)!
  }
  const tests = globSync('{src,test/truth}/**/*.test.ts').filter((file) => {
    const text = readFileSync(file, 'utf8')
    return !USES_DATABASE.test(text) && !USES_PROCESS.test(text)
  })
  return new Map(
    tests.toSorted().flatMap((test) => {
      const reached = new Set([test])
      for (const file of reached) for (const next of file.endsWith('.ts') ? importsOf(file) : []) reached.add(next)
      return [...reached].some((file) => file.startsWith('src/platform/database/') || file.endsWith('.tsx'))
        ? []
        : [[test, reached] as const]
    }),
  )
}

function importsIn(file: string, source: string): string[] {
  return [...source.matchAll(/^(?:import|export) (?!type )(?:[^'"`;]*? from )?'([^']+)'/gm)].flatMap(([, target]) => {
    if (target!.startsWith('.')) return [join(dirname(file), target!)]
    const alias = /^#(?:(test|bin|demo)\/)?(.+)$/.exec(target!)
    return alias === null || target!.startsWith('#jsx') ? [] : [join(alias[1] ?? 'src', alias[2]!)]
  })
}
