// Runs the checks and tests, for people and for CI. All checks run even if one fails, so that one run names every fault; the tests
// follow only if the checks pass. With CI=true, nothing may be skipped.
//   node bin/ci.ts check                    format, lint, types, house rules, generated files      npm run check
//   node bin/ci.ts test                     the checks, then the tests on the embedded database    npm test
//   node bin/ci.ts long                     tests of pages and clients, and the long tests         npm run test:long
//   node bin/ci.ts nightly [PART/PARTS]     the slowest tests, seeded defects and contracts        npm run test:nightly
//   node bin/ci.ts setup                    only installs the programs that the tests need         npm run setup
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  accessSync,
  appendFileSync,
  chownSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'node_modules/.cache/ci')
const IN_CI = process.env['CI'] === 'true'

/**
 * Tests of pages, browsers, client programs, slow parts of the platform, and each condition of the queries. `npm test` excludes them,
 * because other tests cover the rules behind these interfaces and call the queries. CI runs all of them.
 */
const INTERFACES =
  /^test\/(browser|cli|mcp|oauth|sdk|truth|ucp)\/|^test\/(budgets|bundle|entries|hanging|limits|observe|public-mode)\.test|^demo\/|^src\/web\/(admin|auth|buyer|docs|islands|seller)\/|^src\/web\/(cached-pages|live)\.test|^src\/catalog\/browse\/(cache|search|semantic)\/|^src\/developers\/webhooks\/delivery\/|^src\/identity\/test-mode\/|^src\/platform\/(backup|database|db|images|jobs)\/|\/queries\.test\.ts$/
/** Tests that kill, race or attack the service, start whole services, or cover every endpoint or page. `npm test` excludes them. */
const LONG =
  /^test\/(chaos|effects|model|explore|browser\/matrix)\/|^test\/attacks\/|^test\/commands\/(quick|services|running)|^test\/(authorisation|fuzz|wrong-fields|tour|lifecycle|retention|contract\/examples|truth\/(pictures|words)|search\/random-facets)\.test|\/hostile\.test|^demo\/demo\.test|^src\/web\/floor\.test|^src\/catalog\/sales\/price-sequences\.test|^src\/helpers\/negotiator\/same-money\.test|^src\/platform\/(backup\/(backup|many-files|releases)|database\/embedded|limits\/idempotency)\.test/
/** Long browser tests of single pages and tools. CI runs a seventh of them each day. */
const WEEKLY =
  /^test\/browser\/(developer|discovery|docs|editor|embed|filters|here|hostile|join|listing-phone|live|look|passkeys|paths|reservation|returns|seller-tools)\.test/
/** The slowest long tests. CI runs a twenty-eighth of them each day. */
const NIGHTLY =
  /^test\/(chaos|model|browser\/matrix)\/|^test\/attacks\/(factors|herd|oauth-scopes|replica|sandbox)\.test|^test\/(fuzz|wrong-fields|commands\/(quick|services)|truth\/words)\.test|^src\/catalog\/sales\/price-sequences\.test|^src\/web\/floor\.test|^src\/platform\/database\/embedded\.test/
/**
 * Tests that cover money, locks, transactions and migrations. The nightly run repeats them on the oldest supported version of PostgreSQL.
 */
const STATEMENTS =
  /^src\/(commerce|admin\/(disputes|payment-exceptions)|platform\/(db|jobs))\/|^src\/platform\/database\/server|^test\/(audit|migrations|verbs|updated-after)/
/** Matches a file that imports a test harness with a database. */
const USES_DATABASE = /#test\/(app|database|factories|global-setup)|platform\/database/
/** Commands of the nightly tier, grouped by the weekday when CI runs them. The commands test the service with real external programs. */
const CONTRACTS = [['backup', 'stripe'], ['clients'], ['proxies'], ['deploy'], ['search'], ['image'], ['install', 'ucp']]

