import { z } from 'zod'
import { PaymentsError } from '#lib/payments-error.ts'
import { Intent } from './objects.ts'

export type ClientOptions = { secretKey: string; baseUrl: string | null; timeoutMs?: number }

export type Form = Record<string, string | number | boolean>

export type Client = {
  get<T>(path: string, query: Record<string, string>, shape: z.ZodType<T>): Promise<T>
  /** `key`: what makes a repeated call the same call; null for what may happen twice. */
  post<T>(path: string, form: Form, key: string | null, shape: z.ZodType<T>): Promise<T>
}

/** The version whose documented shapes this code reads. */
const STRIPE_VERSION = '2025-04-30.basil'
const TIMEOUT_MS = 10_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Another try would change nothing. */
const FINAL = [400, 402, 404]

/** What Stripe refused for good. Its own words stay here, for the log. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'
  readonly code: string | null
  readonly declineCode: string | null
  /** The payment as it is after a declined card. */
  readonly intent: z.infer<typeof Intent> | null

  constructor(status: number, { type, code, decline_code, payment_intent }: z.infer<typeof Refusal>['error']) {
    super(`Stripe answered ${status} ${type} ${code ?? ''}`.trim())
    this.code = code ?? null
    this.declineCode = decline_code ?? null
    this.intent = payment_intent ?? null
  }
}

const Refusal = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
    payment_intent: Intent.nullish().catch(null),
  }),
})

/**
 * Stripe's HTTP API: form bodies in, JSON out. Errors: StripeRefusal for what another try would not change (400, 402, 404);
 * PaymentsError `unavailable` for the rest: timeouts, 409, 424, 429, 5xx, a key that is refused, answers that are no answers.
 */
export function createClient({ secretKey, baseUrl, timeoutMs = TIMEOUT_MS }: ClientOptions): Client {
  const base = baseUrl ?? 'https://api.stripe.com'
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': STRIPE_VERSION }

  async function call<T>(url: string, init: RequestInit, shape: z.ZodType<T>): Promise<T> {
    const { status, text } = await exchange(`${base}${url}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (status === 200) return parsed(shape, text)
    if (FINAL.includes(status)) throw new StripeRefusal(status, parsed(Refusal, text).error)
    throw unavailable(new Error(`Stripe answered ${status}`))
  }

  return {
    get: (path, query, shape) => call(`${path}?${encode(query)}`, { headers }, shape),
    post: (path, form, key, shape) =>
      call(
        path,
        { method: 'POST', headers: { ...headers, ...FORM, ...(key === null ? {} : { 'idempotency-key': key }) }, body: encode(form) },
        shape,
      ),
  }
}

const encode = (form: Form): string =>
  new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, String(value)])).toString()

async function exchange(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw unavailable(error)
  }
}

function parsed<T>(shape: z.ZodType<T>, text: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw unavailable(error)
  }
}

const unavailable = (cause: unknown): PaymentsError =>
  new PaymentsError('unavailable', 'The payment provider does not answer now. Try again in a moment.', { cause })
