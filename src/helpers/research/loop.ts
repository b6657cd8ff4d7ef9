import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context.ts'
import { firstSteps, withStep } from '#domain/research.ts'
import type { Loop } from '#platform/jobs.ts'
import { isTime, type Pulse } from '#platform/jobs/pulse.ts'
import { conduct } from './conduct.ts'
import * as queries from './queries.ts'
import { deadSince } from './start.ts'

/** Runs of one process at once. Each waits for providers most of its time. */
const AT_ONCE = 8
const LOOK_EVERY_MS = 500
/** Where nobody writes, only a run whose process died falls due. */
const QUIET_MS = 10_000
/** How long the test clock waits. */
const DUE_MS = 10_000

/**
 * Conducts the runs that wait in `research_runs`. Not by the job queue: a run may take minutes, and would hold a place there
 * that events need.
 */
export const researchLoop: Loop = {
  async start(ctx, { alone, pulse }) {
    if (alone) await queries.giveBackAll(ctx.db)
    const desk = openDesk(ctx)
    const stopping = new AbortController()
    const looking = lookForever(desk, stopping.signal, pulse)
    return {
      wake: () => desk.look(),
      async stop() {
        stopping.abort()
        await looking
        await desk.stop()
      },
    }
  },

  async runDue(ctx) {
    const desk = openDesk(ctx)
    const deadline = performance.now() + DUE_MS
    try {
      // one that another loop has taken is waited for as well
      while (performance.now() < deadline && (await queries.anyRunning(ctx.db))) {
        await desk.take()
        await sleep(20)
      }
    } finally {
      await desk.stop()
    }
  },
}

function openDesk(ctx: Context) {
  const atWork = new Set<Promise<void>>()
  const closing = new AbortController()
  let taking: Promise<void> | null = null

  async function take(): Promise<void> {
    const room = AT_ONCE - atWork.size
    if (room === 0 || closing.signal.aborted) return
    const now = ctx.now()
    const steps = withStep(firstSteps({ hasComparables: ctx.providers.comparables !== undefined }), 'identify', 'running')
    for (const run of await queries.takeRuns(ctx.db, { now, deadSince: deadSince(now), most: room, steps })) {
      const work = conduct(ctx, run, closing.signal).finally(() => atWork.delete(work))
      atWork.add(work)
    }
  }

  return {
    take,
    look(): void {
      taking ??= take()
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'research that waits could not be taken'))
        .finally(() => {
          taking = null
        })
    },
    /** What is at work is cut off and given back: the next process begins it anew. */
    async stop(): Promise<void> {
      closing.abort()
      await taking
      await Promise.all(atWork)
    },
  }
}

async function lookForever(desk: ReturnType<typeof openDesk>, stopped: AbortSignal, pulse: Pulse): Promise<void> {
  let began: number | undefined
  while (!stopped.aborted) {
    const isDue = isTime(pulse, began, QUIET_MS)
    if (isDue) began = performance.now()
    if (isDue) desk.look()
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
}
