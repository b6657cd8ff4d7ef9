import type { ChatRequest, ChatPart } from '#platform/models/index.ts'
import type { Context } from '#platform/context/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { admit, modelOf, type ModelCaller } from './call-model.ts'

/**
 * Streams a chat with tools. Every step counts toward the budget, and fails if helpers are paused. The timeout applies to all steps
 * together. Reading the stream can throw a ProviderError.
 */
export async function* streamChat(
  ctx: Context,
  { accountId, helper, timeoutMs, signal }: ModelCaller,
  request: Omit<ChatRequest, 'beforeStep'>,
): AsyncGenerator<ChatPart, void, undefined> {
  const limit = AbortSignal.timeout(timeoutMs)
  const startedAt = performance.now()
  const beforeStep = async () => {
    await admit(ctx, accountId)
    ctx.metrics.modelCall(helper)
  }
  try {
    for await (const part of modelOf(ctx).chat({ ...request, beforeStep }, signal ? AbortSignal.any([signal, limit]) : limit)) {
      if (part.kind === 'used') ctx.metrics.modelTokens(helper, part.used)
      yield part
    }
  } catch (error) {
    ctx.metrics.modelFailure(helper, error instanceof ProviderError ? error.reason : 'bug')
    throw error
  } finally {
    ctx.metrics.modelSeconds(helper, (performance.now() - startedAt) / 1000)
  }
}
