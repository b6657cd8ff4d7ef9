import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { BodyVariant } from './encoded-body.ts'
import type { Bindings } from './bindings.ts'

/**
 * Writes a response with the common headers directly to the socket, because the fetch Response would copy bytes and headers several times.
 */
export function writeResponse(
  { env }: { env: Bindings },
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
  body: BodyVariant | string | null,
): Response {
  const { outgoing, requestId, closing } = env
  const all = { ...closing!.headers(requestId), ...headers }
  if (body === null) outgoing.writeHead(status, all).end()
  else if (typeof body === 'string') outgoing.writeHead(status, { ...all, 'Content-Length': Buffer.byteLength(body) }).end(body)
  else outgoing.writeHead(status, { ...all, ...body.headers }).end(body.body, 'latin1')
  env.sent = status
  return RESPONSE_ALREADY_SENT
}
