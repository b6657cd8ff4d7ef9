import { ECDH } from 'node:crypto'

/** The service's VAPID keys in base64url, which identify the sender (RFC 8292). */
export type PushKeys = { publicKey: string; privateKey: string }

/** Push endpoint and encryption keys of a browser. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type SealedPush = { headers: Record<string, string>; body: Uint8Array }

type Sealing = { keys: PushKeys; contact: string; ttlSeconds: number; topic: string }

const library = async () => (await import('web-push')).default

export const makePushKeys = async (): Promise<PushKeys> => (await library()).generateVAPIDKeys()

/**
 * Encrypts a payload for the browser (RFC 8291) and returns it with its headers. `contact`: mailto URL of the operator. `topic`: a newer
 * push message replaces an undelivered message with the same topic. Send the result through `ctx.egress`, which checks the endpoint.
 */
export async function sealPush(
  { endpoint, p256dh, auth }: PushTarget,
  payload: string,
  { keys, contact, ttlSeconds, topic }: Sealing,
): Promise<SealedPush> {
  const { headers, body } = (await library()).generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, ...keys },
    TTL: ttlSeconds,
    urgency: 'high',
    topic,
  })
  const text = Object.entries(headers as Record<string, string | number>).filter(([name]) => name !== 'Content-Length')
  return { headers: Object.fromEntries(text.map(([name, value]) => [name, String(value)])), body }
}

/** Returns true when `p256dh` is a point on the curve and `auth` has the right length. With other values, every push would fail. */
export function areBrowserKeys(p256dh: string, auth: string): boolean {
  if (!/^[\w-]{87}=?$/.test(p256dh) || !/^[\w-]{22}(?:==)?$/.test(auth)) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed')
    return true
  } catch {
    return false
  }
}
