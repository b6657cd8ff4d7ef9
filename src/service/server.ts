import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Context, Core } from '#platform/context/index.ts'
import { ENDPOINTS } from '#api/index.ts'
import { presentApproval } from '#identity/approvals/present.ts'
import * as approvals from '#identity/approvals/index.ts'
import { authenticate } from '#identity/credentials/index.ts'
import { mountMedia } from '#catalog/photos/media.ts'
import { clockEndpoint } from '#platform/system/routes.ts'
import { whyNotReady } from '#platform/system/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { GracefulClose } from '#platform/http/graceful-close.ts'
import { asApiError } from '#platform/http/failures.ts'
import { counted, failureResponse, mountEndpoints, refuseOtherMethods, type App } from '#platform/http/mount.ts'
import { openApiText } from '#platform/http/openapi.ts'
import { openApiFor } from '#platform/http/openapi-served.ts'
import type { Gate } from '#platform/http/pipeline.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { allowReplica } from '#platform/replica/anonymous-reads.ts'
import { mountMcp } from '#mcp/index.ts'
import { mountUcp } from '#ucp/index.ts'
import { traced } from '#platform/telemetry/tracing.ts'
import { mountPages } from '#web/index.ts'
import { mountTokens } from '#web/auth/oauth/token.ts'
import { sendText } from '#web/framework/cached-text.ts'

export const gate: Gate = {
  authenticate,
  lock: approvals.lock,
  requestApproval: async (tx, actor, request, requirements) =>
    presentApproval(tx, await approvals.requestApproval(tx, actor, request, requirements)),
}

export type ServerParts = {
  metrics: Metrics
  closing: GracefulClose
  runDue(): Promise<void>
  stopping(): boolean
}

/** Creates the web server as one app: API, pages and health endpoints. */
export function createApp(ctx: Context, { metrics, closing, runDue, stopping }: ServerParts): App {
  const app: App = new Hono()
  app.use((c, next) => traced({ name: c.req.method, kind: 'server' }, next))
  app.use(async (c, next) => {
    const startedAt = performance.now()
    c.env.closing = closing
    await (ctx.reads !== ctx.db && isAnonymousRead(c.env.incoming) ? allowReplica(next) : next())
    const { sent } = c.env
    if (sent === undefined) for (const [name, value] of Object.entries(closing.headers(c.env.requestId))) c.res.headers.set(name, value)
    // cancels the body of a HEAD response, because nothing reads the body, and its file or storage connection would stay open
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
    closing.note({
      requestId: c.env.requestId,
      operation: c.get('operation') ?? 'other',
      method: c.req.method,
      path: c.req.path,
      address: c.env.address,
      status: sent ?? c.res.status,
      startedAt,
    })
  })
  const pages = mountPages(app, ctx)
  app.onError((error, c) => {
    if (error instanceof HTTPException) return failureResponse(c, new ApiError('invalid_request', error.message))
    return pages.failed(c, error) ?? failureResponse(c, asApiError(error, ctx.log, c.env.requestId))
  })

  mountHealth(app, ctx, { metrics, stopping })

  const endpoints = ctx.config.testClock ? [...ENDPOINTS, clockEndpoint(runDue)] : ENDPOINTS
  mountEndpoints(app, ctx, gate, endpoints)
  // builds the document on the first request, because building it takes longer than the rest of this function
  const openApi = openApiFor(() => openApiText(ENDPOINTS, ctx.config), ctx.config)
  app.get(
    '/v1/openapi.json',
    counted(ctx, (c) => sendText(c, 'application/json', openApi(c.env.incoming.headers.host))),
  )
  mountTokens(app, ctx)
  mountMcp(app, { ctx, gate })
  mountUcp(app, { ctx, gate })
  mountMedia(app, ctx)
  for (const path of ['/healthz', '/readyz', '/metrics', '/v1/openapi.json', '/media/:key']) refuseOtherMethods(app, ctx, path)
  app.notFound(counted(ctx, (c) => pages.notFound(c) ?? failureResponse(c, new ApiError('not_found', nothingAt(c.req.path)))))
  return app
}

/** Creates the app of a worker, which serves only health endpoints. */
export function createHealthApp(ctx: Context, parts: Pick<ServerParts, 'metrics' | 'stopping'>): App {
  const app: App = new Hono()
  mountHealth(app, ctx, parts)
  app.notFound((c) => failureResponse(c, new ApiError('not_found', 'A worker serves only /healthz, /readyz and /metrics.')))
  return app
}

function mountHealth(app: App, ctx: Context, { metrics, stopping }: Pick<ServerParts, 'metrics' | 'stopping'>): void {
  const whyNot = async () => (stopping() ? 'stopping' : whyNotReady(ctx))
  metrics.gaugeBy('ready', '1 if /readyz reports ready, otherwise 0, with the reason', 'reason', async () => {
    const reason = await whyNot()
    return { [reason ?? '']: reason === null ? 1 : 0 }
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const reason = await whyNot()
    if (reason !== null) return c.json({ status: 'not ready', reason }, 503)
    // stays ready during a search outage, because load balancers would otherwise remove all web processes, although most functions do not
    // need the search
    return c.json({ status: 'ready', ...(ctx.search.isAway() && { away: ['search'] }) })
  })
  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(ctx, c.req.header('Authorization'))) return c.notFound()
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
  })
}

/** Returns true for an anonymous read. A caller with a cookie or key must see its own recent writes, so it never reads the replica. */
const isAnonymousRead = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.cookie === undefined && headers.authorization === undefined

const nothingAt = (path: string): string =>
  `There is no page or endpoint at ${path}.${/^\/(v\d+|api)(\/|$)/i.test(path) ? ' GET /v1/openapi.json lists all endpoints.' : ''}`

function mayReadMetrics({ config }: Core, authorization: string | undefined): boolean {
  if (config.mode === 'local') return true
  if (config.metricsToken === null) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${config.metricsToken}`))
}
