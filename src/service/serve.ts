import { setTimeout as sleep } from 'node:timers/promises'
import { openDemo, startPictures, type Demo } from '#demo/index.ts'
import { createGracefulClose } from '#platform/http/graceful-close.ts'
import { listen } from '#platform/http/listen.ts'
import { createCacheHit } from '#platform/http/cache-hit.ts'
import type { Context } from '#platform/context/index.ts'
import type { Closers } from './closers.ts'
import { GRACE_MS } from './grace-period.ts'
import { createApp, createHealthApp } from './server.ts'

/**
 * Time during which a public service still accepts requests although `/readyz` already reports it as not ready, so that load balancers
 * notice in time (spec: reliability 5.8).
 */
const DRAIN_MS = 3_000

/** Serves the pages and the API. `runDue` runs the due jobs when a test advances the clock. */
export async function serveMarket(
  ctx: Context,
  runDue: () => Promise<void>,
  closers: Closers,
): Promise<{ port: number; demo: Demo | null }> {
  const { config, log, metrics, live } = ctx
  let isStopping = false
  const stopping = () => isStopping
  const closing = createGracefulClose(ctx, metrics, stopping)
  const app = createApp(ctx, { metrics, closing, runDue, stopping })
  const demo = await openDemo(ctx)
  const listener = await listen(app, log, { ...config, repeat: createCacheHit(ctx, closing) })
  closers.add(async () => {
    isStopping = true
    if (config.mode === 'public') await sleep(DRAIN_MS)
    // the service must end event streams itself; the pages then reconnect to a different process
    live.stop()
    await listener.close(GRACE_MS)
  })
  if (demo) closers.add(startPictures(ctx))
  return { port: listener.port, demo }
}

/** Serves the health endpoints of a worker. `port` is null when HEALTH_PORT is not set. */
export async function serveHealth(ctx: Context, closers: Closers): Promise<{ port: number | null; demo: null }> {
  const { config, log, metrics } = ctx
  if (config.healthPort === null) return { port: null, demo: null }
  let isStopping = false
  const app = createHealthApp(ctx, { metrics, stopping: () => isStopping })
  const listener = await listen(app, log, { ...config, port: config.healthPort })
  closers.add(() => listener.close(GRACE_MS))
  closers.add(() => (isStopping = true))
  return { port: listener.port, demo: null }
}
