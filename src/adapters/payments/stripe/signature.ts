import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/**
 * Whether `Stripe-Signature: t=…,v1=…` signs these very bytes with one of our secrets, at most five minutes from now
 * (docs.stripe.com/webhooks/signature, Verify manually). Compared in constant time. Strict: one `t`, lower-case digests.
 */
export function isSigned(secrets: readonly string[], raw: Uint8Array, header: string | undefined, now: Date): boolean {
  const parts = (header ?? '').split(',')
  if (!parts.every((part) => /^\w+=\w+$/.test(part))) return false
  const times = parts.filter((part) => part.startsWith('t='))
  const digests = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? [])
  const time = times.length === 1 ? /^t=(\d{1,12})$/.exec(times[0]!)?.[1] : undefined
  if (time === undefined || Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(raw).digest())
  return digests.some((digest) => expected.some((one) => timingSafeEqual(one, Buffer.from(digest, 'hex'))))
}
