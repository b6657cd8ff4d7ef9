import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { runDueDrops } from './run.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

const DAY = 86_400
const life = lifetime()

describe('scheduled price drops', () => {
  let app: TestApp
  let ana: Seller
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })
  beforeEach(async () => {
    ana = await openSeller(app)
  })

  type Id = { id: string }
  const live = (fields: object = {}) => ana.list({ title: 'Lamp', price: 100, lowest_price: 75, publish: true, ...fields })
  const days = (count: number) => app.advance(count * DAY)
  const own = async ({ id }: Id) => (await ana.call('GET', `/v1/listings/${id}`)).body
  const put = ({ id }: Id, json: object, key = ana.key) => app.call('PUT', `/v1/listings/${id}/price-drop`, { key, json })
  const start = async (listing: Id, json: object = { percent: 10, every_days: 7 }) => {
    const { status, body } = await put(listing, json)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const verb = async ({ id }: Id, name: string) => assert.equal((await ana.call('POST', `/v1/listings/${id}/${name}`)).status, 200)
  const pricesOf = async (listing: Id) => {
    const { price, price_drop: drop } = await own(listing)
    return [price, drop?.next_price ?? null]
  }

  test('the price falls by one step per period, but never below the minimum price', async () => {
    const lamp = await live()
    const { price_drop: drop } = await start(lamp)
    const { next_at: nextAt, ...rest } = drop
    assert.deepEqual(rest, { percent: 10, amount: null, every_days: 7, next_price: 90 })
    assert.ok(Math.abs(Date.parse(nextAt) - app.service.ctx.now().getTime() - 7 * DAY * 1000) < 60_000)
    await days(6.9)
    assert.deepEqual(await pricesOf(lamp), [100, 90])
    await days(0.2)
    assert.deepEqual(await pricesOf(lamp), [90, 80])
    await days(7)
    assert.deepEqual(await pricesOf(lamp), [80, null])
    const ended = await own(lamp)
    assert.deepEqual([ended.price_drop, ended.was_price, ended.lowest_price], [null, 100, 75])
    await days(30)
    assert.equal((await own(lamp)).price, 80)
  })

  test('a late run performs only one step of the price-drop schedule, and two concurrent workers never perform the same step twice', async () => {
    const lamp = await live({ lowest_price: 10 })
    await start(lamp)
    const { ctx } = app.service
    await ctx.db
      .updateTable('price_drops')
      .set({ next_at: new Date(0) })
      .where('listing_id', '=', lamp.id)
      .execute()
    await ctx.db
      .updateTable('listings')
      .set({ published_at: new Date(0) })
      .where('id', '=', lamp.id)
      .execute()
    await Promise.all([runDueDrops(ctx, UNSTOPPED), runDueDrops(ctx, UNSTOPPED), runDueDrops(ctx, UNSTOPPED)])
    assert.deepEqual(await pricesOf(lamp), [90, 80])
    const events = await ctx.db
      .selectFrom('events')
      .selectAll()
      .where('account_id', '=', ana.id)
      .where('type', '=', 'listing.changed')
      .execute()
    assert.equal(events.length, 1, 'one event for one step')
  })

  test('a price-drop schedule pauses while the listing is a draft or sold, and restarts when the listing is published again', async () => {
    const lamp = await live()
    await start(lamp)
    await verb(lamp, 'unpublish')
    await days(20)
    assert.equal((await own(lamp)).price, 100)
    await verb(lamp, 'publish')
    await days(6)
    assert.equal((await own(lamp)).price, 100)
    await days(2)
    assert.deepEqual(await pricesOf(lamp), [90, 80])
    await verb(lamp, 'mark-sold')
    await days(10)
    await verb(lamp, 'relist')
    assert.deepEqual(await pricesOf(lamp), [90, 80])
    await verb(lamp, 'mark-sold')
    await days(32)
    assert.equal((await own(lamp)).price_drop, null)
  })

  test('the price of a reserved or hidden listing is not dropped automatically', async () => {
    const [reserved, hidden] = [await live(), await live()]
    for (const listing of [reserved, hidden]) await start(listing)
    const { db } = app.service.ctx
    await db
      .updateTable('listings')
      .set({ reserved_until: new Date('2100-01-01') })
      .where('id', '=', reserved.id)
      .execute()
    await db.updateTable('listings').set({ hidden_at: new Date() }).where('id', '=', hidden.id).execute()
    await days(10)
    assert.deepEqual([(await own(reserved)).price, (await own(hidden)).price], [100, 100])
    await db.updateTable('listings').set({ reserved_until: null }).where('id', '=', reserved.id).execute()
    await days(1.1)
    assert.equal((await own(reserved)).price, 90)
  })

  test('a new price from the seller ends the price-drop schedule, but other edits do not', async () => {
    const lamp = await live()
    await start(lamp)
    await ana.call('PATCH', `/v1/listings/${lamp.id}`, { json: { title: 'Old lamp', price: 100, lowest_price: 60 } })
    assert.equal((await own(lamp)).price_drop.next_price, 90)
    await ana.call('PATCH', `/v1/listings/${lamp.id}`, { json: { price: 95 } })
    assert.equal((await own(lamp)).price_drop, null)
  })

  test('starting a schedule gives a listing without a minimum price the shop’s minimum price, which does not fall with the price', async () => {
    const lamp = await live({ lowest_price: null })
    assert.equal((await start(lamp)).lowest_price, 85)
    await days(7.1)
    assert.deepEqual([...(await pricesOf(lamp)), (await own(lamp)).lowest_price], [90, null, 85])
  })

  test('a second price-drop schedule replaces the first, and stopping a schedule a second time has no effect', async () => {
    const lamp = await live()
    await start(lamp)
    const { price_drop: drop } = await start(lamp, { amount: 2.5, every_days: 3 })
    assert.deepEqual([drop.percent, drop.amount, drop.every_days, drop.next_price], [null, 2.5, 3, 97.5])
    for (const _ of [1, 2]) {
      const { status, body } = await ana.call('DELETE', `/v1/listings/${lamp.id}/price-drop`)
      assert.deepEqual([status, body.price_drop], [200, null])
    }
    await days(5)
    assert.equal((await own(lamp)).price, 100)
  })

  test('an invalid price-drop schedule is rejected, and the error names the invalid field', async () => {
    const lamp = await live()
    const refused = async (listing: Id, json: object) => {
      const { status, body } = await put(listing, json)
      return [status, body.error?.param]
    }
    assert.deepEqual(await refused(lamp, { every_days: 7 }), [400, 'percent'])
    assert.deepEqual(await refused(lamp, { percent: 10, amount: 5, every_days: 7 }), [400, 'amount'])
    assert.deepEqual(await refused(lamp, { percent: 10 }), [400, 'every_days'])
    for (const days of [2, 31, 3.5]) assert.deepEqual(await refused(lamp, { percent: 10, every_days: days }), [400, 'every_days'])
    for (const percent of [0, 51]) assert.deepEqual(await refused(lamp, { percent, every_days: 7 }), [400, 'percent'])
    assert.deepEqual(await refused(lamp, { percent: 30, every_days: 7 }), [400, 'percent'])
    assert.deepEqual(await refused(lamp, { amount: 30, every_days: 7 }), [400, 'amount'])
    assert.deepEqual(await refused(await ana.list({ title: 'Draft' }), { percent: 10, every_days: 7 }), [400, 'price'])
    await verb(lamp, 'mark-sold')
    assert.deepEqual(await refused(lamp, { percent: 10, every_days: 7 }), [409, undefined])
    const ben = await openSeller(app, 'Ben')
    assert.equal((await put(lamp, { percent: 10, every_days: 7 }, ben.key)).status, 404)
  })

  test('if a key needs approval to change prices, it also needs approval to start a price-drop schedule', async () => {
    const lamp = await live()
    const key = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.price'] })
    const { status, body } = await put(lamp, { percent: 10, every_days: 7 }, key)
    assert.deepEqual([status, body.action], [202, 'listings.price'])
    assert.equal(body.summary, 'Lower the price of $100 of the listing “Lamp” by 10 % every 7 days, down to its minimum price.')
    assert.equal((await own(lamp)).price_drop, null)
    const draft = await ana.list({ title: 'Coat' })
    const fixed = await put(draft, { amount: 2.5, every_days: 3 }, key)
    assert.equal(fixed.body.summary, 'Lower the price of the listing “Coat” by $2.50 every 3 days, down to its minimum price.')
    await verb(lamp, 'mark-sold')
    assert.equal((await put(lamp, { percent: 10, every_days: 7 }, key)).status, 409)
  })
})
