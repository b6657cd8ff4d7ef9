import { ECDH } from 'node:crypto'

/** The service's own keys, base64url, by which a push service knows who sends (RFC 8292). */
export type PushKeys = { publicKey: string; privateKey: string }

/** Where a browser is reached, and what only it can read with. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type SealedPush = { headers: Record<string, string>; body: Uint8Array }

type Sealing = { keys: PushKeys; contact: string; ttlSeconds: number; topic: string }

// loaded where it is used: most processes send none for a while
const library = async () => (await import('web-push')).default

export const makePushKeys = async (): Promise<PushKeys> => (await library()).generateVAPIDKeys()

/**
 * A payload that the browser alone can read (RFC 8291), with the headers that it travels with. `contact`: a mailto of ours; `topic`:
 * a newer one takes the place of one that waits. Where it goes is for `ctx.egress` to allow.
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

/** Whether these are a point of the curve and a secret of the right length: anything else would fail at each sending. */
export function areBrowserKeys(p256dh: string, auth: string): boolean {
  if (!/^[\w-]{87}=?$/.test(p256dh) || !/^[\w-]{22}(?:==)?$/.test(auth)) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed')
    return true
  } catch {
    return false
  }
}
