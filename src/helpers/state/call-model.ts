import { leftText } from '#core/format/time.ts'
import type { ModelRequest, ObjectRequest, Model, Used } from '#platform/models/index.ts'
import type { Context, Core } from '#platform/context/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { requireNotPaused } from './pause.ts'
import { countModelCall } from './queries.ts'

/** Helper that calls the model. The name is also a label in the metrics. */
export type HelperName = 'research' | 'words' | 'listing_agent' | 'shop_agent' | 'negotiator' | 'sidekick'

export type ModelCaller = {
  /** Account whose budget pays for the call, and whose setting `brake` prevents it. */
  accountId: string
  helper: HelperName
  timeoutMs: number
  /** Aborts the call when the client disconnects or the run reaches its time limit. */
  signal?: AbortSignal
}

export type WithUsage<T> = T & { used: Used; model: string }

/**
 * Lets the model generate a value that matches a schema, within the daily budget. Must not be called inside a transaction. Errors:
 * ProviderError, which is `refused` if helpers are paused (`brake`) or the budget is exhausted.
 */
export const generateObject = <T>(ctx: Context, asker: ModelCaller, request: ObjectRequest<T>): Promise<WithUsage<{ value: T }>> =>
  callModel(ctx, asker, (model, signal) => model.object(request, signal))

/** Lets the model write plain text. The limits and errors are those of `generateObject`. */
export const generateText = (ctx: Context, asker: ModelCaller, request: ModelRequest): Promise<WithUsage<{ text: string }>> =>
  callModel(ctx, asker, (model, signal) => model.text(request, signal))

/** Counts a call before it starts, so that calls that hang or fail count too. */
async function callModel<T extends { used: Used }>(
  ctx: Context,
  { accountId, helper, timeoutMs, signal }: ModelCaller,
  call: (model: Model, signal: AbortSignal) => Promise<T>,
): Promise<T & { model: string }> {
  const model = modelOf(ctx)
  await admit(ctx, accountId)
  ctx.metrics.modelCall(helper)
  const startedAt = performance.now()
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await call(model, signal ? AbortSignal.any([signal, limit]) : limit)
    ctx.metrics.modelTokens(helper, answer.used)
    return { ...answer, model: model.name }
  } catch (error) {
    ctx.metrics.modelFailure(helper, error instanceof ProviderError ? error.reason : 'bug')
    throw error
  } finally {
    ctx.metrics.modelSeconds(helper, (performance.now() - startedAt) / 1000)
  }
}

export function modelOf(ctx: Context): Model {
  if (ctx.providers.model) return ctx.providers.model
  throw new ProviderError('model', 'unavailable', 'There is no model: this server has no MODEL_PROVIDER.')
}

const DAY_MS = 86_400_000

/** Counts a model call against the account's daily budget (UTC). Errors: ProviderError `refused`. */
export async function admit(ctx: Core, accountId: string): Promise<void> {
  if (ctx.db.isTransaction) throw new Error('the model was called inside a transaction, which would hold locks for seconds')
  await requireNotPaused(ctx, accountId)
  const { modelDailyCalls } = ctx.config
  const day = ctx.now().toISOString().slice(0, 10)
  if (await countModelCall(ctx.db, accountId, day, modelDailyCalls)) return
  throw new ProviderError(
    'model',
    'refused',
    `This account has used its ${modelDailyCalls} model calls for today. Try again in ${leftText(new Date(Date.parse(day) + DAY_MS), ctx.now())}.`,
  )
}
