import { fork } from 'node:child_process'
import { applyEdit, withoutTypes, type Mutant } from './operators.ts'
import type { Job, Report } from './worker.ts'

/**
 * Starts a worker with a job, and calls `onReport` for each report. Resolves when the worker has ended, or was stopped because it sent
 * no report for `mostMs()`, which is read again after each report.
 */
export function startWorker(job: Job, mostMs: () => number, onReport: (report: Report) => void): Promise<void> {
  const child = fork(`${import.meta.dirname}/worker.ts`, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
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

/** `by` is the test that failed, or the reason why the process ended. It is null for a survivor. */
export type Outcome = { mutant: Mutant; by: string | null }
export type Planned = { mutant: Mutant; tests: readonly string[] }

const SLOWEST_START_MS = 60_000

/**
 * Runs the mutants of one file. A mutant that makes its process loop or exit counts as killed, and a new process continues with the
 * next mutant. Throws if the tests fail without a mutant.
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
    if (outcomes.length < planned.length) outcomes.push({ mutant: planned[outcomes.length]!.mutant, by: 'the process looped or ended' })
  }
  return outcomes
}
