import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#platform/context/index.ts'
import { newId } from '#platform/context/ids.ts'
import type { CachedResponse } from '#platform/cache/sized-cache.ts'
import type { GracefulClose } from './graceful-close.ts'
import { isKnown, type BodyVariant } from './encoded-body.ts'

/**
 * Returns the cache key of a request, or null if its response must not be cached. Only an anonymous `GET` without a body has a key, because
 * only its response depends on nothing but the host and the URL.
 */
export function cacheKey({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || url === undefined || url.length > 1_000) return null
  if (headers.authorization !== undefined || headers.cookie !== undefined) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return null
  return `${headers.host} ${url}`
}

/** Functions that the listener of the HTTP server provides. */
export type ListenerHooks = {
  addressOf(request: IncomingMessage): string
  handleUncached(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Tries to respond from the cache before routing. Returns false if the listener must handle the request. After true, the cache either
 * responds or later passes the request to `handleUncached`.
 */
export type CacheHit = (request: IncomingMessage, response: ServerResponse, hooks: ListenerHooks) => boolean

type CachedRead = { request: IncomingMessage; response: ServerResponse; address: string; startedAt: number }
type Rates = Record<string, string>

/**
 * Creates the handler that sends cached responses. A cached response is logged, and counts toward the rate limit, views and metrics, like
 * any other response.
 */
export function createCacheHit(
  ctx: Pick<Context, 'responseCache' | 'rateLimits' | 'visits' | 'now' | 'log'>,
  closing: GracefulClose,
): CacheHit {
  const send = ({ request, response, address, startedAt }: CachedRead, answer: CachedResponse, form: BodyVariant, rates: Rates): void => {
    const { headers } = request
    const { finished, operation, visited } = answer
    if (visited !== undefined) ctx.visits.note(visited, { address, userAgent: headers['user-agent'] ?? '' }, ctx.now())
    const requestId = newId('req')
    const status = isKnown(headers['if-none-match'], finished.etag) ? 304 : 200
    const lines = closing.lines(requestId)
    add(lines, answer.headers)
    lines.push('ETag', form.etag)
    if (answer.showsRate) add(lines, rates)
    if (status === 304) response.writeHead(304, lines).end()
    else {
      lines.push('Content-Type', answer.type)
      add(lines, form.headers)
      response.writeHead(200, lines).end(form.body, 'latin1')
    }
    const path = pathOf(request.url!)
    closing.note({ requestId, operation, method: 'GET', path, address, status, startedAt })
  }

  /**
   * Waits for compression or for the rate limit, then sends the cached response. Resolves with false if the request must be handled without
   * the cache.
   */
  const sendLater = async (
    read: CachedRead,
    answer: CachedResponse,
    form: BodyVariant | Promise<BodyVariant>,
    rates: Rates | null,
  ): Promise<boolean> => {
    const known = rates ?? (await ctx.rateLimits.request({ address: read.address }).catch(() => null))
    // the rate limit rejected the request; the normal handler sends the 429 response
    if (known === null) return false
    send(read, answer, await form, known)
    return true
  }

  const answerCached = (read: CachedRead, at: string, hooks: ListenerHooks): void => {
    const { request, response, address } = read
    const handleUncached = () => hooks.handleUncached(request, response)
    const answer = ctx.responseCache.get(at)
    if (answer === null) return handleUncached()
    const form = answer.finished.form(request.headers['accept-encoding'])
    const rates = ctx.rateLimits.requestAtOnce(address)
    if (rates !== null && !(form instanceof Promise)) return send(read, answer, form, rates)
    sendLater(read, answer, form, rates)
      .then((done) => (done ? undefined : handleUncached()))
      .catch((error: unknown) => failed(read, error))
  }
  const failed = ({ response }: CachedRead, error: unknown) => {
    ctx.log.error({ err: error }, 'a cached response could not be sent')
    if (!response.writableEnded) response.destroy()
  }

  return (request, response, hooks): boolean => {
    const at = cacheKey(request)
    if (at === null || !ctx.responseCache.has(at) || !hasOneHost(request)) return false
    const read: CachedRead = { request, response, address: hooks.addressOf(request), startedAt: performance.now() }
    ctx.responseCache
      .fresh()
      .then((fresh) => (fresh ? answerCached(read, at, hooks) : hooks.handleUncached(request, response)))
      .catch((error: unknown) => failed(read, error))
    return true
  }
}

/**
 * Returns true if the request has exactly one Host header. Node would use the first of several, but the normal request handling rejects
 * such requests.
 */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts === 1
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function add(lines: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) lines.push(name, headers[name]!)
}
