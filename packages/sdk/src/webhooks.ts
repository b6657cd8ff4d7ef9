import type { Event, Webhook } from './contract.ts'
import { SignatureError } from './errors.ts'

/** Event that `POST /v1/webhooks/test` sends to your endpoint. */
export type PingEvent = { id: string; object: 'event'; type: 'ping'; created_at: string; data: { object: Webhook } }

/** Payload of a webhook. New event types may be added. Respond with 2xx to unknown types as well. */
export type WebhookEvent = Event | PingEvent

export type VerifyOptions = {
  /** Maximum difference in seconds between the current time and the time in the signature. Default: 300. */
  toleranceSeconds?: number
  /** Current time in seconds since 1970. Default: the system clock. */
  now?: number
}

/** Request body exactly as received, before any parsing. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** The `Service-Signature` header, or all headers of the request. */
export type SignatureHeader = string | null | undefined | Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const HEADER = 'service-signature'
const TOLERANCE_SECONDS = 300

/**
 * Returns true if the service signed this exact body within the tolerance. The signature is the HMAC-SHA256 of `{t}.{raw body}`, compared
 * in constant time. If you pass several secrets, any matching secret is enough, so that you can rotate secrets.
 */
export async function verify(
  body: RawBody,
  header: SignatureHeader,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<boolean> {
  const [, t, v1] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(headerOf(header)) ?? []
  if (!t || !v1 || !(Math.abs(now - Number(t)) <= toleranceSeconds)) return false
  const signed = joined(bytes(`${t}.`), typeof body === 'string' ? bytes(body) : new Uint8Array(body))
  const signature = Uint8Array.from(v1.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  for (const one of [secret].flat()) {
    if (one === '') throw new TypeError('The webhook secret is empty.')
    const key = await crypto.subtle.importKey('raw', bytes(one), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** Verifies the signature and returns the parsed event. Errors: `SignatureError`. */
export async function constructEvent(
  body: RawBody,
  header: SignatureHeader,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (!(await verify(body, header, secret, options))) {
    throw new SignatureError("The signature is missing, expired or wrong. Pass the raw body and this webhook's secret.")
  }
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent
}

/**
 * Returns the signature header that the service would send with this body. Use it to test a webhook receiver. `t` is in seconds since 1970.
 */
export async function sign(body: string, secret: string, t: number = Math.floor(Date.now() / 1000)): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const made = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${t}.${body}`)))
  return `t=${t},v1=${Array.from(made, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function headerOf(header: SignatureHeader): string {
  if (header === null || header === undefined || typeof header === 'string') return header ?? ''
  const found = header instanceof Headers ? header.get(HEADER) : Object.entries(header).find(([name]) => name.toLowerCase() === HEADER)?.[1]
  return typeof found === 'string' ? found : ''
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(head.length + tail.length)
  both.set(head)
  both.set(tail, head.length)
  return both
}
