import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { send, type Reply, type TestApp } from '#test/app.ts'
import { startLocalServer } from '#test/local-server.ts'

export const VERSION = '2026-04-08'
const one = (more: object = {}) => [{ version: VERSION, spec: 'https://ucp.dev/spec', schema: 'https://ucp.dev/schema', ...more }]

/** A platform's own server on loopback. Publishes the platform's profile, and stores the order updates that it received. */
export type Platform = {
  url: string
  /** Content of the profile. A test may change it before the service first reads it. */
  profile: { ucp: { version: unknown; capabilities: Record<string, unknown>; [key: string]: unknown }; [key: string]: unknown }
  /** Response to send instead of the profile. Null sends the profile. */
  broken: { status: number; headers?: Record<string, string>; body?: string } | null
  fetched: number
  privateKey: ReturnType<typeof generateKeyPairSync>['privateKey']
  stop(): Promise<void>
}

export async function startPlatform(t: { after(stop: () => Promise<void>): void }, names: readonly string[]): Promise<Platform> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { url, stop } = await startLocalServer(t, (_request, response) => {
    platform.fetched++
    const { broken } = platform
    if (broken) return void response.writeHead(broken.status, broken.headers).end(broken.body ?? '')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(platform.profile))
  })
  const platform: Platform = {
    url: `${url}/profile.json`,
    profile: {
      ucp: {
        version: VERSION,
        services: {},
        payment_handlers: {},
        capabilities: Object.fromEntries(names.map((name) => [name, one()])),
      },
      signing_keys: [{ kid: 'p1', ...publicKey.export({ format: 'jwk' }) }],
    },
    broken: null,
    fetched: 0,
    privateKey,
    stop,
  }
  return platform
}

export type UcpCall = { key?: string | undefined; json?: unknown; headers?: Record<string, string>; agent?: string | null }

/** Returns a function that calls the protocol's endpoints as the platform does. */
export function speak(app: TestApp, platform: Platform | { url: string }) {
  return (method: string, path: string, { key, json, headers = {}, agent }: UcpCall = {}): Promise<Reply> => {
    const named = agent === null ? {} : { 'ucp-agent': agent ?? `profile="${platform.url}"` }
    return send(app.port, method, `/ucp${path}`, {
      host: 'localhost',
      ...(key === undefined ? {} : { key }),
      ...(json === undefined ? {} : { json }),
      headers: { ...named, ...headers },
    })
  }
}

/** Returns the first error message in a response that contains no resource. Fails for any other response. */
export function onlyError(reply: Reply): { code: string; content: string; severity: string } {
  assert.equal(reply.body.ucp?.status, 'error', JSON.stringify(reply.body))
  return reply.body.messages[0]
}
