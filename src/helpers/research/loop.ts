import type { Context } from '#platform/context/index.ts'
import { firstSteps, withStep } from '#helpers/research/rules/research.ts'
import { pollingLoop } from '#platform/jobs/polling.ts'
import { runResearch } from './run.ts'
import * as queries from './queries.ts'
import { deadSince } from './start.ts'

/** Maximum number of concurrent runs per process. Runs mostly wait for providers. */
const AT_ONCE = 8
/** Poll interval. New runs are also signaled immediately, but the unfinished runs of a dead process are found only by polling. */
const QUIET_MS = 10_000
const DUE_MS = 10_000

/**
 * Executes the runs in `research_runs`. They do not use the job queue, because a run can take minutes and would occupy a job slot that
 * events need.
 */
export const researchLoop = pollingLoop({
  open: createWorker,
  giveBack: ({ db }) => queries.giveBackAll(db),
  quietMs: QUIET_MS,
  dueMs: DUE_MS,
  isAnyDue: ({ db }) => queries.anyRunning(db),
  take: (worker) => worker.take(),
})

function createWorker(ctx: Context) {
  const atWork = new Set<Promise<void>>()
  const closing = new AbortController()
  let taking: Promise<void> | null = null

  async function take(): Promise<void> {
    const room = AT_ONCE - atWork.size
    if (room === 0 || closing.signal.aborted) return
    const now = ctx.now()
    const steps = withStep(firstSteps({ hasComparables: ctx.providers.comparables !== undefined }), 'identify', 'running')
    for (const run of await queries.takeRuns(ctx.db, { now, deadSince: deadSince(now), most: room, steps })) {
      const work = runResearch(ctx, run, closing.signal).finally(() => atWork.delete(work))
      atWork.add(work)
    }
  }

  const poll = (): void => {
    taking ??= take()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'queued research runs could not be started'))
      .finally(() => {
        taking = null
      })
  }

  return {
    take,
    poll,
    wake: poll,
    /** Aborts active runs, and puts them back in the queue for the next process. */
    async stop(): Promise<void> {
      closing.abort()
      await taking
      await Promise.all(atWork)
    },
  }
}
