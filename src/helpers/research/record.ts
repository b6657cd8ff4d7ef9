import type { Used } from '#platform/models/index.ts'
import type { Context } from '#platform/context/index.ts'
import { storeRun } from '#helpers/state/runs.ts'
import type { RunRow } from './queries.ts'

/** What one call of the model took. */
export type ModelUse = Used & { model: string }

export type Recorded = {
  startedAt: Date
  decision: 'merged' | 'failed'
  uses: readonly (ModelUse | null)[]
  /** What the model was shown, without its pictures. */
  snapshot: unknown
  detail: unknown
}

/** Keeps what a run of research was shown and made of it. */
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
