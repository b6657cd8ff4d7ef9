import { ENDPOINTS } from '#api/index.ts'
import { createGracefulClose } from '#platform/http/graceful-close.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { createApp } from '#service/server.ts'
import { formToken } from '#web/framework/session.ts'
import { startApp } from '#test/app.ts'
import { ACCESS_MATRIX, sceneOf, type Request } from '#test/law.ts'
import { startGauge } from '#test/attacks/cost/gauge.ts'

/** A valid request to an endpoint, with the credentials of an authorized caller. */
export type Right = Omit<Request, 'raw'> & { key?: string; cookie?: string; raw?: { type: string; bytes: Uint8Array | string } }

export type PageForm = { path: string; cookie: string; token: string; origin: string }

const closers: (() => unknown)[] = []
const gauge = startGauge()
const app = await startApp({ after: (close) => closers.push(close) }, { FIRECRAWL_API_KEY: 'not asked', LOG_LEVEL: 'silent' })
const [owner, outsider] = [await app.signUp('Owner'), await app.signUp('Stranger')]
const scene = sceneOf(app, owner, outsider)

const ANSWERS = {
  port: async () => app.port,
  /** Creates the records that an endpoint needs, and returns a valid request to the endpoint. */
  async right(id: string): Promise<Right> {
    const row = ACCESS_MATRIX[id]!
    const { session, ...request } = await row.request(scene)
    const who = session ?? (row.may === 'session' ? owner.cookie : undefined)
    return { ...request, ...(who ? { cookie: who } : { key: owner.key }) }
  },
  /** Returns all page routes that accept a form. The id of one of the owner's listings replaces each path parameter. */
  async forms(): Promise<PageForm[]> {
    const { ctx } = app.service
    const closing = createGracefulClose(ctx, createMetrics(), () => false)
    const web = createApp(ctx, { metrics: createMetrics(), closing, runDue: async () => {}, stopping: () => false })
    const paths = web.routes.filter(({ method, path }) => method === 'POST' && !path.startsWith('/v1/') && !path.includes('*'))
    const id = (await app.call('POST', '/v1/listings', { key: owner.key, json: { title: 'Lamp' } })).body.id as string
    const token = () => formToken({ sessionToken: owner.cookie.split('=')[1] } as never)
    return [...new Set(paths.map(({ path }) => path.replaceAll(/:\w+(\{[^}]*\})?\??/g, id)))].map((path) => ({
      path,
      cookie: owner.cookie,
      token: token(),
      origin: app.url,
    }))
  },
  reset: async () => gauge.reset(),
  read: async () => gauge.read(),
  sweep: async () => gauge.sweep(),
  async stop() {
    for (const close of closers) await close()
  },
}

export type Answers = typeof ANSWERS

process.on('message', ({ call, argument, name }: { call: number; name: keyof Answers; argument: string }) => {
  ANSWERS[name](argument).then(
    (value: unknown) => process.send!({ call, value }),
    (error: Error) => process.send!({ call, error: String(error.stack) }),
  )
})
process.send!({ ready: ENDPOINTS.length })
