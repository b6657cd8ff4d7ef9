import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { createSale, endSale } from './index.ts'
import { runSale } from './run.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

const DAY = 86_400
const life = lifetime()

describe('planned sales in a shop', () => {
  let app: TestApp
  let ana: Seller
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })
  beforeEach(async () => {
    ana = await openSeller(app)
  })

  type Id = { id: string }
  const live = (fields: object = {}) => ana.list({ title: 'Lamp', price: 100, lowest_price: 60, publish: true, ...fields })
  const days = (count: number) => app.advance(count * DAY)
  const after = (count: number): string => new Date(app.service.ctx.now().getTime() + count * DAY * 1000).toISOString()
  const post = (json: object, key = ana.key, slug = ana.slug) => app.call('POST', `/v1/shops/${slug}/sales`, { key, json })
  const start = async (json: object = {}) => {
    const { status, body } = await post({ percent: 20, ends_at: after(7), ...json })
    assert.equal(status, 201, JSON.stringify(body))
    await app.advance(1)
    return body as Id
  }
  const read = async (id: string) => (await ana.call('GET', `/v1/shops/${ana.slug}/sales`)).body.data.find((sale: Id) => sale.id === id)
  const own = async ({ id }: Id) => (await ana.call('GET', `/v1/listings/${id}`)).body
  const pricesOf = async (listing: Id) => {
    const { price, lowest_price: lowest, was_price: was } = await own(listing)
    return [price, lowest, was]
  }

  test('a sale lowers the prices when it starts, and restores each price, minimum price and price source when it ends', async () => {
    const [lamp, sofa, draft] = [await live(), await live({ price: 50.5, lowest_price: null }), await live({ publish: false })]
    await app.service.ctx.db.updateTable('listings').set({ price_basis: 'default' }).where('id', '=', lamp.id).execute()
    await days(2)
    const sale = await start({ percent: 15 })
    assert.deepEqual(await pricesOf(lamp), [85, 60, 100])
    assert.deepEqual(await pricesOf(sofa), [50.5, null, null])
    assert.deepEqual(await pricesOf(draft), [100, 60, null])
    const running = await read(sale.id)
    assert.deepEqual([running.status, running.reduced, running.restored], ['running', 1, 0])
    assert.deepEqual(running.skipped, [{ id: sofa.id, message: 'The sale price would be below your minimum price.' }])
    await days(7.1)
    assert.deepEqual(await pricesOf(lamp), [100, 60, null])
    assert.equal((await own(lamp)).price_basis, 'default')
    const ended = await read(sale.id)
    assert.deepEqual([ended.status, ended.reduced, ended.restored, ended.unrestored], ['ended', 1, 1, 0])
  })

  test('a sale replaces a minimum price in percent with a fixed amount, and the percentage applies again when the sale ends', async () => {
    const lamp = await live({ lowest_price: null })
    const sale = await start({ percent: 10 })
    assert.deepEqual(await pricesOf(lamp), [90, 85, null])
    await ana.call('POST', `/v1/shops/${ana.slug}/sales/${sale.id}/end`)
    await app.advance(1)
    assert.deepEqual(await pricesOf(lamp), [100, null, null])
  })

  test('when a sale ends, a listing’s price is restored despite other edits, but not if the listing was sold or its price was changed', async () => {
    const [sold, priced, edited] = [await live(), await live(), await live()]
    const sale = await start()
    await ana.call('POST', `/v1/listings/${sold.id}/mark-sold`)
    await ana.call('PATCH', `/v1/listings/${priced.id}`, { json: { price: 75 } })
    await ana.call('PATCH', `/v1/listings/${edited.id}`, { json: { title: 'Old lamp', lowest_price: 50 } })
    await days(8)
    assert.deepEqual([(await own(sold)).price, (await own(priced)).price], [80, 75])
    assert.deepEqual((await pricesOf(edited)).slice(0, 2), [100, 50])
    const { restored, unrestored } = await read(sale.id)
    assert.deepEqual([restored, unrestored], [1, 2])
  })

  test('a planned sale begins at its start time, reduces the prices of all items that are live then, and can be cancelled', async () => {
    const lamp = await live()
    const planned = await start({ starts_at: after(3), ends_at: after(5) })
    assert.equal((await own(lamp)).price, 100)
    assert.equal((await read(planned.id)).status, 'planned')
    const later = await live()
    await days(3.1)
    assert.deepEqual([(await own(lamp)).price, (await own(later)).price], [80, 80])
    await days(3)
    const cancelled = await start({ starts_at: after(3), ends_at: after(5) })
    const { body } = await ana.call('POST', `/v1/shops/${ana.slug}/sales/${cancelled.id}/end`)
    assert.equal(body.status, 'ended')
    await days(4)
    assert.equal((await own(lamp)).price, 100)
    const again = await ana.call('POST', `/v1/shops/${ana.slug}/sales/${cancelled.id}/end`)
    assert.deepEqual([again.status, again.body.error.message], [409, 'This sale is over.'])
  })

  test('a sale starts exactly at its start time and ends exactly at its end time, and its job then changes nothing more', async () => {
    const [lamp, other] = [await live(), await live()]
    const { ctx } = app.service
    const { body: sale } = await post({ percent: 10, starts_at: after(1), ends_at: after(2) })
    const [starts, ends] = [Date.parse(sale.starts_at), Date.parse(sale.ends_at)]
    const pricesAt = async (ms: number) => {
      await runSale({ ...ctx, now: () => new Date(ms) }, { id: sale.id, part: 0 })
      return [(await own(lamp)).price, (await own(other)).price]
    }
    assert.deepEqual([await pricesAt(starts - 1), await pricesAt(starts)], [[100, 100], [90, 90]]) // prettier-ignore
    const row = () => ctx.db.selectFrom('sales').selectAll().where('id', '=', sale.id).executeTakeFirstOrThrow()
    assert.deepEqual([await pricesAt(ends - 1), (await row()).ended_at], [[90, 90], null])
    assert.deepEqual([await pricesAt(ends), (await row()).ended_at], [[100, 100], new Date(ends)])
    const ended = await row()
    assert.deepEqual([await pricesAt(ends + 1), await row()], [[100, 100], ended])
    await runSale(ctx, { id: `sal_${'0'.repeat(26)}`, part: 0 })
  })

  test('a sale that starts or ends now queues its job immediately, but a planned or cancelled sale queues none', async () => {
    const lamp = await live()
    const { ctx } = app.service
    const [now, actor] = [ctx.now(), { kind: 'key', accountId: ana.id } as Person]
    const inTx = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction({ ...ctx, now: () => now }, run)
    const jobs = async (id: string) =>
      (await sql`select from graphile_worker.jobs where key like ${`sale ${id} %`}`.execute(ctx.db)).rows.length
    const at = (ms: number) => new Date(now.getTime() + ms)
    const create = (starts_at: Date | undefined, ends_at: Date) =>
      inTx((tx) => createSale(tx, actor, ana.slug, { percent: 20, starts_at, ends_at }))
    const end = (id: string) => inTx((tx) => endSale(tx, actor, ana.slug, id))
    const planned = await create(at(8 * DAY * 1_000), at(9 * DAY * 1_000))
    assert.deepEqual([await jobs(planned.id), (await end(planned.id)).status, await jobs(planned.id)], [0, 'ended', 0])
    await assert.rejects(end(planned.id), { message: 'This sale is over.' })
    await runSale({ ...ctx, now: () => at(8 * DAY * 1_000) }, { id: planned.id, part: 0 })
    assert.equal((await own(lamp)).price, 100)
    const running = await create(undefined, at(7 * DAY * 1_000))
    assert.equal(await jobs(running.id), 1)
    await app.advance(1)
    assert.deepEqual([(await own(lamp)).price, await jobs(running.id)], [80, 0])
    assert.deepEqual([(await end(running.id)).status, await jobs(running.id)], ['ending', 1])
    await assert.rejects(end(running.id), { message: 'This sale is over.' })
  })

  test('a sale changes no prices if its job first runs after the sale should have ended', async () => {
    const lamp = await live()
    const sale = await start({ starts_at: after(3), ends_at: after(5) })
    await days(30)
    const { status, reduced } = await read(sale.id)
    assert.deepEqual([status, reduced, (await own(lamp)).price], ['ended', 0, 100])
  })

  test('when several workers process a sale, each listing is reduced exactly once and restored exactly once', async () => {
    const lamps = [await live(), await live(), await live()]
    const { body: sale } = await post({ percent: 10, ends_at: after(7) })
    const { ctx } = app.service
    const together = () => Promise.all([1, 2, 3].map(() => runSale(ctx, { id: sale.id, part: 0 })))
    await together()
    for (const lamp of lamps) assert.equal((await own(lamp)).price, 90)
    await ctx.db
      .updateTable('sales')
      .set({ starts_at: new Date(0), ends_at: new Date(1) })
      .where('id', '=', sale.id)
      .execute()
    await together()
    for (const lamp of lamps) assert.equal((await own(lamp)).price, 100)
    const events = await ctx.db
      .selectFrom('events')
      .selectAll()
      .where('account_id', '=', ana.id)
      .where('type', '=', 'listing.changed')
      .execute()
    assert.equal(events.length, 6)
  })

  test('a sale of many items is processed in several jobs', async () => {
    for (let n = 0; n < 55; n++) await live()
    const sale = await start()
    assert.equal((await read(sale.id)).reduced, 55)
  })

  test('a sale can be limited to selected listings, and its preview shows all new prices without changing any', async () => {
    const [lamp, other, cheap] = [await live(), await live(), await live({ lowest_price: 90 })]
    const ids = [lamp.id, cheap.id]
    const { status, body } = await post({ percent: 20, ends_at: after(7), listings: ids, preview: true })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      object: 'sale_preview',
      rows: [{ id: lamp.id, name: 'Lamp', before: 100, after: 80 }],
      skipped: [{ id: cheap.id, message: 'The sale price would be below your minimum price.' }],
    })
    assert.equal((await own(lamp)).price, 100)
    const sale = await start({ listings: ids })
    assert.deepEqual([(await own(lamp)).price, (await own(other)).price], [80, 100])
    assert.deepEqual((await read(sale.id)).listings, ids)
  })

  test('scheduled price drops pause during a sale and resume afterward', async () => {
    const lamp = await live()
    await ana.call('PUT', `/v1/listings/${lamp.id}/price-drop`, { json: { percent: 10, every_days: 3 } })
    await start()
    await days(5)
    const during = await own(lamp)
    assert.deepEqual([during.price, during.price_drop.percent], [80, 10])
    await days(3.1)
    assert.equal((await own(lamp)).price, 100)
    await days(1.1)
    assert.equal((await own(lamp)).price, 90)
  })

  test('an invalid sale is rejected, and the error names the invalid field', async () => {
    const lamp = await live()
    const ben = await openSeller(app, 'Ben')
    const refused = async (json: object) => {
      const { status, body } = await post({ percent: 20, ends_at: after(7), ...json })
      return [status, body.error?.param]
    }
    for (const percent of [4, 51, 12.5]) assert.deepEqual(await refused({ percent }), [400, 'percent'])
    assert.deepEqual(await refused({ ends_at: after(15) }), [400, 'ends_at'])
    assert.deepEqual(await refused({ starts_at: after(-1) }), [400, 'starts_at'])
    assert.deepEqual(await refused({ listings: [] }), [400, 'listings'])
    assert.deepEqual(await refused({ listings: [lamp.id, (await ben.list({ title: 'Coat' })).id] }), [400, 'listings[1]'])
    assert.equal((await post({ percent: 20, ends_at: after(7) }, ben.key)).status, 404)
    await start()
    assert.deepEqual(await refused({}), [409, 'starts_at'])
    assert.deepEqual(await refused({ starts_at: after(6), ends_at: after(8) }), [409, 'starts_at'])
    await start({ starts_at: after(7.1), ends_at: after(8) })
  })

  test('a key that needs approval for price changes also needs approval to start a sale, but not to preview a sale', async () => {
    const lamp = await live()
    const key = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.price'] })
    const json = { percent: 20, ends_at: after(7) }
    assert.equal((await post({ ...json, preview: true }, key)).status, 200)
    const { status, body } = await post(json, key)
    assert.deepEqual([status, body.action], [202, 'listings.price'])
    assert.match(body.summary, /^Lower the prices of all listings of the shop “Shop of Ana” by 20 % until \d{4}-\d\d-\d\d\.$/)
    assert.match((await post({ ...json, listings: [lamp.id, lamp.id] }, key)).body.summary, /^Lower the prices of 1 listing of the shop/)
  })

  test('when a sale starts or ends, it affects only the listings of its shop, and two shops can have sales at the same time', async () => {
    const bea = await openSeller(app, 'Bea')
    const [lamp, pot] = [await live(), await live({ title: 'Pot', price: 200 })]
    const theirs = await bea.list({ title: 'Lamp', price: 100, publish: true })
    const sale = await start({ listings: [lamp.id] })
    const other = (await post({ percent: 10, ends_at: after(7) }, bea.key, bea.slug)).body
    await app.advance(1)
    const price = async ({ id }: Id) => (await bea.call('GET', `/v1/listings/${id}`)).body.price
    assert.deepEqual([await pricesOf(lamp), await pricesOf(pot), await price(theirs)], [[80, 60, null], [200, 60, null], 90])
    const list = async ({ call, slug }: Seller) => {
      const { data, total } = (await call('GET', `/v1/shops/${slug}/sales`)).body
      return [total, ...data.map(({ id, status, reduced, restored }: { id: string; status: string; reduced: number; restored: number }) => [id, status, reduced, restored])] // prettier-ignore
    }
    assert.deepEqual(await list(ana), [1, [sale.id, 'running', 1, 0]])
    const end = (id: string, { call, slug }: Seller) => call('POST', `/v1/shops/${slug}/sales/${id}/end`)
    assert.deepEqual(
      [(await end(other.id, ana)).status, (await end(sale.id, bea)).status, (await end('sal_0', ana)).status],
      [404, 404, 404],
    )
    assert.equal((await end(sale.id, ana)).status, 200)
    assert.equal((await end(sale.id, ana)).status, 409)
    await app.advance(1)
    assert.deepEqual([await pricesOf(lamp), await price(theirs)], [[100, 60, null], 90])
    assert.deepEqual([await list(ana), await list(bea)], [[1, [sale.id, 'ended', 1, 1]], [1, [other.id, 'running', 1, 0]]]) // prettier-ignore
    const second = await start({ starts_at: after(2), ends_at: after(3) })
    assert.deepEqual(await list(ana), [2, [second.id, 'planned', 0, 0], [sale.id, 'ended', 1, 1]])
    assert.equal((await end(second.id, ana)).status, 200)
    await days(2.5)
    assert.deepEqual(
      [await pricesOf(pot), (await list(bea)).at(-1)],
      [
        [200, 60, null],
        [other.id, 'running', 1, 0],
      ],
    )
  })
})