const running = new Set<ChildProcess>()
let interrupted = false
const results: string[] = []
const cleanups: (() => void)[] = []

type Step = { title: string; seconds: number; command: string; args: string[]; env?: NodeJS.ProcessEnv }

async function run({ title, seconds, command, args, env = {} }: Step, live = true): Promise<boolean> {
  if (interrupted) return false
  const began = performance.now()
  if (live) console.log(`\n== ${title}`)
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true, // a separate process group, so that stopping the step also stops all processes that it started
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const limit = setTimeout(() => {
    console.log(`-- ${title}: stopped after its limit of ${seconds} s.`)
    end(child)
  }, seconds * 1_000)
  const code = await new Promise<number | null>((resolve) => child.on('error', () => resolve(null)).on('close', resolve))
  clearTimeout(limit)
  running.delete(child)
  if (!live) process.stdout.write(`\n== ${title}\n${output}`)
  console.log(`-- ${title}: ${code === 0 ? 'passed' : 'FAILED'}, ${Math.round((performance.now() - began) / 1_000)} s`)
  if (code !== 0) recordFailure(`${title}\n${output}`)
  return code === 0
}

/** Adds a failure to the list that .ci/run prints again at its end. */
function recordFailure(text: string): void {
  const file = process.env['FAILURES']
  if (file) appendFileSync(file, `-- FAILED: ${text.trim()}\n`)
}

function end(child: ChildProcess): void {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, name)
    } catch {
      // the process group has already ended
    }
  }
  signal('SIGTERM')
  setTimeout(() => signal('SIGKILL'), 15_000).unref()
}

/** Returns the titles of the failed steps. */
async function runConcurrently(steps: readonly Step[]): Promise<string[]> {
  const waiting = [...steps]
  const failed: string[] = []
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await run(step, false))) failed.push(step.title)
  }
  await Promise.all([lane(), lane()])
  return failed
}

/**
 * Number of type checkers. Each of them evaluates the types of all endpoints again, so more checkers than free processors waste time. Two
 * steps run at the same time.
 */
const CHECKERS = String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))))

const types = (folder: string): string[] => {
  const info = `node_modules/.cache/types/${folder.replaceAll('/', '-')}.tsbuildinfo`
  return ['--noEmit', '--checkers', CHECKERS, '--incremental', '--tsBuildInfoFile', info, '-p', folder]
}

async function check(): Promise<void> {
  const failed = await runConcurrently([
    { title: 'Types', seconds: 900, command: 'tsc', args: types('.') },
    // the linter starts a type checker for each processor that it may use
    { title: 'Lint', seconds: 600, command: 'oxlint', args: ['--deny-warnings'], env: { GOMAXPROCS: CHECKERS } },
    { title: 'Format', seconds: 300, command: 'oxfmt', args: ['--check', '.'] },
    { title: 'Types of browser code', seconds: 900, command: 'tsc', args: types('src/web/islands') },
    { title: 'Types of the SDK, without Node types', seconds: 900, command: 'tsc', args: types('packages/sdk') },
    { title: 'House rules', seconds: 600, command: 'node', args: ['--test', '--test-reporter=dot', 'test/house/*.test.ts'] },
    { title: 'Generated files', seconds: 900, command: 'node', args: ['bin/generate.js', '--check'] },
  ])
  if (failed.length > 0) stop(`Stopped before the tests. Failed: ${failed.join(', ')}`)
}

