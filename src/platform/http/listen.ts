import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { ApiError } from '#platform/errors/index.ts'
import { newId } from '#platform/context/ids.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { parseCidrs } from '#platform/egress/addresses.ts'
import { networkOf } from '#platform/limits/networks.ts'
import type { Bindings } from './bindings.ts'
import { limitBodies, type BodyLimits } from './bodies.ts'
import { limitConnections, type ConnectionLimits } from './connections.ts'
import { holdBody } from './expect.ts'
import { errorBody } from './failures.ts'
import { forwardedFor, isTrusted, plainAddress } from './forwarded.ts'
import { hasBody, drainOnEarlyEnd } from './drain.ts'
import type { App } from './mount.ts'
import { limitPipelines } from './pipelining.ts'
import type { CacheHit, ListenerHooks } from './cache-hit.ts'

export type Listener = {
  port: number
  /** Stops accepting requests and waits up to `graceMs` for active requests. Then closes the remaining connections. */
  close(graceMs: number): Promise<void>
}

export type ListenOptions = {
  host: string
  port: number
  trustedProxies: readonly string[]
  headersTimeoutMs?: number
  repeat?: CacheHit
  connections?: ConnectionLimits
  bodies?: BodyLimits
}

/** Starts the HTTP server with its limits (spec: reliability 5.8). Rejects if the port is in use. */
export async function listen(
  app: App,
  log: Log,
  { host, port, trustedProxies, headersTimeoutMs = 10_000, repeat, connections, bodies: bodyLimits }: ListenOptions,
): Promise<Listener> {
  const trusted = parseCidrs(trustedProxies)
  const listener = getRequestListener((request, env) => app.fetch(request, bindings(env as Sockets, trusted)), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  })
  const bodies = limitBodies(({ socket }) => refuseUnparsed(TOO_SLOW, socket), bodyLimits)
  const handleUncached = (request: IncomingMessage, response: ServerResponse): void => {
    if (hasBody(request)) bodies.track(request, response, networkOf(addressOf(request, trusted)))
    drainOnEarlyEnd(request, response)
    if (isProbe(request)) forgetHost(request)
    const refused = malformed(request)
    if (refused) return writeError(response, refused)
    listener(request, response).catch((error: unknown) => log.error({ err: error }, 'a request could not be answered'))
  }
  const hooks: ListenerHooks = { addressOf: (request) => addressOf(request, trusted), handleUncached }
  const answer = (request: IncomingMessage, response: ServerResponse) => pipelines.handle(request, response)
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: 120_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(2_000, headersTimeoutMs),
      // a missing Host header is rejected by `malformed` instead of Node, so that the error has the API's format
      maxHeaderSize: 16 * 1024,
      insecureHTTPParser: false,
      requireHostHeader: false,
    },
    answer,
  )
  const workOf = limitConnections(server, (address) => networkUnlessTrusted(address, trusted), connections)
  const pipelines = limitPipelines(server, workOf, (request, response) => {
    if (!repeat?.(request, response, hooks)) handleUncached(request, response)
  })
  // without this handler, Node responds with 417 or 100, or closes the connection silently
  server.on('checkExpectation', answer)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    holdBody(request, response)
    answer(request, response)
  })
  server.on('connect', (_request, socket: Socket) => refuseUnparsed(new Error('CONNECT is not supported here'), socket))
  server.on('clientError', (error: Error, socket: Socket) => {
    if (!pipelines.storeUnread(error, socket)) refuseUnparsed(error, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  server.on('error', (error) => log.error({ err: error }, 'server error'))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (graceMs) => close(server, graceMs).finally(bodies.stop),
  }
}

type Sockets = Pick<Bindings, 'incoming' | 'outgoing'>

function bindings({ incoming, outgoing }: Sockets, trusted: BlockList): Bindings {
  return { incoming, outgoing, requestId: newId('req'), address: addressOf(incoming, trusted) }
}

const addressOf = ({ socket, headers }: IncomingMessage, trusted: BlockList): string =>
  forwardedFor(socket.remoteAddress, headers['x-forwarded-for'], trusted)

const networkUnlessTrusted = (address: string, trusted: BlockList): string | null =>
  isTrusted(plainAddress(address), trusted) ? null : networkOf(plainAddress(address))

const isProbe = ({ url = '' }: IncomingMessage): boolean => /^\/(?:healthz|readyz)(?:\?|$)/.test(url)

/**
 * Replaces the Host header of a health check with a valid host, because the original header may be missing (HTTP/1.0) or arbitrary (spec:
 * completions 12, GET /readyz).
 */
function forgetHost(request: IncomingMessage): void {
  const { rawHeaders } = request
  request.rawHeaders = rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]!.toLowerCase() !== 'host')
  request.rawHeaders.push('Host', 'localhost')
  request.headers.host = 'localhost'
}

/**
 * Returns an error for a request that Node accepts but this service rejects: for example, with two Host headers, a full URL as the target,
 * or an invalid percent encoding. Returns null for all other requests.
 */
function malformed(request: IncomingMessage): ApiError | null {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length !== 1 || !HOST.test(request.headers.host ?? ''))
    return new ApiError('invalid_request', 'Send exactly one Host header with a host name, and a port if necessary.', {
      param: 'Host',
    })
  if (request.method === 'TRACE')
    return new ApiError('method_not_allowed', 'TRACE is not supported here.', {
      headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    })
  if (!request.url?.startsWith('/'))
    return new ApiError('invalid_request', 'Send only the path as the request target, not a complete address.')
  if (request.url.includes('\\')) return new ApiError('invalid_request', 'The request target must not contain a backslash.')
  try {
    if (/\p{Cc}/u.test(decodeURIComponent(request.url.split('?')[0]!)))
      return new ApiError('invalid_request', 'The path contains a control character.')
  } catch {
    return new ApiError('invalid_request', 'The path contains a percent sign that does not encode a character.')
  }
  return null
}

const HOST = /^([a-z0-9_]([a-z0-9_.-]{0,252})|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

function writeError(response: ServerResponse, error: ApiError): void {
  const body = JSON.stringify(errorBody(error))
  response.writeHead(error.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Request-Id': newId('req'),
    Connection: 'close',
    ...error.headers,
  })
  response.end(body)
}

/** Error for a request that arrives too slowly, with the code of Node's own error. */
const TOO_SLOW = Object.assign(new Error('the body arrived too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
/** Time in ms that a rejected client has to read the response, even if the client does not close the connection. */
const READ_MS = 2_000

const UNPARSED: Record<string, { status: number; type: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    type: 'too_large',
    message: 'The request headers are larger than 16 KiB. Send fewer or shorter ones.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, type: 'invalid_request', message: 'The request took too long to arrive. Send it again.' },
}

/** Responds to errors from Node's HTTP parser, in the API's error format. */
function refuseUnparsed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  setTimeout(() => socket.destroy(), READ_MS).unref()
  const { status, type, message } = UNPARSED[error.code ?? ''] ?? {
    status: 400,
    type: 'invalid_request',
    message: 'This is not a well-formed HTTP request.',
  }
  const body = JSON.stringify({ error: { type, message } })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nRequest-Id: ${newId('req')}\r\nConnection: close\r\n\r\n${body}`,
  )
}

async function close(server: Server, graceMs: number): Promise<void> {
  let done = false
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      done = true
      resolve()
    })
  })
  const deadline = performance.now() + graceMs
  while (!done && performance.now() < deadline) {
    server.closeIdleConnections()
    await Promise.race([closed, sleep(50)])
  }
  if (!done) server.closeAllConnections()
  await closed
}
