import type { Used } from '#platform/models/index.ts'
import type { Context } from '#platform/context/index.ts'
import { afterCommit } from '#platform/context/after-commit.ts'
import type { HelperName } from './call-model.ts'
import { insertRun } from './queries.ts'

export type Run = {
  accountId: string
  helper: HelperName
  /** Id of the listing, offer, conversation or message that the helper worked on. */
  subject: string
  /** Outcome in one word, such as `answered`. It is `failed` if the run had no result. */
  decision: string
  startedAt: Date
  promptVersion?: string
  model?: string
  /** Prompt for the model. It never contains the minimum price. */
  snapshot?: unknown
  detail?: unknown
  used?: Used
}

/** Stores the input and outcome of a helper's run, in the caller's transaction. Returns the run's id. */
export async function storeRun(ctx: Context, run: Run): Promise<string> {
  const id = ctx.newId('run')
  await insertRun(ctx.db, {
    id,
    account_id: run.accountId,
    helper: run.helper,
    subject: run.subject,
    prompt_version: run.promptVersion ?? null,
    model: run.model ?? null,
    snapshot: run.snapshot === undefined ? null : JSON.stringify(run.snapshot),
    decision: run.decision,
    detail: run.detail === undefined ? null : JSON.stringify(run.detail),
    input_tokens: run.used?.inputTokens ?? 0,
    output_tokens: run.used?.outputTokens ?? 0,
    started_at: run.startedAt,
    ended_at: ctx.now(),
  })
  afterCommit(() => ctx.metrics.helperRun(run.helper, run.decision === 'failed'))
  return id
}
