import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#platform/context/index.ts'
import { newId } from '#platform/context/ids.ts'
import type { CachedResponse } from '#platform/cache/sized-cache.ts'
import type { GracefulClose } from './graceful-close.ts'
import { isKnown, type BodyVariant } from './encoded-body.ts'

/**
 * Under what an answer to this request may be kept: its address, where a stranger reads and sends nothing else that could make the
 * answer another. Else null.
 */
export function cacheKey({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || url === undefined || url.length > 1_000) return null
  if (headers.authorization !== undefined || headers.cookie !== undefined) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return null
  return `${headers.host} ${url}`
}

/** What the listener does with a request that comes to it. */
export type Ways = {
  addressOf(request: IncomingMessage): string
  /** Answers it as if nothing were kept. */
  anew(request: IncomingMessage, response: ServerResponse): void
}

/** Answers from what is kept, before anything else looks at the request. False: it cannot. True: it will, or goes on by `anew`. */
export type CacheHit = (request: IncomingMessage, response: ServerResponse, ways: Ways) => boolean

type KeptRead = { request: IncomingMessage; response: ServerResponse; address: string; startedAt: number }
type Rates = Record<string, string>

/**
 * Sends kept bytes again, past all that would make them: with the rate limit, the view, the count and the log line
 * that a request has otherwise. An address under which something is kept was looked at when that was made.
 */
export function createCacheHit(ctx: Pick<Context, 'responseCache' | 'rateLimits' | 'visits' | 'now' | 'log'>, closing: GracefulClose): CacheHit {
  const send = ({ request, response, address, startedAt }: KeptRead, answer: CachedResponse, form: BodyVariant, rates: Rates): void => {
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

  /** The packed form is being made, or the limit asks the database: the others of this turn do not wait for it. */
  const sendLater = async (
    asked: KeptRead,
    answer: CachedResponse,
    form: BodyVariant | Promise<BodyVariant>,
    rates: Rates | null,
  ): Promise<boolean> => {
    const known = rates ?? (await ctx.rateLimits.request({ address: asked.address }).catch(() => null))
    // refused in the common words, by the usual way
    if (known === null) return false
    send(asked, answer, await form, known)
    return true
  }

  const answerKept = (asked: KeptRead, at: string, ways: Ways): void => {
    const { request, response, address } = asked
    const anew = () => ways.anew(request, response)
    const answer = ctx.responseCache.get(at)
    if (answer === null) return anew()
    const form = answer.finished.form(request.headers['accept-encoding'])
    const rates = ctx.rateLimits.requestAtOnce(address)
    if (rates !== null && !(form instanceof Promise)) return send(asked, answer, form, rates)
    sendLater(asked, answer, form, rates)
      .then((done) => (done ? undefined : anew()))
      .catch((error: unknown) => failed(asked, error))
  }
  /** Whoever asked waits for no answer that never comes. */
  const failed = ({ response }: KeptRead, error: unknown) => {
    ctx.log.error({ err: error }, 'a kept answer could not be sent')
    if (!response.writableEnded) response.destroy()
  }

  return (request, response, ways): boolean => {
    const at = cacheKey(request)
    if (at === null || !ctx.responseCache.has(at) || !hasOneHost(request)) return false
    const asked: KeptRead = { request, response, address: ways.addressOf(request), startedAt: performance.now() }
    ctx.responseCache
      .fresh()
      .then((fresh) => (fresh ? answerKept(asked, at, ways) : ways.anew(request, response)))
      .catch((error: unknown) => failed(asked, error))
    return true
  }
}

/** Node hands on the first of several; two are refused by the usual way. */
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
