import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startTestCluster } from '#test/cluster.ts'
import { SEEDS } from './seeds.ts'

const LANES = 2
const MOST_OF_A_TEST_MS = 45_000
const MOST_MS = 120_000
const COPIED = [
  'src',
  'demo',
  'test',
  'bin',
  'db',
  'docs',
  'package.json',
  'tsconfig.json',
  'README.md',
  'ARCHITECTURE.md',
  '.oxlintrc.json',
]

type Seed = (typeof SEEDS)[number]
/** The test cluster, and one copy of the project per process. */
type Stage = { cluster: Awaited<ReturnType<typeof startTestCluster>>; lanes: readonly string[] }
type Outcome = { seed: Seed; caught: boolean; words: string }

const isPart = (word: string): boolean => /^[1-9]\d*\/[1-9]\d*$/.test(word)

/** Inserts the listed defects that the arguments select. Resolves to true if the named tests detect all of these defects. */
export async function runSeeded(args: readonly string[]): Promise<boolean> {
  const [part = 1, parts = 1] = args.find(isPart)?.split('/').map(Number) ?? []
  const selected = args.filter((word) => !isPart(word))
  const seeds = SEEDS.filter(({ title }) => selected.length === 0 || selected.some((word) => title.includes(word))).filter(
    (_, index) => index % parts === part % parts,
  )
  const stage: Stage = { cluster: await startTestCluster(), lanes: Array.from({ length: LANES }, makeLane) }
  try {
    const broken = [...(await control(stage, seeds)), ...(await hunt(stage, seeds))]
    console.log(
      `\n${seeds.length}${parts > 1 ? ` of ${SEEDS.length}` : ''} seeded defects, ${seeds.length - broken.length} caught by the test that is named for each.`,
    )
    for (const words of broken) console.log(`NOT CAUGHT  ${words}`)
    return broken.length === 0
  } finally {
    for (const lane of stage.lanes) rmSync(lane, { recursive: true, force: true })
    await stage.cluster.stop()
  }
}

/** Copies the project into a folder where defects can be inserted. All copies share the installed packages. */
function makeLane(): string {
  const lane = mkdtempSync(join(tmpdir(), 'mutants-'))
  for (const name of COPIED) cpSync(name, join(lane, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(lane, 'node_modules'))
  return lane
}

/** Checks that every named test runs and passes without a defect. A test that always fails would prove nothing. Returns the problems. */
async function control(stage: Stage, all: readonly Seed[]): Promise<string[]> {
  const byFile = [...Map.groupBy(all, ({ test }) => test)]
  const wrong: string[] = []
  await inLanes(stage, byFile, async (lane, [file, group]) => {
    const names = [...new Set(group.map(({ testName }) => testName))]
    const { code, passed } = await runTests(stage, lane, file, names, true)
    const missing = names.filter((name) => !passed.some((line) => line.includes(name)))
    if (code !== 0 || missing.length > 0) wrong.push(`${file}: without a defect it is red, or has no test "${missing[0] ?? names[0]}"`)
  })
  return wrong
}

async function hunt(stage: Stage, all: readonly Seed[]): Promise<string[]> {
  const outcomes: Outcome[] = []
  await inLanes(stage, all, async (lane, seed) => {
    const outcome = await tryOne(stage, lane, seed)
    outcomes.push(outcome)
    console.log(`${outcome.caught ? 'caught ' : 'MISSED '} ${seed.title}`)
  })
  return outcomes.filter(({ caught }) => !caught).map(({ seed, words }) => `${seed.title} (${seed.file}): ${words}`)
}

async function tryOne(stage: Stage, lane: string, seed: Seed): Promise<Outcome> {
  const path = join(lane, seed.file)
  const before = readFileSync(path, 'utf8')
  const at = before.split(seed.find).length - 1
  if (at !== 1) return { seed, caught: false, words: `the text to replace occurs ${at} times: bring the seed up to date` }
  writeFileSync(
    path,
    before.replace(seed.find, () => seed.replace ?? ''),
  )
  try {
    // Each mutant of a migration needs a separate template database.
    const { failed, text } = await runTests(stage, lane, seed.test, [seed.testName], !seed.file.startsWith('db/'))
    const caught = failed.some((line) => line.includes(seed.testName))
    return { seed, caught, words: caught ? '' : `"${seed.testName}" of ${seed.test} was not red. ${text.slice(-1500)}` }
  } finally {
    writeFileSync(path, before)
  }
}

type Run = { code: number | null; passed: string[]; failed: string[]; text: string }

function runTests({ cluster }: Stage, lane: string, file: string, testNames: readonly string[], shared: boolean): Promise<Run> {
  const pattern = testNames.map((testName) => testName.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|')
  const child = spawn(
    process.execPath,
    [
      '--import',
      './bin/tsx.js',
      '--test',
      ...(shared ? [] : ['--test-global-setup=test/global-setup.ts']),
      '--test-reporter=tap',
      // ends the test run even if a defect leaves a test pending or a socket open
      `--test-timeout=${MOST_OF_A_TEST_MS}`,
      '--test-force-exit',
      `--test-name-pattern=/${pattern}/`,
      file,
    ],
    {
      cwd: lane,
      // Starts a process group, so that the runner can kill the test together with its child processes.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(shared ? { TEST_CLUSTER: JSON.stringify(cluster.cluster) } : {}) },
    },
  )
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), MOST_MS)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return new Promise((done) =>
    child.on('close', (code) => {
      clearTimeout(timer)
      const lines = text.split('\n').map((line) => line.trim())
      done({ code, text, passed: lines.filter((line) => /^ok \d/.test(line)), failed: lines.filter((line) => /^not ok \d/.test(line)) })
    }),
  )
}

async function inLanes<T>({ lanes }: Stage, all: readonly T[], work: (lane: string, one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(lane, next)
    }),
  )
}
