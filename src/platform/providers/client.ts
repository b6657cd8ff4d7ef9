import { firstCodePoints } from '#core/text.ts'
export { firstCodePoints } from '#core/text.ts'
import type { z } from 'zod'
import { lenientCents, writtenCurrency } from '#platform/browser/rules/lenient-price.ts'
import { cappedFetch, isTooLarge } from '#platform/egress/capped-fetch.ts'
import { ProviderError, type ProviderReason } from './error.ts'

export { lenientCents, writtenCurrency }

/** Provider's response. `body`: parsed JSON, or undefined. */
export type Answer = { status: number; body: unknown }

export type ProviderClient = {
  /**
   * Sends one call. Errors: ProviderError if there is no response, the call times out or the response is too large; `rate_limited` for 429.
   */
  send(url: string, init: RequestInit, signal: AbortSignal): Promise<Answer>
  /** Returns the body of a successful response. Errors: ProviderError by status, or `bad_answer` if the body does not match `shape`. */
  read<T>(answer: Answer, shape: z.ZodType<T>): T
}

export type ClientOptions = { provider: string; timeoutMs?: number; maxBytes?: number }

const TIMEOUT_MS = 15_000
const MAX_BYTES = 4 * 2 ** 20
/** Maximum pause, even if the provider's `Retry-After` is longer. */
const MAX_PAUSE_MS = 60_000

/**
 * Creates a JSON client for a provider, with a timeout and a size limit, and without redirects. After a 429, rejects calls until
 * `Retry-After` has passed. Errors never quote the provider.
 */
export function createProviderClient({ provider, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: ClientOptions): ProviderClient {
  const fetch = cappedFetch(maxBytes)
  let pausedUntil = 0

  const fail = (reason: ProviderReason, cause?: unknown): ProviderError =>
    new ProviderError(provider, reason, `${provider} ${MESSAGES[reason]}`, { cause })

  return {
    async send(url, init, signal) {
      if (performance.now() < pausedUntil) throw fail('rate_limited')
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        const response = await fetch(url, { ...init, signal: limit })
        const text = await response.text()
        if (response.status !== 429) return { status: response.status, body: parsed(text) }
        pausedUntil = performance.now() + pauseMs(response.headers.get('retry-after'))
      } catch (error) {
        throw fail(limit.aborted ? 'timeout' : isTooLarge(error) ? 'too_large' : 'unavailable', error)
      }
      throw fail('rate_limited')
    },
    read(answer, shape) {
      if (answer.status >= 500 || answer.status === 408) throw fail('unavailable', new Error(`status ${answer.status}`))
      if (answer.status < 200 || answer.status > 299) throw fail('refused', new Error(`status ${answer.status}`))
      const value = shape.safeParse(answer.body)
      if (!value.success) throw fail('bad_answer')
      return value.data
    },
  }
}

const MESSAGES: Record<ProviderReason, string> = {
  refused: 'rejected the call.',
  rate_limited: 'is busy. Try again later.',
  unavailable: 'is not responding.',
  timeout: 'took too long.',
  bad_answer: 'returned no usable response.',
  too_large: 'returned too long a response.',
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses `Retry-After` in seconds and returns ms. Returns one second if the header is missing or contains a date. */
function pauseMs(retryAfter: string | null): number {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : 1
  return Math.min(seconds * 1_000, MAX_PAUSE_MS)
}

/** Returns an http or https URL unchanged. Returns null for any other value. */
export const webUrl = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 2_000 && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null

/** Converts untrusted text to a single line of at most `max` code points, without control characters. */
export const oneLine = (value: string, max = 200): string => firstCodePoints(value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), max)
