import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { EVENT_TYPES } from '#core/scopes.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'
import { assertSigned, recordEvent, recordEvents, MESSAGE, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'
import { slack } from '#test/machine.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DELAYS = [5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR]
const FOUR_DAYS = 96 * HOUR

describe('sending a webhook delivery', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    // silences the log, because emails cannot be built from the incomplete records in this test
    app = await startApp(life, { LOG_LEVEL: 'fatal' })
  })

  async function seller(more: Record<string, unknown> = {}): Promise<{ id: string; key: string; secret: string; receiver: Receiver }> {
    const receiver = await startReceiver(life)
    const { id, key } = await app.signUp('Ana')
    return { id, key, receiver, secret: await subscribe(app, key, receiver.url, more) }
  }
  const webhook = async (key: string) => (await app.call('GET', '/v1/webhooks', { key })).body
  const deliveries = async (key: string, query = '') => (await app.call('GET', `/v1/webhooks/deliveries${query}`, { key })).body

  test('a webhook delivery is one signed POST request, and its body is identical to the event in GET /events', async () => {
    const { id, key, secret, receiver } = await seller()
    const event = await recordEvent(app, id, 'question.asked', { ...MESSAGE, text: 'für dich — 你好 \u2028' })
    const [got] = await receiver.until(1)
    const { data } = (await app.call('GET', '/v1/events', { key })).body
    assert.equal(got!.body, JSON.stringify(data[0]))
    assert.equal(data[0].id, event)
    assert.deepEqual(Object.keys(data[0]), ['id', 'object', 'type', 'created_at', 'data'])
    assert.equal(got!.headers['service-event'], 'question.asked')
    assert.deepEqual([got!.headers['service-event-id'], got!.headers['service-attempt']], [event, '1'])
    assertSigned(got!, secret)
    await app.advance(FOUR_DAYS / 96)
    assert.equal(receiver.received.length, 1, 'a delivered event is not sent again')
    const { last_delivery } = await webhook(key)
    assert.deepEqual([last_delivery.status, last_delivery.error], [200, null])
  })

  test('a webhook receives only events of the types to which it subscribes', async () => {
    const all = await seller({ events: EVENT_TYPES })
    const few = await seller()
    for (const type of EVENT_TYPES) {
      await recordEvent(app, all.id, type)
      await recordEvent(app, few.id, type)
    }
    await app.advance(0)
    const types = (receiver: Receiver) => new Set(receiver.received.map(({ headers }) => headers['service-event']))
    assert.deepEqual([types(all.receiver), all.receiver.received.length], [new Set<string>(EVENT_TYPES), 9])
    assert.deepEqual(types(few.receiver), new Set(['listing.sold', 'offer.received', 'question.asked']))
    assert.equal(few.receiver.received.length, 3)
  })

  test('a webhook delivery is sent only to the account that owns the event', async () => {
    const ana = await seller()
    const bo = await seller()
    const events = [await recordEvent(app, ana.id), await recordEvent(app, ana.id)]
    await app.advance(0)
    assert.deepEqual(new Set(ana.receiver.received.map(({ body }) => JSON.parse(body).id)), new Set(events))
    assert.equal(ana.receiver.received.length, 2)
    assert.equal(bo.receiver.received.length, 0)
    assert.equal((await deliveries(bo.key)).total, 0)
  })

  test('a webhook delivery is attempted six times, with growing delays, the same body and a new signature each time', async () => {
    const { id, key, secret, receiver } = await seller()
    receiver.answer = (response) => response.writeHead(500).end('no')
    const event = await recordEvent(app, id)
    await app.advance(0)
    const times = [assertSigned(receiver.received[0]!, secret)]
    for (const [index, delay] of DELAYS.entries()) {
      assert.equal((await deliveries(key)).data[0].tries, index + 1)
      await app.advance(delay - 10)
      assert.equal(receiver.received.length, index + 1, `not before ${delay} s`)
      await app.advance(10)
      assert.equal(receiver.received.length, index + 2, `after ${delay} s`)
      times.push(assertSigned(receiver.received.at(-1)!, secret))
    }
    await app.advance(30 * HOUR)
    assert.equal(receiver.received.length, 6)
    assert.deepEqual(new Set(receiver.received.map(({ body }) => body)).size, 1)
    assert.deepEqual(
      receiver.received.map(({ headers }) => [headers['service-event-id'], headers['service-attempt']]),
      [1, 2, 3, 4, 5, 6].map((attempt) => [event, String(attempt)]),
    )
    for (const [index, delay] of DELAYS.entries()) {
      const waited = times[index + 1]! - times[index]!
      assert.ok(waited >= delay && waited < delay + 60, `the signature of attempt ${index + 2} has the time of that attempt`)
    }
    const [delivery] = (await deliveries(key)).data
    assert.deepEqual([delivery.status, delivery.tries, delivery.next_try_at], ['failed', 6, null])
    assert.deepEqual(
      delivery.attempts.map((attempt: { status: number }) => attempt.status),
      [500, 500, 500, 500, 500, 500],
    )
    assert.deepEqual((await webhook(key)).last_delivery.error, 'answered 500')
  })

  test('no further attempts are made after the first 2xx response to a delivery', async () => {
    const { id, key, receiver } = await seller()
    const statuses = [500, 404, 299]
    receiver.answer = (response) => response.writeHead(statuses[receiver.received.length - 1]!).end()
    await recordEvent(app, id)
    await app.advance(0)
    await app.advance(DELAYS[0]!)
    await app.advance(DELAYS[1]!)
    await app.advance(FOUR_DAYS / 4)
    assert.equal(receiver.received.length, 3)
    const [delivery] = (await deliveries(key)).data
    assert.deepEqual([delivery.status, delivery.tries], ['delivered', 3])
  })

  test('a webhook delivery fails if the receiver redirects it, and the redirect is not followed', async () => {
    const { id, key, receiver } = await seller()
    const elsewhere = await startReceiver(life)
    receiver.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end()
    await recordEvent(app, id)
    await app.advance(0)
    assert.deepEqual([receiver.received.length, elsewhere.received.length], [1, 0])
    const { last_delivery } = await webhook(key)
    assert.deepEqual([last_delivery.status, last_delivery.error], [302, 'redirect'])
    await app.advance(DELAYS[0]!)
    assert.deepEqual([receiver.received.length, elsewhere.received.length], [2, 0])
  })

  test('a webhook delivery times out after ten seconds, and does not delay deliveries to other accounts', async () => {
    const slow = await seller()
    slow.receiver.answer = () => {}
    const quick = await Promise.all(Array.from({ length: 5 }, () => seller()))
    await recordEvents(
      app,
      Array.from({ length: 12 }, () => slow.id),
    )
    await slow.receiver.until(4)
    const began = performance.now()
    for (const { id, receiver } of quick) {
      await recordEvent(app, id)
      await receiver.until(1, 2_000)
    }
    assert.ok(performance.now() - began < slack(4_000))
    assert.equal(slow.receiver.received.length, 4, 'at most four concurrent deliveries per account')
    while ((await webhook(slow.key)).last_delivery === null) await sleep(50)
    const tookMs = performance.now() - slow.receiver.received[0]!.at
    assert.ok(tookMs > 9_500 && tookMs < slack(13_000), `${Math.round(tookMs)} ms`)
    const { last_delivery } = await webhook(slow.key)
    assert.deepEqual([last_delivery.status, last_delivery.error], [0, 'timeout'])
    slow.receiver.answer = (response) => response.end()
  })

  test('the delivery job handles broken, slow, oversized and endless responses, and records the status of a response that has one', async () => {
    const answers: [string, Receiver['answer'], number][] = [
      ['breaks off before its status', (response) => response.socket!.destroy(), 0],
      [
        'breaks off after its status',
        (response) => (response.writeHead(200, { 'content-length': 9 }).write('a'), response.socket!.destroySoon()),
        200,
      ],
      ['is no HTTP', (response) => response.socket!.end('hello\r\n\r\n'), 0],
      [
        'has an endless body',
        (response) => {
          response.writeHead(200)
          const pour = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(65_536)));
          }
          response.on('drain', pour)
          pour()
        },
        200,
      ],
      [
        'is a gzip bomb',
        (response) => {
          response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 10_000_000 }).end(Buffer.alloc(10_000_000, 0x1f))
        },
        200,
      ],
      ['has 100 kB of headers', (response) => response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end(), 0],
      ['is told of retries in ten years', (response) => response.writeHead(429, { 'retry-after': '315360000' }).end(), 429],
      [
        'drips its headers',
        ({ socket }) => {
          socket!.write('HTTP/1.1 200 OK\r\nx-slow: ')
          const drip = setInterval(() => socket!.write('.'), 500)
          socket!.on('close', () => clearInterval(drip))
        },
        0,
      ],
      [
        'drips its body',
        (response) => {
          response.writeHead(200)
          const drip = setInterval(() => response.write('.'), 500)
          response.on('close', () => clearInterval(drip))
        },
        200,
      ],
    ]
    const rssBefore = process.memoryUsage.rss()
    await Promise.all(
      answers.map(async ([name, answer, status]) => {
        const { id, key, receiver } = await seller()
        receiver.answer = answer
        await recordEvent(app, id)
        const began = performance.now()
        while ((await webhook(key)).last_delivery === null) {
          assert.ok(performance.now() - began < slack(15_000), `${name}: the delivery ends within its timeout`)
          await sleep(50)
        }
        assert.equal((await webhook(key)).last_delivery.status, status, name)
        // a later test that advances the clock also runs the retries of this delivery
        receiver.answer = (response) => response.end()
        if (status !== 429) return
        const { next_try_at } = (await deliveries(key)).data[0]
        assert.ok(Date.parse(next_try_at) - app.service.ctx.now().getTime() < 6 * 60_000, name)
      }),
    )
    assert.ok(process.memoryUsage.rss() - rssBefore < 200e6, 'response bodies are not stored')
  })

  test('after the webhook secret is rotated, the next retry is signed with the new secret', async () => {
    const { id, key, secret, receiver } = await seller()
    receiver.answer = (response) => response.writeHead(500).end()
    await recordEvent(app, id)
    await app.advance(0)
    assertSigned(receiver.received[0]!, secret)
    const rotated = (await app.call('POST', '/v1/webhooks/rotate-secret', { key })).body.secret
    await app.advance(DELAYS[0]!)
    assertSigned(receiver.received[1]!, rotated)
    assert.throws(() => assertSigned(receiver.received[1]!, secret))
  })

  test('while the webhook is off, no deliveries are sent, and pending deliveries are discarded', async () => {
    const { id, key, receiver } = await seller()
    receiver.answer = (response) => response.writeHead(500).end()
    await recordEvent(app, id)
    await app.advance(0)
    assert.equal(receiver.received.length, 1)
    await app.call('PUT', '/v1/webhooks', { key, json: { url: receiver.url, enabled: false } })
    await recordEvent(app, id)
    await app.advance(DELAYS[0]!)
    await app.advance(24 * HOUR)
    assert.equal(receiver.received.length, 1, 'no request while the webhook is off')
    await subscribe(app, key, receiver.url)
    await app.advance(24 * HOUR)
    assert.equal(receiver.received.length, 1, 'no old delivery after the webhook is on again')
    const event = await recordEvent(app, id)
    await app.advance(0)
    assert.equal(receiver.received[1]!.headers['service-event-id'], event)
  })

  test('removing a webhook stops all retries of its deliveries', async () => {
    const { id, key, receiver } = await seller()
    receiver.answer = (response) => response.writeHead(500).end()
    await recordEvent(app, id)
    await app.advance(0)
    await app.call('DELETE', '/v1/webhooks', { key })
    await recordEvent(app, id)
    await app.advance(24 * HOUR)
    await subscribe(app, key, receiver.url)
    await app.advance(24 * HOUR)
    assert.equal(receiver.received.length, 1)
  })

  test('each retry of a delivery is sent to the current webhook URL', async () => {
    const { id, key, receiver } = await seller()
    const other = await startReceiver(life)
    receiver.answer = (response) => response.writeHead(500).end()
    const event = await recordEvent(app, id)
    await app.advance(0)
    await subscribe(app, key, other.url)
    await app.advance(DELAYS[0]!)
    assert.equal(other.received[0]!.headers['service-event-id'], event)
    assert.equal(receiver.received.length, 1)
  })

  test('a delivery can be resent manually, and has the same ID and body as before', async () => {
    const { id, key, secret, receiver } = await seller()
    const other = await app.signUp('Bo')
    const event = await recordEvent(app, id)
    await app.advance(0)
    const [delivery] = (await deliveries(key)).data
    const retry = (as: string, which: string = delivery.id) => app.call('POST', `/v1/webhooks/deliveries/${which}/retry`, { key: as })

    const retried = await retry(key)
    assert.deepEqual([retried.status, retried.body.status, retried.body.id], [202, 'waiting', delivery.id])
    await receiver.until(2)
    await app.advance(0)
    assert.equal(receiver.received[1]!.body, receiver.received[0]!.body)
    assert.equal(receiver.received[1]!.headers['service-event-id'], event)
    assertSigned(receiver.received[1]!, secret)
    assert.deepEqual(
      [(await deliveries(key, '?status=delivered')).total, (await deliveries(key, '?status=failed')).total],
      [1, 0],
      'the event still has one delivery',
    )

    assert.deepEqual((await retry(other.key)).body, (await retry(key, 'dlv_none')).body, 'another account’s delivery returns 404')
    await app.call('PUT', '/v1/webhooks', { key, json: { url: receiver.url, enabled: false } })
    assert.equal((await retry(key)).status, 409)
  })

  test('a delivery that has failed six times gets one more attempt with each manual retry', async () => {
    const { id, key, receiver } = await seller()
    receiver.answer = (response) => response.writeHead(500).end()
    await recordEvent(app, id)
    await app.advance(0)
    for (const delay of DELAYS) await app.advance(delay)
    const [{ id: delivery }] = (await deliveries(key, '?status=failed')).data
    assert.equal((await app.call('POST', `/v1/webhooks/deliveries/${delivery}/retry`, { key })).status, 202)
    await app.advance(0)
    await app.advance(24 * HOUR)
    assert.equal(receiver.received.length, 7)
    assert.equal((await deliveries(key, '?status=failed')).data[0].tries, 7)
  })

  test('deliveries are listed page by page, newest first, and filtering by an unknown status returns 400', async () => {
    const { id, key } = await seller()
    for (let i = 0; i < 3; i++) await recordEvent(app, id)
    await app.advance(0)
    const all = await deliveries(key)
    assert.deepEqual([all.object, all.total, all.has_more], ['list', 3, false])
    const page = await deliveries(key, '?limit=2&offset=1')
    assert.deepEqual(page.data, all.data.slice(1))
    assert.equal((await app.call('GET', '/v1/webhooks/deliveries?status=lost', { key })).body.error.param, 'status')
  })
})

