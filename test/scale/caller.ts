import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'

export const HOST = 'market.example'

/**
 * A response. `by` is its sender: the service (identified by the request id), the proxy if the service sent no response, or `nobody` for a
 * broken connection.
 */
export type Answer = { status: number; by: 'service' | 'proxy' | 'nobody'; body: unknown; text: string }
export type HttpsCaller = (
  method: string,
  path: string,
  options?: { host?: string; key?: string; json?: unknown; body?: { bytes: Uint8Array; type: string }; idempotencyKey?: string | null },
) => Promise<Answer>

const GIVEN_UP_MS = 30_000

/** Creates a client that calls the API over TLS with keep-alive. Calls never throw: the status of a broken connection is 0. */
export function httpsCaller(port: number, ca: string): HttpsCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca })
  return async (method, path, { host = HOST, key, json, body, idempotencyKey } = {}) => {
    const payload = json === undefined ? body?.bytes : Buffer.from(JSON.stringify(json))
    try {
      const request = httpsRequest({
        ...{ host: '127.0.0.1', port, agent, method, path, servername: host, timeout: GIVEN_UP_MS },
        headers: {
          host: `${host}:${port}`,
          ...(key && { authorization: `Bearer ${key}` }),
          ...(payload && { 'content-type': body?.type ?? 'application/json', 'content-length': payload.length }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
      })
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.end(payload)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const isJson = (response.headers['content-type'] ?? '').startsWith('application/json')
      const by = response.headers['request-id'] === undefined ? 'proxy' : 'service'
      return { status: response.statusCode!, by, body: isJson ? JSON.parse(text) : null, text }
    } catch {
      return { status: 0, by: 'nobody', body: null, text: '' }
    }
  }
}
