import type { TestContext } from 'node:test'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'
import { createGracefulClose } from '#platform/http/graceful-close.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { asApiError } from '#platform/http/failures.ts'
import { listen } from '#platform/http/listen.ts'
import { failureResponse, mountEndpoints, type App } from '#platform/http/mount.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { ENDPOINTS } from '#api/index.ts'
import { gate } from '#service/server.ts'
import { send, type Call, type Reply, type TestApp } from '#test/app.ts'

export type Probe = {
  ctx: Context
  port: number
  call(method: string, path: string, call?: Call): Promise<Reply>
  effects(): Promise<string[]>
}

/**
 * Starts the test-only endpoints in addition to the real ones, with the same request pipeline, database, keys and approvals. Each test-only
 * endpoint records its effects in a separate table.
 */
export async function startProbe(t: Pick<TestContext, 'after'>, app: TestApp, endpoints: readonly Endpoint[]): Promise<Probe> {
  const all = [...ENDPOINTS, ...endpoints]
  const ctx: Context = { ...app.service.ctx, endpoints: new Map(all.map((endpoint) => [endpoint.id, endpoint])) }
  await sql`create table if not exists probe_effects (id bigserial primary key, note text not null)`.execute(ctx.db)
  const web: App = new Hono()
  const closing = createGracefulClose(ctx, createMetrics(), () => false)
  web.use((c, next) => {
    c.env.closing = closing
    return next()
  })
  mountEndpoints(web, ctx, gate, all)
  web.onError((error, c) => failureResponse(c, asApiError(error, ctx.log, c.env.requestId)))
  const listener = await listen(web, ctx.log, { host: '127.0.0.1', port: 0, trustedProxies: [] })
  t.after(() => listener.close(1_000))
  return {
    ctx,
    port: listener.port,
    // Sends the service's own origin in the header, because the probe listens on a different port.
    call: (method, path, call = {}) =>
      send(listener.port, method, path, call.cookie === undefined ? call : { ...call, headers: { origin: app.url, ...call.headers } }),
    effects: async () =>
      (await sql<{ note: string }>`select note from probe_effects order by id`.execute(ctx.db)).rows.map(({ note }) => note),
  }
}

/** Records an effect of a test-only endpoint, so that tests can count effects. */
export async function leave(tx: Context, note: string): Promise<void> {
  await sql`insert into probe_effects (note) values (${note})`.execute(tx.db)
}
