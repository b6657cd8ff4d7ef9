import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { slack } from '#test/machine.ts'
import { startLocalServer } from '#test/local-server.ts'

/** Content of a notification, as decrypted by the browser. */
export type PushContent = { title: string; body: string; path: string; tag: string }

export type PushedMessage = {
  content: PushContent
  ttl: number
  topic: string
  urgency: string
  publicKey: string
  contact: string
  raw: Buffer
}

export type PushBrowser = { endpoint: string; p256dh: string; auth: string; messages: PushedMessage[] }

export type PushService = {
  origin: string
  subscribe(): PushBrowser
  /** Responses to the next requests for known subscriptions. Once these are used up, the service responds with 201. */
  answers: { status: number; headers?: Record<string, string> }[]
  /** Total number of requests so far, including rejected ones. */
  requests: number
  until(browser: PushBrowser, count: number, limitMs?: number): Promise<PushedMessage[]>
  stop(): Promise<void>
}

type Secrets = { browser: PushBrowser; keys: ECDH; auth: Buffer }

/**
 * Starts a push service (RFC 8030) on loopback, and fake browsers. The service requires a signed sender (RFC 8292), and the browsers
 * decrypt the messages (RFC 8291).
 */
export async function startPushService(t?: { after(stop: () => Promise<void>): void }): Promise<PushService> {
  const browsers = new Map<string, Secrets>()
  const { url: origin, stop } = await startLocalServer(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      service.requests++
      const { status, headers = {} } = take(request.method!, request.url!, request.headers, Buffer.concat(chunks))
      response.writeHead(status, headers).end()
    })
  })

  const take = (
    method: string,
    url: string,
    headers: NodeJS.Dict<string | string[]>,
    body: Buffer,
  ): { status: number; headers?: Record<string, string> } => {
    const known = browsers.get(url)
    if (method !== 'POST' || !known) return { status: 404 }
    const ttl = String(headers['ttl'] ?? '')
    // A push message needs a TTL (RFC 8030, 5.2). A message of more than 4096 bytes is rejected.
    if (!/^\d+$/.test(ttl)) return { status: 400 }
    if (body.length > 4096) return { status: 413 }
    const sender = senderOf(String(headers['authorization'] ?? ''), origin)
    if (!sender) return { status: 403 }
    const answer = service.answers.shift()
    if (answer) return answer
    if (headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
    const content = JSON.parse(unsealed(known, body)) as PushContent
    known.browser.messages.push({
      content,
      ttl: Number(ttl),
      topic: String(headers['topic']),
      urgency: String(headers['urgency']),
      raw: body,
      ...sender,
    })
    return { status: 201, headers: { Location: `${origin}/message/${service.requests}` } }
  }

  const service: PushService = {
    origin,
    answers: [],
    requests: 0,
    subscribe() {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(24).toString('base64url')}`
      const browser: PushBrowser = { endpoint: `${origin}${path}`, p256dh, auth: auth.toString('base64url'), messages: [] }
      browsers.set(path, { browser, keys, auth })
      return browser
    },
    async until(browser, count, limitMs = 10_000) {
      const deadline = performance.now() + slack(limitMs)
      while (browser.messages.length < count) {
        if (performance.now() > deadline) throw new Error(`${browser.messages.length} of ${count} messages came within ${limitMs} ms`)
        await sleep(5)
      }
      return browser.messages
    },
    stop,
  }
  return service
}

/**
 * Verifies the header `vapid t=<JWT with ES256>, k=<its public key>` (RFC 8292). The token must be issued for this service and valid for at
 * most one day. Returns null if the header is invalid.
 */
function senderOf(header: string, origin: string): { publicKey: string; contact: string } | null {
  const [, token, publicKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (!token || !publicKey) return null
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65) return null
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    return null
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const now = Date.now() / 1000
  return aud === origin && exp > now && exp <= now + 86_400 && sub.startsWith('mailto:') ? { publicKey, contact: sub } : null
}

/**
 * Decrypts a message as a browser does (RFC 8291 on RFC 8188, one record). Throws if the message was encrypted for a different recipient.
 */
function unsealed({ keys, auth, browser }: Secrets, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20]!
  const sender = body.subarray(21, 21 + idLength)
  const cipher = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(browser.p256dh, 'base64url'), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(cipher.subarray(-16))
  const plain = Buffer.concat([decipher.update(cipher.subarray(0, -16)), decipher.final()])
  // the byte 2 marks the end of the last record; only zeros may follow, as padding
  const end = plain.lastIndexOf(2)
  if (end === -1 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record')
  return plain.subarray(0, end).toString()
}
