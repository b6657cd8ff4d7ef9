import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext, Hono } from 'hono'
import type { Context } from '#context.ts'
import { ApiError } from '#lib/errors.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { asApiError, errorBody } from './failures.ts'
import { serve, type Gate, type Served } from './pipeline.ts'

/** What node's server hands to Hono, and what the listener adds to it. */
export type Bindings = { incoming: IncomingMessage; requestId: string; address: string }
export type App = Hono<{ Bindings: Bindings; Variables: { operation?: string } }>
type Call = HonoContext<{ Bindings: Bindings; Variables: { operation?: string } }>

/** Puts every endpoint on the app under `/v1`, with 405 and `Allow` for the other methods of its path. */
export function mountEndpoints(app: App, ctx: Context, gate: Gate, endpoints: readonly Endpoint[]): void {
  const byPath = Map.groupBy(endpoints, (endpoint) => endpoint.path)
  // `/listings/export` before `/listings/{id}`, which would take it for an id
  for (const [path, group] of [...byPath].toSorted(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1))) {
    const route = `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    for (const endpoint of group) app.on(endpoint.method, route, (c) => answerCall(ctx, gate, endpoint, c))
    const allow = [...group.map(({ method }) => method), ...(group.some(({ method }) => method === 'GET') ? ['HEAD'] : []), 'OPTIONS'].join(
      ', ',
    )
    const market = group.some((endpoint) => endpoint.market)
    app.options(route, (c) => c.body(null, 204, { Allow: allow, ...(market ? preflight(allow) : {}) }))
    app.all(route, (c) => failure(c, new ApiError('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } })))
  }
}

const sortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '~')

/** 405 with `Allow` where a page that is not an endpoint is asked for with another method than GET. */
export function refuseOtherMethods(app: App, path: string): void {
  const allow = 'GET, HEAD, OPTIONS'
  app.options(path, (c) => c.body(null, 204, { Allow: allow }))
  app.all(path, (c) => failure(c, new ApiError('method_not_allowed', `This address takes ${allow}.`, { headers: { Allow: allow } })))
}

/** Any error as the one envelope. */
export function failure(c: Call, error: ApiError): Response {
  const body = errorBody(error, error.status >= 500 ? c.env.requestId : undefined)
  return c.json(body, error.status, { 'Cache-Control': 'no-store', ...error.headers })
}

async function answerCall(ctx: Context, gate: Gate, endpoint: Endpoint, c: Call): Promise<Response> {
  c.set('operation', endpoint.id)
  const open: Record<string, string> = endpoint.market
    ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag, Request-Id, RateLimit, Retry-After' }
    : {}
  try {
    const url = new URL(c.req.url)
    const served = await serve(ctx, gate, {
      endpoint,
      request: c.env.incoming,
      path: url.pathname,
      query: url.search,
      params: c.req.param(),
      address: c.env.address,
    })
    return respond(c, endpoint, served, open)
  } catch (error) {
    const known = asApiError(error, ctx.log, c.env.requestId)
    const response = failure(c, known)
    for (const [name, value] of Object.entries(open)) response.headers.set(name, value)
    return response
  }
}

function respond(c: Call, endpoint: Endpoint, { answer, actor, headers }: Served, open: Record<string, string>): Response {
  const own = { ...headers, ...open, ...answer.headers }
  if (answer.raw)
    return c.body(answer.raw.bytes as Uint8Array<ArrayBuffer>, answer.status, {
      'Content-Type': answer.raw.type,
      'Cache-Control': 'no-store',
      ...own,
    })
  const json = jsonOf(answer)
  if (!endpoint.market) return send(c, json, answer.status, { 'Cache-Control': 'no-store', ...own })
  const etag = `"${createHash('sha1').update(json).digest('base64url')}"`
  const caching = {
    ETag: etag,
    'Cache-Control': actor.kind === 'anonymous' ? 'public, max-age=10' : 'private, no-cache',
    Vary: 'Authorization, Cookie',
    ...own,
  }
  return matches(c.req.header('If-None-Match'), etag) ? c.body(null, 304, caching) : send(c, json, answer.status, caching)
}

const send = (c: Call, json: string, status: Answer['status'], headers: Record<string, string>): Response =>
  c.body(json, status, { 'Content-Type': 'application/json', ...headers })

const jsonOf = (answer: Answer): string => answer.json ?? JSON.stringify(answer.body)

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)

const preflight = (allow: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, Idempotency-Key',
  'Access-Control-Max-Age': '86400',
})
