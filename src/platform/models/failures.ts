import { APICallError, RetryError } from 'ai'
import { isTooLarge } from '#platform/egress/capped-fetch.ts'
import { ProviderError, type ProviderReason } from '#platform/providers/error.ts'

const MESSAGES: Record<ProviderReason, string> = {
  refused: 'The model provider rejected the call.',
  rate_limited: 'The model provider is busy. Try again later.',
  unavailable: 'The model provider is not responding.',
  timeout: 'The model took too long.',
  bad_answer: 'The model returned no usable response.',
  too_large: 'The model’s response was too long.',
}

/** Converts an SDK error, which contains the prompt and the response. Copies only its kind and status to the cause of the new error. */
export function modelError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof ProviderError) return last
  const reason = reasonOf(last, signal)
  return new ProviderError('model', reason, MESSAGES[reason], { cause: new Error(kindOf(last)) })
}

function reasonOf(error: unknown, signal: AbortSignal): ProviderReason {
  if (signal.aborted) return 'timeout'
  if (isTooLarge(error)) return 'too_large'
  if (!APICallError.isInstance(error)) return 'bad_answer'
  const status = error.statusCode
  if (status === undefined) return 'unavailable'
  if (status < 400) return 'bad_answer'
  if (status === 429) return 'rate_limited'
  if (status === 413) return 'too_large'
  return status === 408 || status >= 500 ? 'unavailable' : 'refused'
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return APICallError.isInstance(error) ? `${error.name} ${error.statusCode ?? 'without a response'}` : error.name
}
