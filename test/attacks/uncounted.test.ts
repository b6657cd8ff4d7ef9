import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createGracefulClose } from '#platform/http/graceful-close.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { createRateLimits, tooMany } from '#platform/limits/rate-limits.ts'
import { createApp } from '#service/server.ts'
import { send, startApp, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'

/** Paths for probes and operators, which have no rate limit. */
const FREE = ['/healthz', '/readyz', '/metrics']
const CALLS = [
  ['GET', '*/*'],
  ['GET', 'text/html'],
  ['HEAD', '*/*'],
  ['POST', '*/*'],
  ['PUT', 'text/html'],
  ['DELETE', '*/*'],
  ['OPTIONS', '*/*'],
] as const

describe('responses that count toward the rate limit', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    // replaces the rate limits, so that every request exceeds them
    const { rateLimits } = app.service.ctx
    rateLimits.request = () => Promise.reject(tooMany(1_000, 'Too many requests.'))
    rateLimits.requestAtOnce = () => null
  })

  function paths(): string[] {
    const { ctx } = app.service
    const closing = createGracefulClose(ctx, createMetrics(), () => false)
    const { routes } = createApp(ctx, { metrics: createMetrics(), closing, runDue: async () => {}, stopping: () => false })
    const known = routes.map(({ path }) => path.replaceAll(/:\w+(\{[^}]*\})?\??/g, 'some').replaceAll('*', 'some'))
    const unknown = ['/none', '/v1/none', '/v2/me', '/api', '/media/none', '/static/none.js', '/ucp/none', '/.well-known/none', '/a.php']
    return [...new Set([...known, ...unknown])].filter((path) => !FREE.includes(path))
  }

  for (const host of ['resale.localhost', 'localhost', 'shop.resale.localhost', 'shop.localhost', 'a.b.localhost', 'evil.test'])
    test(`every path at ${host} counts toward the rate limit`, async () => {
      const uncounted: string[] = []
      const all = paths()
      for (const path of all)
        for (const [method, accept] of CALLS) {
          const { status } = await send(app.port, method, path, { host, headers: { accept } })
          if (status !== 429) uncounted.push(`${method} ${path} (${accept}): ${status}`)
        }
      assert.ok(all.length > 200)
      assert.deepEqual(uncounted, [])
    })

  test('invalid MCP messages also count toward the rate limit', async () => {
    const uncounted: string[] = []
    for (const path of ['/mcp', '/mcp/account', '/ucp/mcp'])
      for (const bytes of ['', '{', '[]', '{}', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}'])
        for (const origin of ['', 'https://evil.test']) {
          const headers = origin === '' ? {} : { origin }
          const { status } = await send(app.port, 'POST', path, { host: 'localhost', raw: { type: 'application/json', bytes }, headers })
          if (status !== 429) uncounted.push(`${path} ${bytes} ${origin}: ${status}`)
        }
    assert.deepEqual(uncounted, [])
  })
})

describe('the rate limit on anonymous requests', () => {
  for (const [what, method, path] of [
    ['the OpenAPI document', 'GET', '/v1/openapi.json'],
    ['a schema', 'GET', '/ucp/schemas/payment.json'],
    ['an unknown URL', 'GET', '/v1/none'],
    ['a wrong method', 'PUT', '/v1/market/stores'],
    ['OPTIONS', 'OPTIONS', '/v1/market/stores'],
  ] as const)
    test(`the anonymous rate limit applies to ${what}`, async (t) => {
      const app = await startApp(t, { RATE_LIMITS: 'on' })
      const replies = await Promise.all(Array.from({ length: 200 }, () => app.call(method, path)))
      const refused = replies.filter(({ status }) => status === 429)
      assert.ok(refused.length > 0, 'no request was refused')
      assert.ok(refused.every(({ headers, body }) => Number(headers['retry-after']) > 0 && body.error.type === 'rate_limit'))
    })

  test('requests with an invalid key count toward the rate limit of their IP address', async (t) => {
    const app = await startApp(t, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1/32' })
    const ana = await app.signUp()
    // stops the clock, so that the speed of the machine does not affect the result
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const get = (path: string, from: string, key?: string) =>
      app.call('GET', path, { headers: { 'x-forwarded-for': from }, ...(key && { key }) })
    const guesses = await Promise.all(Array.from({ length: 100 }, (_, n) => get('/v1/me', '192.0.2.1', `${ana.key}${n}`)))
    const statuses = guesses.map(({ status }) => status)
    assert.deepEqual([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length], [40, 60])
    assert.equal((await get('/v1/market/stores', '192.0.2.1')).status, 429, 'requests without a key share the limit')
    assert.equal((await get('/v1/me', '192.0.2.1', ana.key)).status, 200)
    assert.equal((await get('/v1/me', '192.0.2.2', `${ana.key}x`)).status, 401)
  })

  test('the anonymous rate limit is high enough for the files of ten concurrent page views', async (t) => {
    const app = await startApp(t, { RATE_LIMITS: 'on' })
    const page = await app.call('GET', '/')
    const files = [...String(page.body).matchAll(/(?:src|href)="(?:http:\/\/[^/"]+)?(\/static\/[^"]+)"/g)].map(([, path]) => path!)
    assert.ok(files.length > 1)
    const replies = await Promise.all(Array.from({ length: 10 }, () => files.map((path) => app.call('GET', path))).flat())
    assert.ok(replies.every(({ status }) => status === 200))
    assert.equal((await app.call('GET', '/')).status, 200)
  })

  test('static files have a separate, higher rate limit', async () => {
    const limits = createRateLimits(true, { db: away, now: () => new Date(0), metrics: { refusal: () => {} } })
    const count = async (by: { file: string } | { address: string }) =>
      (await Promise.allSettled(Array.from({ length: 1_000 }, () => limits.request(by)))).filter(({ status }) => status === 'fulfilled')
        .length
    assert.deepEqual([await count({ file: '192.0.2.1' }), await count({ address: '192.0.2.1' })], [600, 40])
  })
})

const away = new Proxy({} as never, {
  get: () => {
    throw new Error('away')
  },
})