describe('deliveries to a webhook that fails repeatedly', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
  })

  async function failing() {
    const receiver = await startReceiver(life)
    const { id, key } = await app.signUp('Ana')
    await subscribe(app, key, receiver.url)
    receiver.answer = (response) => response.writeHead(500).end()
    return { id, key, receiver }
  }
  const enabled = async (key: string): Promise<boolean> => (await app.call('GET', '/v1/webhooks', { key })).body.enabled
  const switchedOff = async (id: string): Promise<number> =>
    (
      await app.service.ctx.db
        .selectFrom('events')
        .select('id')
        .where('account_id', '=', id)
        .where('type', '=', 'webhook.switched_off')
        .execute()
    ).length

  test('after three days of failures, the webhook is switched off and its owner is notified once', async () => {
    const { id, key, receiver } = await failing()
    await recordEvent(app, id)
    await app.advance(0)
    for (const delay of DELAYS) await app.advance(delay)
    await app.advance(39 * HOUR)
    await recordEvent(app, id)
    await app.advance(0)
    assert.equal(await enabled(key), true, 'not disabled after 71 hours and 35 minutes')
    await app.advance(20 * MINUTE)
    assert.equal(await enabled(key), true, 'not disabled after 71 hours and 55 minutes, with another failed attempt')
    await app.advance(10 * MINUTE)
    assert.equal(await enabled(key), true, 'still enabled after 72 hours without another failure')
    await app.advance(21 * MINUTE)
    assert.equal(await enabled(key), false)
    assert.equal(await switchedOff(id), 1)

    const sent = receiver.received.length
    await recordEvent(app, id)
    await app.advance(24 * HOUR)
    assert.equal(receiver.received.length, sent, 'no request while the webhook is off')
    assert.equal((await app.call('GET', '/v1/webhooks/deliveries?status=waiting', { key })).body.total, 0)

    receiver.answer = (response) => response.end()
    await subscribe(app, key, receiver.url)
    const event = await recordEvent(app, id)
    await app.advance(0)
    assert.deepEqual(
      receiver.received.slice(sent).map(({ headers }) => headers['service-event-id']),
      [event],
      'only the new event after the webhook is on again',
    )
    assert.equal(await switchedOff(id), 1)
  })

  test('every successful delivery restarts the three-day failure period', async () => {
    const { id, key, receiver } = await failing()
    for (let hours = 0; hours < 240; hours += 24) {
      receiver.answer = (response) => response.writeHead(hours === 48 || hours === 120 ? 204 : 500).end()
      await recordEvent(app, id)
      await app.advance(0)
      assert.equal(await enabled(key), hours < 216, `after ${hours} hours`)
      await app.advance(24 * HOUR)
      // by now, deliveries of earlier events have also been retried and have received this day's response
    }
    assert.equal(await enabled(key), false)
  })

  test('failed pings never cause a webhook to be switched off', async () => {
    const { key } = await failing()
    for (let day = 0; day < 5; day++) {
      await app.call('POST', '/v1/webhooks/test', { key })
      await app.advance(24 * HOUR)
    }
    assert.equal(await enabled(key), true)
  })
})
