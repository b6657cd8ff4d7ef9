import { createHmac } from 'node:crypto'
import type { Context } from '#platform/context/index.ts'
import { errorOf, signedText, type Try } from '#developers/webhooks/rules.ts'
import { EgressError, type EgressReason } from '#platform/egress/index.ts'

export type Message = { eventId: string; type: string; body: string; attempt: number }

/**
 * Sends one signed POST request to a webhook, with a new timestamp. Returns the outcome, or null if the request was aborted. Nothing that
 * the receiver does can make this function throw an error (spec: interface, Events; Authentication 7).
 */
export async function sendOnce(
  ctx: Context,
  to: { url: string; secret: string },
  message: Message,
  signal?: AbortSignal,
): Promise<Try | null> {
  const began = performance.now()
  const ended = (status: number, error: string | null): Try => ({ at: ctx.now(), status, error, ms: Math.round(performance.now() - began) })
  try {
    const headers = headersOf(message, to.secret, Math.floor(ctx.now().getTime() / 1000))
    const { status } = await ctx.egress.post(to.url, { body: message.body, headers, ...(signal ? { signal } : {}) })
    return ended(status, errorOf(status))
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return error.reason === 'aborted' ? null : ended(0, ERROR_NAMES[error.reason])
  }
}

/** Error messages for attempts without a response (spec: completions 10). They never contain data from the receiver. */
const ERROR_NAMES: Record<EgressReason, string> = {
  timeout: 'timeout',
  dns: 'dns',
  refused: 'refused',
  private_address: 'private address',
  tls: 'tls',
  bad_url: 'bad address',
  bad_response: 'bad answer',
  redirect: 'redirect',
  too_large: 'bad answer',
  unsupported: 'bad answer',
  http_status: 'bad answer',
  aborted: 'stopped',
}

/** Returns our own headers, and the three headers that Standard Webhooks libraries expect. */
function headersOf({ eventId, type, body, attempt }: Message, secret: string, unixSeconds: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'Service-Event': type,
    'Service-Event-Id': eventId,
    'Service-Attempt': String(attempt),
    'Service-Signature': `t=${unixSeconds},v1=${createHmac('sha256', secret).update(signedText(unixSeconds, body)).digest('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': `v1,${createHmac('sha256', standardKey(secret)).update(`${eventId}.${unixSeconds}.${body}`).digest('base64')}`,
  }
}

/**
 * Returns the signing key as Standard Webhooks defines it: the part of the secret after `whsec_`, decoded as base64. The 32 letters and
 * digits decode to 24 bytes.
 */
const standardKey = (secret: string): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
