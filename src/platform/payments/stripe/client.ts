import { Stripe } from 'stripe'
import { PaymentsError } from '#platform/errors/payments.ts'

export type ClientOptions = { secretKey: string; baseUrl: string | null; timeoutMs?: number }

/** The version whose shapes this code reads: the newest of the library that is pinned in package.json. */
export const STRIPE_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000
/** Another try would change nothing. */
const FINAL = [400, 402, 404]

/**
 * Stripe's own client, at its usual address or another. One try of ten seconds: who asks again is the page, the sweep or Stripe
 * itself, each with the same idempotency key, and a buyer waits no longer than that. (A connection that closes under a request is
 * tried once more by the library whatever it is told, with the same key.)
 */
export function createClient({ secretKey, baseUrl, timeoutMs = TIMEOUT_MS }: ClientOptions): Stripe {
  return new Stripe(secretKey, {
    apiVersion: STRIPE_VERSION,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(baseUrl === null ? {} : addressOf(new URL(baseUrl))),
  })
}

function addressOf({ protocol, hostname, port }: URL): { protocol: 'http' | 'https'; host: string; port: string } {
  const plain = protocol === 'http:'
  return { protocol: plain ? 'http' : 'https', host: hostname, port: port || (plain ? '80' : '443') }
}

export const isStripeError = (error: unknown): error is Stripe.errors.StripeError => error instanceof Stripe.errors.StripeError

/** What Stripe refused for good (400, 402, 404). */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error) && FINAL.includes(error.statusCode ?? 0)

/** Whether our key was used for a request with other fields: what that one did is not told here. */
export const isOtherUnderKey = (error: unknown): boolean => isStripeError(error) && error.rawType === 'idempotency_error'

/** Whether Stripe says that it does not know of it. */
export const isUnknown = (error: unknown): boolean => isStripeError(error) && error.statusCode === 404

/** Whether Stripe says that this key may not look: an account that left, or a key with too few permissions. */
export const isForbidden = (error: unknown): boolean => isStripeError(error) && error.statusCode === 403

/**
 * An error of Stripe's as ours: `refused` in these words for what another try would not change; `unavailable` for the rest, which is
 * timeouts, 409, 429, 5xx, a key that is refused and answers that are none. Stripe's own words stay in the cause, for the log.
 */
export function asPaymentsError(error: unknown, words: string): unknown {
  if (!isStripeError(error)) return error
  if (isRefusal(error)) return new PaymentsError('refused', words, { cause: error })
  return new PaymentsError('unavailable', 'The payment provider does not answer now. Try again in a moment.', { cause: error })
}
