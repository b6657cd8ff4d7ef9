import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import {
  type ApiError,
  type ConnectionError,
  createResale,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnavailableError,
  type Resale,
} from '@resale/sdk'
import { slack } from '#test/machine.ts'
import { startLocalServer } from '#test/local-server.ts'

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | ((response: ServerResponse) => void)

const OK: Answer = { status: 200, body: { object: 'account' } }
const refusal = (status: number, type: string, headers = {}): Answer => ({
  status,
  headers,
  body: { error: { type, message: 'Not now.' } },
})

/** Starts a service that sends the given responses in order. Repeats the last response for all further requests. */
async function serviceThat(t: TestContext, ...answers: Answer[]): Promise<{ seen: Seen[]; resale: Resale; url: string }> {
  const seen: Seen[] = []
  const { url } = await startLocalServer(t, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      const answer = answers[Math.min(seen.length, answers.length) - 1]!
      if (typeof answer === 'function') return answer(response)
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(JSON.stringify(answer.body))
    })
  })
  return { seen, url, resale: createResale({ baseUrl: url, key: 'rsk_x' }) }
}

const spent = async (work: Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work.catch(() => {})
  return performance.now() - began
}

describe('a request through the SDK', () => {
  test('the SDK retries transient errors with the same idempotency key and with increasing delays', async (t) => {
    const { seen, resale } = await serviceThat(t, refusal(500, 'server'), (response) => response.destroy(), {
      status: 201,
      body: { object: 'listing' },
    })
    const ms = await spent(resale.listings.create({ title: 'Lamp' }))
    assert.equal(seen.length, 3)
    assert.equal(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.match(String(seen[0]!.headers['idempotency-key']), /^[0-9a-f-]{36}$/)
    assert.deepEqual(new Set(seen.map(({ body }) => body)), new Set(['{"title":"Lamp"}']))
    assert.ok(ms > 800, `${ms} ms`)
  })

  test('before a retry, the SDK waits for the time in Retry-After', async (t) => {
    const { seen, resale } = await serviceThat(t, refusal(429, 'rate_limit', { 'retry-after': '1' }), OK)
    const ms = await spent(resale.me.get())
    assert.deepEqual([seen.length, ms >= 1_000 && ms < slack(3_000)], [2, true], `${ms} ms`)
  })

  test('if Retry-After exceeds half a minute, an SDK request throws immediately and states how long to wait', async (t) => {
    const { seen, resale } = await serviceThat(t, refusal(429, 'rate_limit', { 'retry-after': '3600' }))
    await assert.rejects(resale.me.get(), (error: RateLimitError) => error instanceof RateLimitError && error.retryAfter === 3600)
    assert.equal(seen.length, 1)
  })

  test('an SDK request stops after three attempts, or after a configured number of attempts', async (t) => {
    const { seen, resale } = await serviceThat(t, refusal(503, 'unavailable', { 'retry-after': '0' }))
    await assert.rejects(resale.me.get(), UnavailableError)
    assert.equal(seen.length, 3)
    await assert.rejects(resale.me.get({ retries: 0 }), UnavailableError)
    assert.equal(seen.length, 4)
  })

  test('the SDK does not retry a request after a permanent error', async (t) => {
    for (const [status, type] of [
      [400, 'invalid_request'],
      [403, 'permission'],
      [409, 'conflict'],
      [422, 'idempotency_mismatch'],
      [503, 'unavailable'],
    ] as const) {
      const { seen, resale } = await serviceThat(t, refusal(status, type), OK)
      await assert.rejects(resale.me.get(), (error: ApiError) => error.type === type)
      assert.equal(seen.length, 1, type)
    }
    const running = await serviceThat(t, refusal(409, 'conflict', { 'retry-after': '0' }), OK)
    await running.resale.me.get()
    assert.equal(running.seen.length, 2, 'the first of two equal requests still runs')
  })

  test('an SDK request stops at its timeout or when its signal aborts, even between retries', async (t) => {
    const silent = await serviceThat(t, () => {})
    await assert.rejects(silent.resale.me.get({ timeoutMs: 50, retries: 0 }), TimeoutError)
    const stop = new AbortController()
    const call = silent.resale.me.get({ signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 30)
    await assert.rejects(call, /enough/)
    const busy = await serviceThat(t, refusal(429, 'rate_limit', { 'retry-after': '20' }))
    const waits = busy.resale.me.get({ signal: AbortSignal.timeout(100) })
    assert.ok((await spent(waits)) < 2_000)
    await assert.rejects(waits, { name: 'TimeoutError' })
  })

  test('if the service is unreachable or sends an unexpected response, the SDK throws a clear error', async (t) => {
    await assert.rejects(createResale({ baseUrl: 'http://127.0.0.1:9', retries: 0 }).me.get(), (error: ConnectionError) =>
      /No response from http:\/\/127\.0\.0\.1:9\./.test(error.message),
    )
    const proxy = await serviceThat(t, (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
    await assert.rejects(proxy.resale.me.get({ retries: 0 }), (error: ServerError) => error.status === 502 && error instanceof ServerError)
    assert.throws(() => createResale({ baseUrl: 'market.example' }), /baseUrl/)
  })

  test('the SDK encodes values in the path and in the query of a URL', async (t) => {
    const { seen, resale, url } = await serviceThat(t, { status: 200, body: { object: 'list', data: [], has_more: true } })
    await resale.market.search({ q: 'wool & silk', limit: 2 })
    await createResale({ baseUrl: `${url}/v1/` }).listings.get('lst/ä?')
    assert.deepEqual(
      seen.map((one) => one.url),
      ['/v1/market/search?q=wool+%26+silk&limit=2', '/v1/listings/lst%2F%C3%A4%3F'],
    )
    // An empty page ends the iteration, even if its `has_more` is true.
    for await (const one of resale.listings.list()) assert.fail(`the empty list returned ${one.id}`)
    assert.deepEqual([seen[0]!.headers.authorization, seen[1]!.headers.authorization], ['Bearer rsk_x', undefined])
    assert.ok(seen.every(({ method, headers }) => method === 'GET' && headers['idempotency-key'] === undefined))
  })

  test('the SDK warns once per ignored field, and never in production', async (t) => {
    const headers = { 'ignored-fields': 'titel; did-you-mean=title, colour' }
    const { resale } = await serviceThat(t, { status: 200, headers, body: { object: 'listing' } }, refusal(400, 'invalid_request', headers))
    const warn = t.mock.method(console, 'warn', () => {})
    const warnings = () => warn.mock.calls.map(({ arguments: [message] }) => message)
    const before = process.env['NODE_ENV']
    t.after(() => (before === undefined ? delete process.env['NODE_ENV'] : (process.env['NODE_ENV'] = before)))
    process.env['NODE_ENV'] = 'production'
    await resale.listings.create({ title: 'Lamp' })
    assert.deepEqual(warnings(), [])
    delete process.env['NODE_ENV']
    for (let tries = 0; tries < 3; tries++) await resale.listings.create({ title: 'Lamp' }).catch(() => {})
    assert.deepEqual(warnings(), [
      'resale: POST /listings ignored "titel". Did you mean "title"?',
      'resale: POST /listings ignored "colour".',
    ])
  })
})
