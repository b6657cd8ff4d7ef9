import type { Context, Tx, Core } from '#platform/context/index.ts'
import {
  firstSteps,
  shownSteps,
  SKIP_NOTES,
  withStep,
  type SkipReason,
  type Step,
  type StepName,
  type StepStatus,
} from '#helpers/research/rules/research.ts'
import { afterCommit } from '#platform/context/after-commit.ts'
import { ProviderError } from '#platform/providers/error.ts'
import * as queries from './queries.ts'
import type { RunChange, RunRow } from './queries.ts'

/** Thrown if a different worker has taken over the run, or if the listing no longer exists. After that, the run writes nothing. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

export type Steps = ReturnType<typeof followSteps>

/**
 * Writes the steps of a run as they happen, one write at a time. A write succeeds only if the stored time is that of this worker's previous
 * write. It therefore never overwrites a run that a different worker has taken over. `closing` is aborted when the process stops. Errors:
 * RunLost.
 */
export function followSteps(ctx: Context, run: RunRow, closing: AbortSignal) {
  let steps: readonly Step[] = run.steps
  let heldAt = run.touched_at
  let writing: Promise<void> = Promise.resolve()

  /** Writes a change to the run. If the caller passes a transaction, the change commits together with the caller's changes. */
  async function write(change: Omit<RunChange, 'steps' | 'touched_at'>, by: Core = ctx): Promise<void> {
    const touched_at = by.now()
    if (!(await queries.writeRun(by.db, run.id, heldAt, { ...change, steps: [...steps], touched_at }))) throw new RunLost()
    // updated only after the commit: a transaction that is rolled back and run again must compare with the time of the previous write
    afterCommit(() => (heldAt = touched_at))
  }

  function set(name: StepName, status: StepStatus, note: string | null = null, skipped = false): Promise<void> {
    const next = writing.then(() => {
      steps = withStep(steps, name, status, { note, skipped })
      return write({})
    })
    // a failed write must not block the writes after it
    writing = next.catch(() => {})
    return next
  }

  return {
    set,

    /** Marks a step as done although it was skipped. The step's note states the reason. */
    skip: (name: StepName, why: SkipReason): Promise<void> => set(name, 'done', SKIP_NOTES[why], true),

    /**
     * Runs a step that may fail (spec: interface, helper 2): after a failure, the run continues with the value `without`. If the step
     * failed because the process is stopping, the whole run stops, because a price without this evidence would be wrong.
     */
    async attempt<T>(name: StepName, without: T, work: () => Promise<{ value: T; note: string }>): Promise<T> {
      await set(name, 'running')
      try {
        const { value, note } = await work()
        await set(name, 'done', note)
        return value
      } catch (error) {
        if (error instanceof RunLost || closing.aborted) throw error
        ctx.log.warn({ err: error, run: run.id, step: name }, 'a research step failed')
        await set(name, 'failed', error instanceof ProviderError ? error.message : 'failed')
        return without
      }
    },

    /** Completes the run. This happens in the transaction that merges the run's result. */
    async finish(tx: Tx, name: StepName, found: Required<Pick<RunChange, 'result' | 'comparables'>>): Promise<void> {
      await writing
      steps = withStep(steps, name, 'done')
      await write({ ...found, status: 'done' }, tx)
    },

    async fail(): Promise<void> {
      await writing
      steps = shownSteps('failed', steps)
      await write({ status: 'failed' })
    },

    /** Puts the run back in the queue, so that another process can continue it. */
    async giveBack(): Promise<void> {
      await writing
      steps = firstSteps({ hasComparables: ctx.providers.comparables !== undefined })
      await write({})
    },
  }
}
