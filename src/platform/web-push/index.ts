import { ECDH } from 'node:crypto'

/** The service's keys (base64url), which identify the sender (RFC 8292). */
export type PushKeys = { publicKey: string; privateKey: string }

/** A browser's endpoint and encryption keys. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type SealedPush = { headers: Record<string, string>; body: Uint8Array }

type Sealing = { keys: PushKeys; contact: string; ttlSeconds: number; topic: string }

// loaded at first use; most processes send no push
const library = async () => (await import('web-push')).default

export const makePushKeys = async (): Promise<PushKeys> => (await library()).generateVAPIDKeys()

/**
 * Encrypts a payload for the browser (RFC 8291), with its headers. `contact`: our mailto. `topic`: a newer push replaces a
 * waiting one. `ctx.egress` vets the endpoint.
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

/** True for a point of the curve and a secret of the right length; others fail at each sending. */
export function areBrowserKeys(p256dh: string, auth: string): boolean {
  if (!/^[\w-]{87}=?$/.test(p256dh) || !/^[\w-]{22}(?:==)?$/.test(auth)) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed')
    return true
  } catch {
    return false
  }
}
