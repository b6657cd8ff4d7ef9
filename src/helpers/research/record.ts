import type { Used } from '#platform/models/index.ts'
import type { Context } from '#platform/context/index.ts'
import { storeRun } from '#helpers/state/runs.ts'
import type { RunRow } from './queries.ts'

export type ModelUse = Used & { model: string }

export type Recorded = {
  startedAt: Date
  decision: 'merged' | 'failed'
  uses: readonly (ModelUse | null)[]
  /** Input of a research run, without the photos. */
  snapshot: unknown
  detail: unknown
}

/** Stores the input and the outcome of a research run. */
export async function recordRun(ctx: Context, run: RunRow, { uses, ...recorded }: Recorded): Promise<void> {
  const calls = uses.filter((use) => use !== null)
  const model = calls[0]?.model
  await storeRun(ctx, {
    accountId: run.account_id,
    helper: 'research',
    subject: run.listing_id,
    promptVersion: 'research/1',
    ...(model === undefined ? {} : { model }),
    used: {
      inputTokens: calls.reduce((sum, use) => sum + use.inputTokens, 0),
      outputTokens: calls.reduce((sum, use) => sum + use.outputTokens, 0),
    },
    ...recorded,
  })
}
