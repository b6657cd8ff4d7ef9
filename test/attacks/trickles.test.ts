import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, describe, test, type TestContext } from 'node:test'
import { Hono } from 'hono'
import { readBody } from '#platform/http/body.ts'
import type { BodyLimits } from '#platform/http/bodies.ts'
import { listen } from '#platform/http/listen.ts'
import { createBodySlots } from '#platform/http/signed-bodies.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { send, startApp, type TestApp } from '#test/app.ts'
import { sendStripeEvent, startStripe } from '#test/fakes/stripe.ts'
import { lifetime } from '#test/lifetime.ts'
import { slack } from '#test/machine.ts'

/**
 * `received`: data that the client has received. `ended`: the service has ended its side of the connection. `closed`: the connection is
 * closed.
 */
type Trickle = { socket: Socket; received: () => string; ended: () => boolean; closed: () => boolean }

/** Sends the first `first` bytes of a body of `length` bytes immediately, and then one byte every `everyMs` milliseconds. */
async function trickle(
  t: Pick<TestContext, 'after'>,
  port: number,
  { from = '127.0.0.1', path = '/read', length = 100_000, first = 1, everyMs = 100, lines = '' } = {},
): Promise<Trickle> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true }).on('error', () => {})
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${lines}\r\n${'x'.repeat(first)}`,
  )
  const timer = setInterval(() => socket.destroyed || socket.write('x'), everyMs)
  let [ended, closed] = [false, false]
  socket.once('end', () => (ended = true))
  socket.once('close', () => {
    ended = closed = true
    clearInterval(timer)
  })
  t.after(() => (clearInterval(timer), socket.destroy()))
  return { socket, received: () => received, ended: () => ended, closed: () => closed }
}

/** Starts a server. `/read` reads the body, `/early` responds before the body arrives, and `/late` waits before it reads the body. */
async function startReader(t: TestContext, bodies: BodyLimits) {
  const read = async (c: { env: unknown }) => {
    const { incoming } = c.env as { incoming: Parameters<typeof readBody>[0] }
    return String(JSON.stringify((await readBody(incoming, ['json'])).value).length)
  }
  const web = new Hono()
    .post('/read', async (c) => c.text(await read(c)))
    .post('/late', async (c) => (await sleep(2_500), c.text(await read(c))))
    .post('/early', (c) => c.text('early', 401))
    .onError((_error, c) => c.text('gone', 400))
  const listener = await listen(web as never, createLog('silent'), { host: '127.0.0.1', port: 0, trustedProxies: [], bodies })
  t.after(() => listener.close(0))
  return listener.port
}

const LIMITS: BodyLimits = { most: 12, ofOne: 5, graceMs: 60_000, leastBytesPerSecond: 1_000 }
const whole = (port: number) => send(port, 'POST', '/read', { json: { a: 'b' } })
const left = (all: readonly Trickle[]) => all.filter(({ ended }) => !ended()).length
const many = async (count: number, one: (at: number) => Promise<Trickle>): Promise<Trickle[]> => {
  const all: Trickle[] = []
  for (let at = 0; at < count; at++) all.push(await one(at))
  return all
}

describe('request bodies that are sent slowly', () => {
  test('when one network sends too many slow bodies, the service ends the slowest requests, but accepts bodies above the minimum rate', async (t) => {
    const port = await startReader(t, LIMITS)
    const fair = await trickle(t, port, { first: 5_000, length: 9_000, everyMs: 5 })
    const slow = await many(4, () => trickle(t, port))
    await sleep(1_200)
    const more = await many(3, () => trickle(t, port))
    await sleep(200)
    assert.equal(left([fair, ...slow, ...more]), 5)
    assert.equal(fair.ended(), false)
    assert.equal(left(more), 3, 'the newest bodies have not been measured yet')
    assert.equal((await whole(port)).status, 200)
  })

  test('the total number of slow bodies is limited, but a body that arrives without delay is still accepted', async (t) => {
    const port = await startReader(t, LIMITS)
    const all = await many(30, (at) => trickle(t, port, { from: `127.0.6.${1 + at}` }))
    await sleep(200)
    assert.equal(left(all), LIMITS.most)
    assert.equal((await whole(port)).status, 200)
  })

  test('a body that arrives more slowly than the minimum transfer rate gets a 408 after a grace period', async (t) => {
    const port = await startReader(t, { ...LIMITS, graceMs: 1_000 })
    const slow = await trickle(t, port)
    const fast = await trickle(t, port, { first: 20_000 })
    await sleep(2_300)
    assert.match(slow.received(), /^HTTP\/1\.1 408 .*took too long to arrive/s)
    assert.equal(fast.received(), '')
    await sleep(2_500)
    assert.deepEqual([slow.closed(), fast.ended()], [true, false])
  })

  test('the transfer rate of a request body is measured only while the service reads the body', async (t) => {
    const port = await startReader(t, { ...LIMITS, graceMs: 500 })
    const waits = connect(port, '127.0.0.1').on('error', () => {})
    t.after(() => waits.destroy())
    let received = ''
    waits.on('data', (chunk) => (received += String(chunk)))
    waits.write(
      'POST /late HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    )
    const until = performance.now() + slack(5_000)
    while (!received.includes('100 Continue') && performance.now() < until) await sleep(20)
    waits.write('{}')
    await sleep(300)
    assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  test('slow requests that already have a response are ended before all other slow requests', async (t) => {
    const port = await startReader(t, LIMITS)
    const answered = await many(2, () => trickle(t, port, { path: '/early', everyMs: 20 }))
    const slow = await many(3, () => trickle(t, port, { everyMs: 1_000 }))
    await sleep(1_100)
    const more = await many(2, () => trickle(t, port))
    await sleep(200)
    assert.deepEqual([left(answered), left(slow), left(more)], [0, 3, 2])
    for (const one of answered) assert.match(one.received(), /^HTTP\/1\.1 401 .*early/s)
  })
})

describe('events that arrive at the Stripe webhook endpoint', () => {
  const life = lifetime()
  let app: TestApp
  const path = '/v1/payments/stripe'
  let events = 0
  before(async () => {
    const stripe = await startStripe()
    life.after(() => stripe.close())
    app = await startApp(life, stripe.env)
  })
  const write = () => sendStripeEvent(app, { id: `evt_place${++events}`, object: 'event', type: 'some.news', data: { object: {} } })

  test('the service rejects a Stripe event without a signature before it has read the body', async (t) => {
    const one = await trickle(t, app.port, { path })
    await sleep(300)
    assert.match(one.received(), /^HTTP\/1\.1 400 .*Stripe-Signature is missing/s)
  })

  test('the service accepts signed Stripe events even when unsigned bodies have reached their limit', async (t) => {
    const lines = 'Stripe-Signature: t=1,v1=00\r\n'
    const all = await many(90, () => trickle(t, app.port, { path, lines }))
    for (let one = 0; one < 10; one++) assert.equal((await write()).status, 200)
    await sleep(200)
    assert.ok(left(all) <= 64, `${left(all)} unsigned bodies are open`)
    await sleep(5_500)
    assert.equal(left(all), 0, 'every unsigned body has ended')
    assert.equal((await write()).status, 200)
  })

  test('above the limit, the service ends the oldest request, but only in the network with the most requests', async () => {
    const inSlot = createBodySlots({ most: 3 })
    const hold = Promise.withResolvers<void>()
    const ended: string[] = []
    const begin = (name: string, network: string) => inSlot({ destroy: () => void ended.push(name) } as never, network, () => hold.promise)
    const all = [begin('stripe', 'a'), begin('b1', 'b'), begin('b2', 'b'), begin('b3', 'b'), begin('b4', 'b')]
    assert.deepEqual(ended, ['b1', 'b2'])
    hold.resolve()
    await Promise.all(all)
  })
})
