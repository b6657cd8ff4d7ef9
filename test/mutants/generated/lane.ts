import { fork } from 'node:child_process'
import { applyEdit, withoutTypes, type Mutant } from './operators.ts'
import type { Cases } from './cases.ts'
import { schemaOf } from './schema.ts'
import type { Job, Report } from './worker.ts'

/** Time limit for a wait in a test (`until`). A mutant that prevents the awaited event would otherwise take a minute. */
const WAIT_MS = 10_000

/** Options for workers that measure coverage, because V8 does not count the calls of functions that it has optimized. */
const UNOPTIMIZED = ['--no-opt', '--no-maglev']

/**
 * Starts a worker with a job, and calls `onReport` for each of the worker's reports. Stops the worker if it sends no report within
 * `mostMs()` milliseconds of its start or its last report. Resolves when the worker has ended.
 */
export function startWorker(job: Job, mostMs: () => number, onReport: (report: Report) => void): Promise<void> {
  const child = fork(`${import.meta.dirname}/worker.ts`, {
    execArgv: [...(job.kind.startsWith('cover') ? UNOPTIMIZED : []), '--import', `${import.meta.dirname}/../../../bin/tsx.js`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, TESTS_WAIT_MS: String(WAIT_MS) },
    serialization: 'advanced',
  })
  const stop = () => child.kill('SIGKILL')
  let timer = setTimeout(stop, mostMs())
  child.on('message', (report: Report) => {
    clearTimeout(timer)
    onReport(report)
    timer = setTimeout(stop, mostMs())
  })
  child.send(job)
  return new Promise((done) =>
    child.on('close', () => {
      clearTimeout(timer)
      done()
    }),
  )
}

/** `by` names the test that failed, or the reason why the process ended. It is null if the mutant survived. */
export type Outcome = { mutant: Mutant; by: string | null }
export type Planned = { mutant: Mutant; tests: readonly string[] }

/** The value of `Outcome.by` for a mutant if its process ended or had to be stopped. */
export const LOOPED = 'the process looped or ended'
const SLOWEST_START_MS = 120_000

/**
 * Runs the mutants of one file. If a mutant makes its process loop or exit, the mutant counts as killed, and a new process runs the
 * remaining mutants. Throws if the tests fail without a mutant.
 */
export async function runMutants(file: string, source: string, planned: readonly Planned[], mostMs: number): Promise<Outcome[]> {
  const stripped = withoutTypes(source)
  const tests = [...new Set(planned.flatMap((one) => one.tests))]
  const outcomes: Outcome[] = []
  const trials = planned.map(({ mutant, tests: order }, id) => ({ id, text: applyEdit(stripped, mutant), tests: order }))
  const control = { id: -1, text: stripped, tests }
  while (outcomes.length < planned.length) {
    const rest = trials.slice(outcomes.length)
    let isControlled = false
    await startWorker(
      { kind: 'mutate', file, tests, texts: [control, ...rest] },
      () => (isControlled ? mostMs : Math.max(mostMs, SLOWEST_START_MS)),
      (report) => {
        if (report.kind !== 'tried') return
        if (report.id === -1) isControlled = report.killedBy === null
        else outcomes.push({ mutant: planned[report.id]!.mutant, by: report.killedBy })
      },
    )
    if (!isControlled) throw new Error(`${file}: its tests fail without a mutant: ${tests.join(', ')}`)
    if (outcomes.length < planned.length) outcomes.push({ mutant: planned[outcomes.length]!.mutant, by: LOOPED })
  }
  return outcomes
}

export type PlannedCases = { mutant: Mutant; cases: readonly Cases[]; ms: number }

/**
 * Runs each mutant of these files against selected tests, and reports the outcome. If a mutant makes its process loop or exit, the mutant
 * counts as killed, and a new process runs the remaining mutants. `mostMs` returns the time limit for a mutant's tests.
 */
export async function runCases(
  sources: ReadonlyMap<string, string>,
  planned: readonly PlannedCases[],
  mostMs: (planned: PlannedCases) => number,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const stripped = new Map([...sources].map(([file, source]) => [file, withoutTypes(source)]))
  const numbered = planned.map(({ mutant }, id) => ({ id, mutant }))
  const schemas = new Map(
    [...Map.groupBy(numbered, ({ mutant }) => mutant.file)].map(([file, ones]) => [file, schemaOf(stripped.get(file)!, ones)]),
  )
  const texts = Object.fromEntries([...schemas].map(([file, { text }]) => [file, text]))
  const trials = planned.map(({ mutant, cases }, id) => {
    const isContained = schemas.get(mutant.file)!.contained.has(id)
    return { id, file: mutant.file, text: isContained ? null : applyEdit(stripped.get(mutant.file)!, mutant), cases }
  })
  for (let next = 0; next < planned.length;) {
    let isReady = false
    let isFull = false
    await startWorker(
      { kind: 'mutate tests', texts, trials: trials.slice(next) },
      () => (isReady && next < planned.length ? mostMs(planned[next]!) : SLOWEST_START_MS),
      (report) => {
        if (report.kind === 'tried') onOutcome({ mutant: planned[next++]!.mutant, by: report.killedBy })
        isReady ||= report.kind === 'ready'
        isFull ||= report.kind === 'full'
      },
    )
    if (!isReady) throw new Error(`The worker does not start for ${planned[next]!.mutant.file}.`)
    if (next < planned.length && !isFull) onOutcome({ mutant: planned[next++]!.mutant, by: LOOPED })
  }
}
