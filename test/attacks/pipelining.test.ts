import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, test, type TestContext } from 'node:test'
import { Hono } from 'hono'
import { readBody } from '#platform/http/body.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '#platform/http/connections.ts'
import { listen } from '#platform/http/listen.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { startApp } from '#test/app.ts'
import { MOST_MIB, MOST_MS } from '#test/attacks/cost/sender.ts'
import { startMeasured } from '#test/attacks/cost/service.ts'
import { slack } from '#test/machine.ts'

/** Number of requests on one connection, many more than the service parses at the same time. */
const MANY = 2_000
const IN_FLIGHT = 16

async function serve(t: TestContext, app: Hono, connections: ConnectionLimits = CONNECTION_LIMITS): Promise<number> {
  const options = { host: '127.0.0.1', port: 0, trustedProxies: [], connections }
  const listener = await listen(app as never, createLog('silent'), options)
  t.after(() => listener.close(0))
  return listener.port
}

const requestOf = (path: string, lines = '') => `GET ${path} HTTP/1.1\r\nHost: resale.localhost\r\n${lines}\r\n`

/** Sends bytes on a new connection. With `reads: false`, the client reads no responses. */
function send(t: TestContext, port: number, bytes: string, { reads = true } = {}): { socket: Socket; text(): string } {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.after(() => socket.destroy())
  let text = ''
  if (reads) socket.on('data', (chunk) => (text += String(chunk)))
  socket.write(bytes)
  return { socket, text: () => text }
}

async function until(is: () => boolean, what: string, ms = 30_000): Promise<void> {
  const deadline = performance.now() + slack(ms)
  while (!is()) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in ${ms} ms`)
    await sleep(10)
  }
}

function countInFlight(t: TestContext) {
  const open = new Map<Socket, number>()
  let [parsed, most] = [0, 0]
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const { socket } = request
    const count = (open.get(socket) ?? 0) + 1
    open.set(socket, count)
    parsed++
    most = Math.max(most, count)
    response.on('close', () => open.set(socket, open.get(socket)! - 1))
  }
  subscribe('http.server.request.start', onStart)
  t.after(() => unsubscribe('http.server.request.start', onStart))
  return { parsed: () => parsed, most: () => most }
}

const answersIn = (text: string): number => text.split('HTTP/1.1 200 ').length - 1

describe('requests that a client pipelines on one connection', () => {
  test('pipelined requests are parsed 16 at a time, and handled one at a time', async (t) => {
    const release = Promise.withResolvers<void>()
    let [running, most] = [0, 0]
    const app = new Hono().get('/', async (c) => {
      most = Math.max(most, ++running)
      await release.promise
      running--
      return c.text('ok')
    })
    const port = await serve(t, app)
    const count = countInFlight(t)
    const client = send(t, port, requestOf('/').repeat(MANY))
    await until(() => count.parsed() >= IN_FLIGHT, 'the first requests')
    await sleep(200)
    assert.deepEqual([count.parsed(), running], [IN_FLIGHT, 1])
    release.resolve()
    await until(() => answersIn(client.text()) === MANY, 'every answer')
    assert.deepEqual([count.parsed(), count.most(), most], [MANY, IN_FLIGHT, 1])
  })

  test('the responses to pipelined requests arrive in order, with and without request bodies', async (t) => {
    const app = new Hono()
      .get('/:at', async (c) => (Number(c.req.param('at')) % 3 === 0 && (await nextTurn()), c.text(`<${c.req.param('at')}>`)))
      .post('/:at', async (c) => {
        const { incoming } = c.env as { incoming: IncomingMessage }
        const { value } = await readBody(incoming, ['json'])
        return c.text(`<${(value as { at: number }).at}>`)
      })
    const port = await serve(t, app)
    const one = (at: number) => {
      if (at % 5 !== 0) return requestOf(`/${at}`)
      const body = JSON.stringify({ at, more: 'x'.repeat(at % 700) })
      return `POST /${at} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    }
    const client = send(t, port, Array.from({ length: MANY }, (_, at) => one(at)).join(''))
    await until(() => answersIn(client.text()) === MANY, 'every answer')
    const order = [...client.text().matchAll(/<(\d+)>/g)].map(([, at]) => Number(at))
    assert.deepEqual(
      order,
      Array.from({ length: MANY }, (_, at) => at),
    )
  })

  test('the service handles a request from a different client between the pipelined requests of 30 connections', async (t) => {
    let [answered, running, most] = [0, 0, 0]
    const app = new Hono()
      .get('/', async (c) => {
        if (answered >= 30) most = Math.max(most, running + 1)
        running++
        await nextTurn()
        running--
        answered++
        return c.text('ok')
      })
      .get('/other', (c) => c.text('ok'))
    const port = await serve(t, app)
    const clients = Array.from({ length: 30 }, () => send(t, port, requestOf('/').repeat(200)))
    await until(() => answered > 100, 'the first answers')
    const before = answered
    const other = send(t, port, requestOf('/other'))
    await until(() => other.text() !== '', 'the answer of the other client')
    const overtaken = answered - before
    await until(() => clients.every(({ text }) => answersIn(text()) === 200), 'every answer')
    assert.ok(overtaken < 30 * IN_FLIGHT, `${overtaken} pipelined requests were answered before the other client`)
    // the limit is ten and not IN_FLIGHT: if the bytes on a connection arrive late, its next request starts without waiting in the queue
    assert.ok(most <= 10, `${most} pipelined requests ran at once`)
  })

  test('after the client disconnects, the service stops handling its pipelined requests', async (t) => {
    let handled = 0
    const app = new Hono().get('/', async (c) => (handled++, await sleep(20), c.text('ok')))
    const port = await serve(t, app)
    const { socket } = send(t, port, requestOf('/').repeat(MANY))
    await until(() => handled >= 2, 'the second request')
    socket.destroy()
    await sleep(200)
    const after = handled
    await sleep(200)
    assert.equal(handled, after)
    assert.ok(handled < IN_FLIGHT, `${handled} requests were handled`)
    const next = send(t, port, requestOf('/'))
    await until(() => answersIn(next.text()) === 1, 'the answer of the next client')
  })

  test('requests that wait behind an open stream do not use up the request slots of other clients', async (t) => {
    const app = new Hono()
      .get('/stream', (c) => c.body(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('data\n')) })))
      .get('/', (c) => c.text('ok'))
    const port = await serve(t, app)
    const count = countInFlight(t)
    const streams = Array.from({ length: 8 }, () => send(t, port, requestOf('/') + requestOf('/stream') + requestOf('/').repeat(MANY)))
    await until(() => streams.every(({ text }) => text().includes('data')), 'every stream')
    const reader = send(t, port, requestOf('/').repeat(50))
    await until(() => answersIn(reader.text()) === 50, 'every answer of a reader')
    assert.ok(count.most() <= IN_FLIGHT)
  })

  for (const [what, path, lines] of [
    ['cached responses', '/v1/market/stores', ''],
    ['pages', '/', 'Cookie: a=1\r\n'],
    ['files', '/robots.txt', ''],
  ] as const)
    test(`the limit of concurrent requests per connection applies to ${what}, regardless of whether the client reads the responses`, async (t) => {
      const app = await startApp(t)
      const warm = send(t, app.port, requestOf(path, lines).repeat(3))
      await until(() => answersIn(warm.text()) === 3, 'the first answers')
      const count = countInFlight(t)
      const client = send(t, app.port, requestOf(path, lines).repeat(200))
      send(t, app.port, requestOf(path, lines).repeat(200), { reads: false })
      await until(() => answersIn(client.text()) === 200, 'every answer')
      assert.ok(count.most() <= IN_FLIGHT, `${count.most()} requests were in flight on one connection`)
    })
})

