import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/ids.ts'
import type { KeptAnswer } from '#platform/kept-bytes.ts'
import type { Closing } from './closing.ts'
import { cachingOf, matches, OPEN } from './market-answer.ts'

/**
 * Under what an answer to this request may be kept: its address, where a stranger reads the market and sends
 * nothing else that could make the answer another. Else null.
 */
export function keptAddress({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || url === undefined || !url.startsWith('/v1/') || url.length > 1_000) return null
  if (headers.authorization !== undefined || headers.cookie !== undefined) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return null
  return `${headers.host} ${url}`
}

/** An answer as it is kept. */
export function keptAnswer(
  json: string,
  etag: string,
  { operation, untilMs, visited }: Pick<KeptAnswer, 'operation' | 'untilMs' | 'visited'>,
): KeptAnswer {
  const body = Buffer.from(json).toString('latin1')
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, ...cachingOf(etag, true), ...OPEN }
  return { body, etag, headers, operation, untilMs, visited }
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
    // refused in the common words, by the usual way
    const rates = await ctx.rateLimits.request({ address }).catch(() => null)
    if (rates === null) return false
    if (answer.visited !== undefined)
      ctx.visits.note(answer.visited, { address, userAgent: request.headers['user-agent'] ?? '' }, ctx.now())
    const requestId = newId('req')
    const status = matches(request.headers['if-none-match'], answer.etag) ? 304 : 200
    const each = { ...closing.headers(requestId), ...rates }
    if (status === 304) response.writeHead(304, { ...each, ...cachingOf(answer.etag, true), ...OPEN }).end()
    else response.writeHead(200, { ...answer.headers, ...each }).end(answer.body, 'latin1')
    const path = request.url!.split('?', 1)[0]!
    closing.note({ requestId, operation: answer.operation, method: 'GET', path, address, status, startedAt })
    return true
  }
  return (request, response, address) => {
    const at = keptAddress(request)
    return at !== null && ctx.kept.has(at) && send(at, request, response, address())
  }
}
