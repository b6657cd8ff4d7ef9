import type { ServerResponse } from 'node:http'
import type { Context as HonoContext, Hono } from 'hono'
import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Bindings } from './bindings.ts'
import type { Endpoint } from './endpoint.ts'
import { asApiError, errorBody } from './failures.ts'
import { EncodedBody, isKnown, type BodyVariant } from './encoded-body.ts'
import { cachingOf, OPEN } from './market-answer.ts'
import { LEAST_BYTES, packingFor } from './compression.ts'
import { serve, type Gate, type Served } from './pipeline.ts'
import { cacheKey } from './cache-hit.ts'
import { writeResponse } from './write-response.ts'

type Variables = { operation?: string }
export type App = Hono<{ Bindings: Bindings; Variables: Variables }>
export type Call = HonoContext<{ Bindings: Bindings; Variables: Variables }>

/** Mounts every endpoint under `/v1`. Responds with 405 and an `Allow` header to other methods on the same path. */
export function mountEndpoints(app: App, ctx: Context, gate: Gate, endpoints: readonly Endpoint[]): void {
  const deps: Deps = { ctx, gate }
  const byPath = Map.groupBy(endpoints, (endpoint) => endpoint.path)
  // mounts `/listings/export` before `/listings/{id}`, which would otherwise match `export` as an id
  for (const [path, group] of [...byPath].toSorted(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1))) {
    const route = `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    for (const endpoint of group) app.on(endpoint.method, route, (c) => answerCall(deps, endpoint, c))
    const allow = [...group.map(({ method }) => method), ...(group.some(({ method }) => method === 'GET') ? ['HEAD'] : []), 'OPTIONS'].join(
      ', ',
    )
    answerOptions(app, ctx, route, { Allow: allow, ...preflight(group, allow) })
    refuseRest(app, ctx, route, allow)
  }
}

const sortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '~')

/** Responds with 405 and an `Allow` header to methods other than GET, HEAD and OPTIONS, on paths that are not API endpoints. */
export function refuseOtherMethods(app: App, ctx: Limits, path: string): void {
  const allow = 'GET, HEAD, OPTIONS'
  answerOptions(app, ctx, path, { Allow: allow })
  refuseRest(app, ctx, path, allow)
}

/** Responds to OPTIONS requests with 204 and the given headers. */
export function answerOptions(app: App, ctx: Limits, path: string, headers: Readonly<Record<string, string>>): void {
  app.options(
    path,
    counted(ctx, (c) => c.body(null, 204, headers)),
  )
}

/** Responds with 405 to every method that no earlier handler accepts. */
export function refuseRest(app: App, ctx: Limits, path: string, allow: string): void {
  const refuse = (c: Call) =>
    failureResponse(c, new ApiError('method_not_allowed', `Only ${allow} is allowed at this address.`, { headers: { Allow: allow } }))
  app.all(path, counted(ctx, refuse))
}

type Limits = Pick<Context, 'rateLimits' | 'log'>
type Handler = (c: Call) => Response | Promise<Response>

/**
 * Wraps the handler for a path that is neither an API endpoint nor a page. Counts each request toward the limit for static files or, for
 * other paths, toward the rate limit of the client's address (spec: completions 13.1). Responds with 429 above the limit.
 */
export function counted({ rateLimits, log }: Limits, handle: Handler, kind: 'address' | 'file' = 'address'): Handler {
  return async (c) => {
    const { address, requestId } = c.env
    try {
      const rates = await rateLimits.request(kind === 'file' ? { file: address } : { address })
      const response = await handle(c)
      if (kind === 'address' && c.env.sent === undefined) for (const name in rates) response.headers.set(name, rates[name]!)
      return response
    } catch (error) {
      return failureResponse(c, asApiError(error, log, requestId))
    }
  }
}

/** Creates an error response in JSON. `headers`: headers that the handler set before it failed. */
export function failureResponse(c: Call, error: ApiError, headers: Readonly<Record<string, string>> = {}): Response {
  const body = errorBody(error, error.status >= 500 ? c.env.requestId : undefined)
  return c.json(body, error.status, { 'Cache-Control': 'no-store', ...headers, ...error.headers })
}

type Deps = { ctx: Context; gate: Gate }

async function answerCall(deps: Deps, endpoint: Endpoint, c: Call): Promise<Response> {
  const { ctx, gate } = deps
  c.set('operation', endpoint.id)
  const headers: Record<string, string> = isOpen(endpoint) ? { ...OPEN } : {}
  try {
    const begun = endpoint.market ? ctx.responseCache.begin() : null
    const url = new URL(c.req.url)
    const served = await serve(ctx, gate, {
      endpoint,
      request: c.env.incoming,
      path: url.pathname,
      query: url.search,
      params: c.req.param(),
      address: c.env.address,
      requestId: c.env.requestId,
      gone: () => closed(c.env.outgoing),
      headers,
    })
    return await respond(deps, c, endpoint, served, { headers, begun })
  } catch (error) {
    return failureResponse(c, asApiError(error, ctx.log, c.env.requestId), headers)
  }
}

/** Returns a signal that aborts when the connection closes, or once the response has been sent. */
export function closed(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  outgoing.once('close', () => controller.abort())
  return controller.signal
}

async function respond(
  deps: Deps,
  c: Call,
  endpoint: Endpoint,
  { answer, actor }: Served,
  { headers, begun }: { headers: Readonly<Record<string, string>>; begun: number | null },
): Promise<Response> {
  const own = { ...headers, ...answer.headers }
  if (answer.raw)
    return c.body(answer.raw.bytes as Uint8Array<ArrayBuffer>, answer.status, {
      'Content-Type': answer.raw.type,
      'Cache-Control': 'no-store',
      ...own,
    })
  const json = answer.json ?? JSON.stringify(answer.body)
  if (!endpoint.market) {
    const body = await plainOrPacked(c, actor, json)
    return writeResponse(c, answer.status, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...own }, body)
  }
  const finished = new EncodedBody(json)
  const isAnonymous = actor.kind === 'anonymous'
  const at = cacheKey(c.env.incoming)
  const caching = cachingOf(isAnonymous)
  if (answer.cachePolicy && isAnonymous && at !== null && begun !== null) {
    const { subjects, untilMs, visited } = answer.cachePolicy
    // the cache may store this header, because it depends only on the URL, like the response itself
    const ignored = headers['Ignored-Fields'] === undefined ? {} : { 'Ignored-Fields': headers['Ignored-Fields'] }
    const about = {
      type: JSON_TYPE,
      headers: { ...caching, ...OPEN, ...ignored },
      showsRate: true,
      operation: endpoint.id,
      untilMs,
      visited,
    }
    deps.ctx.responseCache.put(at, finished, about, subjects, begun)
  }
  const form = await finished.form(mayPack(actor) ? c.req.header('Accept-Encoding') : undefined)
  const all = { ...caching, ...own, ETag: form.etag }
  if (isKnown(c.req.header('If-None-Match'), finished.etag)) return writeResponse(c, 304, all, null)
  return writeResponse(c, answer.status, { ...all, 'Content-Type': JSON_TYPE }, form)
}

/**
 * Returns true when compression is safe for this caller. If an attacker's website can trigger requests, the length of a compressed response
 * can reveal its secrets (BREACH, decision 18). Browsers add the session cookie to such requests, but never a key.
 */
const mayPack = (actor: Served['actor']): boolean => actor.kind !== 'session'

async function plainOrPacked(c: Call, actor: Served['actor'], json: string): Promise<BodyVariant | string> {
  if (json.length < LEAST_BYTES || !mayPack(actor) || packingFor(c.req.header('Accept-Encoding')) === null) return json
  return new EncodedBody(json).form(c.req.header('Accept-Encoding'))
}

const JSON_TYPE = 'application/json'

const isOpen = ({ market, cors }: Endpoint): boolean => market === true || cors === true

/** Returns the CORS preflight headers for a path, for scripts on other websites. */
function preflight(group: readonly Endpoint[], allow: string): Record<string, string> {
  if (!group.some(isOpen)) return {}
  const isMarket = group.some(({ market }) => market)
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': isMarket
      ? 'Authorization, Content-Type, If-None-Match, Idempotency-Key'
      : 'Content-Type, Idempotency-Key',
    'Access-Control-Max-Age': '86400',
  }
}
