import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/ids.ts'
import type { Closing } from './closing.ts'
import { isKnown } from './finished.ts'

/**
 * Under what an answer to this request may be kept: its address, where a stranger reads and sends nothing else that could make the
 * answer another. Else null.
 */
export function keptAddress({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || url === undefined || url.length > 1_000) return null
  if (headers.authorization !== undefined || headers.cookie !== undefined) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return null
  return `${headers.host} ${url}`
}

/** Answers from what is kept, where it can. False: nothing was sent, and the request is to be answered as any other. */
export type Repeat = (request: IncomingMessage, response: ServerResponse, address: () => string) => false | Promise<boolean>

/**
 * Sends kept bytes again, past all that would make them: with the rate limit, the view, the count and the log line
 * that a request has otherwise.
 */
export function createRepeat(ctx: Pick<Context, 'kept' | 'rateLimits' | 'visits' | 'now'>, closing: Closing): Repeat {
  const send = async (at: string, request: IncomingMessage, response: ServerResponse, address: string): Promise<boolean> => {
    const startedAt = performance.now()
    const answer = await ctx.kept.find(at)
    if (answer === null) return false
    const { headers } = request
    const { finished, operation, visited } = answer
    const form = await finished.form(headers['accept-encoding'])
    // refused in the common words, by the usual way
    const rates = await ctx.rateLimits.request({ address }).catch(() => null)
    if (rates === null) return false
    if (visited !== undefined) ctx.visits.note(visited, { address, userAgent: headers['user-agent'] ?? '' }, ctx.now())
    const requestId = newId('req')
    const status = isKnown(headers['if-none-match'], finished.etag) ? 304 : 200
    const each = { ...closing.headers(requestId), ...answer.headers, ETag: form.etag, ...(answer.showsRate && rates) }
    if (status === 304) response.writeHead(304, each).end()
    else response.writeHead(200, { ...each, 'Content-Type': answer.type, ...form.headers }).end(form.body, 'latin1')
    const path = request.url!.split('?', 1)[0]!
    closing.note({ requestId, operation, method: 'GET', path, address, status, startedAt })
    return true
  }
  return (request, response, address) => {
    const at = keptAddress(request)
    return at !== null && ctx.kept.has(at) && send(at, request, response, address())
  }
}