describe('clients that do not read responses', () => {
  const large = 'x'.repeat(16 * 2 ** 20)
  const limits = { ...CONNECTION_LIMITS, unreadMs: 600 }

  test('clients that never read are disconnected, but slow readers stay connected', async (t) => {
    const port = await serve(
      t,
      new Hono().get('/', (c) => c.text(large)),
      limits,
    )
    const deaf = send(t, port, requestOf('/').repeat(MANY), { reads: false })
    const slow = send(t, port, requestOf('/'), { reads: false })
    let read = 0
    slow.socket.on('data', (chunk) => {
      read += chunk.length
      slow.socket.pause()
      setTimeout(() => slow.socket.resume(), 2)
    })
    const ended = new Promise<boolean>((resolve) => {
      deaf.socket.pause().once('error', () => resolve(true))
      // the client notices that the connection is closed only when it writes
      const timer = setInterval(() => deaf.socket.write('x'), 100)
      deaf.socket.once('close', () => (clearInterval(timer), resolve(true)))
    })
    await until(() => read > large.length, 'the whole answer of a slow reader')
    assert.ok(await Promise.race([ended, sleep(slack(5_000), false)]), 'the connection of a client that reads nothing was not closed')
  })

  test('a client of an idle event stream stays connected', async (t) => {
    const app = new Hono().get('/', (c) => {
      const stream = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('data\n')) })
      return c.body(stream)
    })
    const port = await serve(t, app, limits)
    const client = send(t, port, requestOf('/'))
    await until(() => client.text().includes('data'), 'the stream')
    await sleep(1_500)
    assert.equal(client.socket.readableEnded || client.socket.destroyed, false)
  })
})

/** Numbers of connections in the tests that depend on the speed of the machine. Only the long run includes these tests. */
const CROWDS = process.env['ATTACK'] === 'long' ? [1, 30] : []
describe('the effects of pipelined requests on the event loop and on memory', () => {
  for (const connections of CROWDS)
    test(`${connections} × ${MANY} pipelined page requests block the event loop for at most ${MOST_MS} ms and use at most ${MOST_MIB} MiB`, async (t) => {
      const service = await startMeasured(t)
      const bytes = requestOf('/', 'Cookie: a=1\r\n')
      const warm = send(t, service.port, bytes.repeat(300))
      await until(() => answersIn(warm.text()) === 300, 'the first answers')
      await service.request('sweep')
      await service.request('reset')
      const clients = Array.from({ length: connections }, () => send(t, service.port, bytes.repeat(MANY)))
      const all = () => clients.reduce((sum, { text }) => sum + answersIn(text()), 0)
      const deadline = performance.now() + 30_000
      while (all() < connections * MANY && performance.now() < deadline) await sleep(250)
      const { heldMs, grewMiB } = await service.request('read')
      t.diagnostic(`${all()} answers; the event loop was held ${heldMs} ms at most; ${grewMiB} MiB more`)
      assert.ok(heldMs <= MOST_MS && grewMiB <= MOST_MIB, `${heldMs} ms, ${grewMiB} MiB`)
    })
})
