import { Stripe } from 'stripe'
import { PaymentsError } from '#platform/errors/payments.ts'

export type ClientOptions = { secretKey: string; baseUrl: string | null; timeoutMs?: number }

/** Stripe API version that this code targets: the newest version that the pinned library supports. */
export const STRIPE_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000
const FINAL = [400, 402, 404]

/**
 * Creates a Stripe client that makes one attempt, with a timeout of ten seconds. Retries come from the buyer's page, the periodic job or a
 * repeated event from Stripe, with the same idempotency key. The library itself retries once, with the same key, and only if the connection
 * closes during a request.
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

/** Returns true for errors that would recur on a retry (400, 402, 404). */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error) && FINAL.includes(error.statusCode ?? 0)

/** Returns true if our idempotency key was used for a request with different fields. The error does not contain that request's result. */
export const isOtherUnderKey = (error: unknown): boolean => isStripeError(error) && error.rawType === 'idempotency_error'

/** Returns true if Stripe does not know the object. */
export const isUnknown = (error: unknown): boolean => isStripeError(error) && error.statusCode === 404

/** Returns true if Stripe rejected a request because its customer is unknown. */
export const isUnknownCustomer = (error: unknown): boolean =>
  isStripeError(error) && error.code === 'resource_missing' && error.param === 'customer'

/** Returns true if Stripe denies access, because the account left the platform or the key lacks permissions. */
export const isForbidden = (error: unknown): boolean => isStripeError(error) && error.statusCode === 403

/**
 * Converts a Stripe error. For a timeout, a 409, 429 or 5xx, a rejected key or an invalid response, the result is `unavailable`. For any
 * other error, a retry would not help, so the result is `refused` with the message `words`. Stripe's message stays in the cause, for the
 * log.
 */
export function asPaymentsError(error: unknown, message: string): unknown {
  if (!isStripeError(error)) return error
  if (isRefusal(error)) return new PaymentsError('refused', message, { cause: error })
  return new PaymentsError('unavailable', 'The payment provider is not responding. Try again in a moment.', { cause: error })
}
