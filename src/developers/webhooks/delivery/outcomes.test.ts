import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Context } from '#platform/context/index.ts'
import type { Try } from '#developers/webhooks/rules.ts'
import { startApp } from '#test/app.ts'
import { subscribe } from '#test/webhooks.ts'
import { createOutcomes, type Outcome } from './outcomes.ts'
import { claimDue, insertDeliveries } from './queries.ts'

/** Tests how the outcomes of attempts are written. The service runs no worker, so the tests claim the deliveries. */

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const HOUR_MS = 3_600_000
const start = new Date('2026-11-20T12:00:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)
let deliveries = 0

async function subscriber() {
  const { id, key } = await app.signUp()
  await subscribe(app, key, 'http://127.0.0.1:9/', { events: ['question.asked'] })
  return { id, key }
}

/** Claims `count` new deliveries of an account. */
async function claim(accountId: string, count = 1) {
  const rows = Array.from({ length: count }, () => {
    const number = ++deliveries
    return { id: `whd_${number}`, account_id: accountId, event_id: `evt_${number}`, event_type: 'question.asked', body: '{}' }
  })
  await insertDeliveries(db, rows, start)
  return claimDue(db, [{ accountId, room: count }], start, 30)
}

/** Writes outcomes in one batch. Another account's outcome is added first, because the first one is written alone. */
async function write(outcomes: readonly Outcome[], context: Context = ctx) {
  const writer = createOutcomes(context)
  const [first] = await claim((await subscriber()).id)
  for (const outcome of [{ claim: first!, tried: success(0) }, ...outcomes]) writer.add(outcome)
  await writer.written(5_000)
}

const success = (ms: number): Try => ({ at: later(ms), status: 204, error: null, ms: 7 })
const failure = (ms: number): Try => ({ at: later(ms), status: 500, error: 'answered 500', ms: 9 })
const webhookOf = (accountId: string) =>
  db
    .selectFrom('webhooks')
    .select(['enabled', 'last_at', 'last_status', 'last_error', 'failing_since'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
const deliveryOf = (id: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['status', 'tries', 'next_try_at', 'attempts', 'leased_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const switchedOff = (accountId: string) =>
  db.selectFrom('events').select('data').where('account_id', '=', accountId).where('type', '=', 'webhook.switched_off').execute()

describe('outcomes of webhook deliveries', () => {
  test('outcomes that are written together count in the order of their attempts', async () => {
    const { id } = await subscriber()
    const [one, two] = await claim(id, 2)
    await write([
      { claim: two!, tried: success(2_000) },
      { claim: one!, tried: failure(1_000) },
    ])
    const healthy = { enabled: true, last_at: later(2_000), last_status: 204, last_error: null, failing_since: null }
    assert.deepEqual(await webhookOf(id), healthy)
  })

  test('an outcome that is written after the outcome of a newer attempt does not change the health of the webhook', async () => {
    const { id } = await subscriber()
    const [one, two, three] = await claim(id, 3)
    await write([{ claim: two!, tried: success(2_000) }])
    await write([{ claim: one!, tried: failure(1_000) }])
    const { last_at, failing_since } = await webhookOf(id)
    assert.deepEqual([last_at, failing_since], [later(2_000), null])
    assert.equal((await deliveryOf(one!.id)).tries, 1)
    await write([{ claim: three!, tried: failure(2_000) }])
    assert.deepEqual((await webhookOf(id)).failing_since, later(2_000), 'an attempt at the same time')
  })

  test('a failed attempt is stored with its time, status, error and duration, and is retried after five minutes', async () => {
    const { id } = await subscriber()
    const [one] = await claim(id)
    await write([{ claim: one!, tried: failure(1_000) }])
    const attempt = { at: later(1_000).toISOString(), status: 500, error: 'answered 500', ms: 9 }
    assert.deepEqual(await deliveryOf(one!.id), {
      status: 'waiting',
      tries: 1,
      next_try_at: later(301_000),
      attempts: [attempt],
      leased_until: null,
    })
    const failing = { enabled: true, last_at: later(1_000), last_status: 500, last_error: 'answered 500', failing_since: later(1_000) }
    assert.deepEqual(await webhookOf(id), failing)
  })

  test('without a test clock, the delay before a retry is up to a tenth longer, by a random byte', async () => {
    const delays: number[] = []
    for (const byte of [0, 51, 255]) {
      const [one] = await claim((await subscriber()).id)
      const config = { ...ctx.config, testClock: false }
      await write([{ claim: one!, tried: failure(0) }], { ...ctx, config, randomBytes: (count) => Buffer.alloc(count, byte) })
      delays.push((await deliveryOf(one!.id)).next_try_at!.getTime() - start.getTime())
    }
    assert.deepEqual(delays, [300_000, 306_000, 330_000])
  })

  test('an outcome of a removed webhook does not affect the other outcomes', async () => {
    const [gone, stays] = [await subscriber(), await subscriber()]
    const [one] = await claim(gone.id)
    const [two] = await claim(stays.id)
    await app.call('DELETE', '/v1/webhooks', { key: gone.key })
    await write([{ claim: one!, tried: success(0) }])
    await write([
      { claim: one!, tried: success(0) },
      { claim: two!, tried: success(1_000) },
    ])
    assert.equal((await webhookOf(stays.id)).last_status, 204)
    assert.equal((await deliveryOf(two!.id)).status, 'delivered')
  })

  test('after 72 hours of failures, an enabled webhook is switched off with an event that shows the last delivery', async () => {
    const { id } = await subscriber()
    const [one, two, waiting] = await claim(id, 3)
    await write([{ claim: one!, tried: failure(0) }])
    await write([{ claim: two!, tried: failure(72 * HOUR_MS - 1) }])
    assert.equal((await webhookOf(id)).enabled, true)
    await write([{ claim: one!, tried: failure(72 * HOUR_MS) }])
    assert.equal((await webhookOf(id)).enabled, false)
    assert.equal((await deliveryOf(waiting!.id)).status, 'failed')
    const [event, ...others] = await switchedOff(id)
    assert.deepEqual(others, [])
    const { object } = JSON.parse(event!.data) as { object: { enabled: boolean; last_delivery: object } }
    const last = { at: later(72 * HOUR_MS).toISOString(), status: 500, error: 'answered 500' }
    assert.deepEqual([object.enabled, object.last_delivery], [false, last])
  })

  test('a failure after 72 hours records no event if the owner has already turned the webhook off', async () => {
    const { id, key } = await subscriber()
    const [one, two] = await claim(id, 2)
    await write([{ claim: one!, tried: failure(0) }])
    await app.call('PUT', '/v1/webhooks', { key, json: { url: 'http://127.0.0.1:9/', events: ['question.asked'], enabled: false } })
    await db.updateTable('webhooks').set({ failing_since: start }).where('account_id', '=', id).execute()
    await write([{ claim: two!, tried: failure(73 * HOUR_MS) }])
    assert.deepEqual(await switchedOff(id), [])
  })

  test('outcomes whose transaction failed are written with the next ones, and none is lost', async () => {
    const { id } = await subscriber()
    const [one, two] = await claim(id, 2)
    const warnings: string[] = []
    let fails = true
    const guard = async () => {
      if (!fails) return
      fails = false
      writer.add({ claim: two!, tried: failure(1_000) })
      throw new Error('no connection')
    }
    const log = { ...ctx.log, warn: (_facts: unknown, words: string) => warnings.push(words) }
    const writer = createOutcomes({ ...ctx, guard, log } as unknown as Context)
    writer.add({ claim: one!, tried: success(0) })
    await writer.written(5_000)
    assert.deepEqual(warnings, ['recording delivery results failed and will be retried'])
    assert.deepEqual([(await deliveryOf(one!.id)).status, (await deliveryOf(two!.id)).status], ['delivered', 'waiting'])
    assert.deepEqual((await webhookOf(id)).last_at, later(1_000))
  })
})