/** Returns the paths of the test files that `accepts` selects. Omits the tests of the house rules, which run with the checks. */
function testFiles(accepts: (path: string, text: string) => boolean): string[] {
  return globSync('{src,demo,test}/**/*.test.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.startsWith('test/house/') && accepts(path, readFileSync(join(ROOT, path), 'utf8')))
    .toSorted()
}

async function runTests(name: string, title: string, files: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (files.length === 0) stop('No test file was found.')
  // a folder outside node_modules, because the test runner ignores test files in node_modules
  const folder = mkdtempSync(join(tmpdir(), 'ci-tests-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  // most tests often wait, so more processes than cores can run; long tests load the cores and measure time, so only two processes run
  const lanes = String(name === 'quick' || name === 'interfaces' ? 4 : 2)
  const prepared = spawnSync('node', ['bin/test-lanes.js', join(folder, name), lanes, ...files], { cwd: ROOT, encoding: 'utf8' })
  // without a list of files, the test runner would run every test file of the project
  if (prepared.status !== 0) stop(prepared.stderr)
  const [report, counts, last] = ['txt', 'counts.json', 'count'].map((end) => join(OUT, `${name}.${end}`)) as [string, string, string]
  for (const file of [report, counts]) rmSync(file, { force: true })
  results.push(report)
  const passed = await run({
    title,
    seconds: 3_600,
    command: 'node',
    args: [
      ...['suite-hook', 'tsx', 'loose-ends'].flatMap((name) => ['--import', `./bin/${name}.js`]),
      ...['--test', '--test-global-setup=test/global-setup.ts'],
      ...[`--test-concurrency=${lanes}`, '--test-timeout=1200000'],
      ...['--test-reporter=spec', `--test-reporter-destination=${report}`],
      ...['--test-reporter=./bin/progress.js', '--test-reporter-destination=stdout', ...prepared.stdout.split('\n')],
    ],
    env: { TESTS_LAST: existsSync(last) ? readFileSync(last, 'utf8') : '0', TESTS_COUNTS: counts, ...env },
  })
  if (existsSync(report)) writeFileSync(last, /^ℹ tests (\d+)/m.exec(readFileSync(report, 'utf8'))?.[1] ?? '0')
  // also checks how many tests ran, because the test runner reports no failure when a process ends early without an error
  const census = spawnSync('node', ['bin/census.ts', '--ran', counts, ...files], { cwd: ROOT, stdio: 'inherit' })
  if (census.status !== 0) recordFailure(`${title}: fewer tests ran than test/census.json requires`)
  return passed && census.status === 0
}

async function quickTests(): Promise<boolean> {
  return runTests(
    'quick',
    'Tests',
    testFiles((path) => !isLong(path) && !INTERFACES.test(path)),
  )
}

const isLong = (path: string): boolean => LONG.test(path) || WEEKLY.test(path)

async function longTests(): Promise<boolean> {
  await ensure(CHROMIUM)
  await ensure(PROMTOOL)
  const interfaces = testFiles((path) => INTERFACES.test(path) && !isLong(path))
  const passed = await runTests('interfaces', 'Tests of pages, clients and the platform', interfaces)
  const files = testFiles((path) => LONG.test(path) && !NIGHTLY.test(path) && !WEEKLY.test(path))
  return (await runTests('long', 'Long tests on a PostgreSQL server', files, (await startServer()) ?? {})) && passed
}

/**
 * Runs one part of the nightly tests, for example `2/28`. Together, the 28 parts run everything once, except the browser tests (`WEEKLY`),
 * which they run four times.
 */
async function nightlyTests(part: string): Promise<boolean> {
  const [nth = 1, parts = 1] = part.split('/').map(Number)
  if (!/^\d+\/\d+$/.test(part) || nth < 1 || nth > parts) stop(`"${part}" is not a part such as 2/28.`)
  const mine = <T>(items: readonly T[], most = parts): T[] => {
    const of = Math.min(parts, most)
    return items.filter((_, index) => index % of === (nth - 1) % of)
  }
  const server = await startServer()
  const files = [
    ...mine(testFiles((path, text) => NIGHTLY.test(path) || (server !== null && STATEMENTS.test(path) && USES_DATABASE.test(text)))),
    ...mine(
      testFiles((path) => WEEKLY.test(path)),
      7,
    ),
  ]
  let passed = files.length === 0 || (await runTests('nightly', 'Nightly tests on a PostgreSQL server', files, server ?? {}))
  const commands = [
    'mutants',
    ...(nth === parts ? ['explore'] : []),
    ...mine(CONTRACTS)
      .flat()
      .map((name) => `contract:${name}`),
  ]
  // a whole night runs 300 random defects of the rules and 150 that need a database, and a part runs a fifth of each; with the date as the
  // seed, all runs of a day generate the same defects
  const seed = ['--seed', new Date().toISOString().slice(0, 10).replaceAll('-', '')]
  const share = (count: number): string[] => ['--random', String(Math.ceil(count / Math.min(parts, 5))), ...seed]
  const scopes = ['presenters', 'queries', 'verbs'].flatMap((scope) => ['--scope', scope])
  const steps = [
    ...commands.map((name) => [name, ...(name === 'mutants' ? ['--', part] : [])]),
    ...(nth === parts ? [['explore', '--', '--two']] : []),
    ['explore', '--', '--pairs', '--part', pairsPart(nth, parts)],
    ['mutants', '--', '--rules', ...share(300)],
    // mutates only one file, because every further file would need a coverage run of its nearest tests
    ['mutants', '--', ...scopes, ...share(150), '--files', '1', '--nearest'],
  ]
  for (const step of steps) {
    const args = ['run', '--silent', ...step]
    if (!(await run({ title: `npm run ${step.join(' ')}`, seconds: 4_200, command: 'npm', args }))) passed = false
  }
  return passed
}

const ROUNDS = 6

/**
 * Returns the pairs of writes that part `nth` of the nightly tests runs. All pairs would take too long for one round, so each round runs a
 * different subset.
 */
function pairsPart(nth: number, parts: number): string {
  const round = Math.floor(Date.now() / 86_400_000 / parts) % ROUNDS
  return `${nth + parts * round}/${ROUNDS * parts}`
}

/**
 * Prints the totals of all test runs. Reports one failure if a test run failed although none of its tests failed, or if no test passed at
 * all.
 */
function finish(passed: boolean): void {
  const text = results.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n')
  const sum = (...names: string[]) =>
    [...text.matchAll(/^ℹ (\w+) (\d+)$/gm)]
      .filter(([, name]) => names.includes(name!))
      .reduce((total, [, , count]) => total + Number(count), 0)
  const [good, skipped] = [sum('pass'), sum('skipped', 'todo')]
  const bad = sum('fail', 'cancelled') || (passed && good > 0 ? 0 : 1)
  console.log(`\nEvery test by name: ${results.join(' ')}`)
  console.log(`${good} passed, ${bad} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  leave(bad > 0 ? 1 : 0)
}

/**
 * A program that tests need, and the Debian package that contains it. `runlevel` is set if the installation of the package would start a
 * server.
 */
type Program = { find: () => string | null; debian: string; needed: string; runlevel?: string }

const onPath = (...names: string[]): string | null =>
  names.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))).find(isExecutable) ?? null

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the program folder of the oldest installed PostgreSQL version from 15 on, or null if there is none. */
export function oldestPostgres(root = '/usr/lib/postgresql'): string | null {
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const folders = versions.filter((version) => version >= 15).toSorted((a, b) => a - b)
  return folders.map((version) => join(root, String(version), 'bin')).find((folder) => isExecutable(join(folder, 'postgres'))) ?? null
}

const CHROMIUM: Program = {
  find: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
  debian: 'chromium',
  needed: 'The browser tests',
}
const POSTGRES: Program = { find: oldestPostgres, debian: 'postgresql', needed: 'The long tests on a separate PostgreSQL server' }
const PGBOUNCER: Program = { find: () => onPath('pgbouncer'), debian: 'pgbouncer', needed: 'The tests behind PgBouncer', runlevel: '1' }
const FAKETIME: Program = {
  find: () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? null,
  debian: 'libfaketime',
  needed: 'The test of a clock that jumps',
}
const PROMTOOL: Program = {
  find: () => onPath('promtool'),
  debian: 'prometheus',
  needed: 'The test of the metrics by promtool',
  runlevel: '1',
}

/**
 * Installs a missing program from Debian when run as root. If the program is still missing, the function fails when CI is `true`, and
 * otherwise prints which tests are skipped.
 */
async function ensure({ find, debian, needed, runlevel }: Program): Promise<void> {
  if (find()) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    if (debian === 'postgresql' && !existsSync('/etc/postgresql-common/createcluster.conf')) {
      mkdirSync('/etc/postgresql-common', { recursive: true })
      writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
    }
    const install = `apt-get install -y --no-install-recommends ${debian}`
    const args = ['-c', `(${install} || (apt-get update && ${install})) >"${OUT}/apt.txt" 2>&1 || { tail -5 "${OUT}/apt.txt"; exit 1; }`]
    const env = { DEBIAN_FRONTEND: 'noninteractive', ...(runlevel ? { RUNLEVEL: runlevel } : {}) }
    await run({ title: `${debian} from Debian`, seconds: 900, command: 'sh', args, env })
  }
  if (find()) return
  const how = `To get them: apt-get install ${debian}`
  if (IN_CI) stop(`${needed} cannot run here, and with CI=true nothing may be skipped. ${how}`)
  console.log(`\nSkipped: ${needed}. ${how}`)
}

/** Starts a temporary PostgreSQL server. Returns null if PostgreSQL is not installed. */
async function startServer(): Promise<{ TEST_DATABASE_URL: string } | null> {
  for (const program of [CHROMIUM, PGBOUNCER, FAKETIME, POSTGRES]) await ensure(program)
  const bin = oldestPostgres()
  if (bin === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'ci-postgres-'))
  // PostgreSQL refuses to run as root, so it runs as `nobody`
  const runAs = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  const options = { cwd: '/', stdio: 'ignore', ...runAs } as const
  const data = join(folder, 'data')
  spawnSync(join(bin, 'initdb'), ['-D', data, ...'-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' ')], options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200']
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], options)
  cleanups.push(() => {
    server.kill('SIGINT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  })
  for (let tries = 0; tries < 100; tries++) {
    if (spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0)
      return { TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` }
    await sleep(200)
  }
  return stop('The PostgreSQL server for the tests did not start.')
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Stops all steps after a signal. Exits only when their processes have ended, because a hanging test runner ignores SIGTERM. */
async function interrupt(): Promise<void> {
  interrupted = true
  const ends = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
  for (const child of running) end(child)
  await Promise.all(ends)
  leave(130)
}

function leave(code: number): never {
  for (const child of running) end(child)
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup()
  process.exit(code)
}

function stop(message: string): never {
  console.error(`\n${message}`)
  recordFailure(message)
  return leave(1)
}

async function main([mode = 'test', part = '1/1']: string[]): Promise<void> {
  if (process.argv.includes('--help')) {
    const { helpOf } = await import('./help.ts')
    return console.log(helpOf(readFileSync(import.meta.filename, 'utf8')))
  }
  if (!existsSync(join(ROOT, 'node_modules/.bin/node'))) stop('node_modules is missing: run "npm ci" first.')
  process.env['PATH'] = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`
  // every test process loads the whole service; this cache lets later processes reuse the code that the first process compiled
  process.env['NODE_COMPILE_CACHE'] = join(ROOT, 'node_modules/.cache/compiled-tests')
  mkdirSync(OUT, { recursive: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void interrupt())
  switch (mode) {
    case 'check':
      return check()
    case 'test':
      await check()
      return finish(await quickTests())
    case 'long':
      return finish(await longTests())
    case 'nightly':
      return finish(await nightlyTests(part))
    case 'setup':
      for (const program of [POSTGRES, CHROMIUM, PGBOUNCER, PROMTOOL]) await ensure(program)
      return
    default:
      stop(`"${mode}" is none of check, test, long, nightly, setup.`)
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
