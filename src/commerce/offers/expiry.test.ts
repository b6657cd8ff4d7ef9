import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { sql } from 'kysely'
import { activeOffersFrom } from '#commerce/offers/index.ts'
import { newBuyer, onSale, openBargain, offerEventsOf } from '#test/bargain.ts'

const TWO_DAYS = 2 * 86_400

test('after its deadline, an offer counts as expired and refuses every change, even before the periodic job runs', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const { db } = app.service.ctx
  const listing = await onSale(seller)
  const { id } = await buyer.offer(listing, 50)
  // offers that must not be counted: from a different buyer, to a different seller, or withdrawn
  await (await newBuyer(app, 'Rae')).offer(listing, 60)
  await buyer.offer(await onSale((await openBargain(app)).seller), 50)
  const ended = await buyer.offer(await onSale(seller), 50)
  await buyer.call('POST', `/v1/offers/${ended.id}/withdraw`)
  const countActive = () => activeOffersFrom(app.service.ctx, { accountId: seller.id }, buyer.id)
  await app.advance(TWO_DAYS - 60)
  assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'open')
  assert.equal(await countActive(), 1)
  assert.equal((await seller.call('GET', `/v1/shops/${seller.slug}`)).body.stats.offers_waiting, 2)
  // the periodic job skips an offer if a different transaction has locked it
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('offers').select('id').where('id', '=', id).forUpdate().execute()
    await app.advance(61)
    const stored = await db.selectFrom('offers').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(stored.status, 'open', 'the periodic job has not run yet')
    assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'expired')
    assert.equal((await seller.call('GET', `/v1/offers?status=expired&role=seller`)).body.total, 2)
    assert.equal((await seller.call('GET', '/v1/offers?status=open')).body.total, 0)
    assert.equal((await seller.call('GET', '/v1/offers?status=withdrawn')).body.total, 1)
    assert.equal(await countActive(), 0)
    assert.equal((await seller.call('GET', `/v1/listings/${listing}`)).body.stats.offers_waiting, 0)
    assert.equal((await seller.call('GET', `/v1/shops/${seller.slug}`)).body.stats.offers_waiting, 0)
  })
  const late = await seller.call('POST', `/v1/offers/${id}/accept`, { json: {} })
  assert.deepEqual([late.status, late.body.error.code], [409, 'expired'])
  await app.advance(0)
  const stored = await db.selectFrom('offers').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(stored.status, 'expired', 'the periodic job writes the status that reads returned')
  for (const account of [seller.id, buyer.id])
    assert.deepEqual((await offerEventsOf(app, account, id)).filter(({ type }) => type === 'offer.expired').length, 1)
})

test('a counteroffer gives the buyer exactly 48 hours to answer, regardless of the deadline of the buyer’s own offer', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const { id } = await buyer.offer(await onSale(seller), 50)
  await app.advance(TWO_DAYS - 60)
  await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 80 } })
  await app.advance(TWO_DAYS - 60)
  assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'countered')
  await app.advance(60)
  assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'expired')
  const late = await buyer.call('POST', `/v1/offers/${id}/accept`, { json: {} })
  assert.deepEqual([late.status, late.body.error.code], [409, 'expired'])
})

test('after an offer’s deadline, the buyer can make a lower offer, and the earlier offer is then marked as expired', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const { db } = app.service.ctx
  const listing = await onSale(seller)
  const { id } = await buyer.offer(listing, 50)
  // undoes the work of the periodic job: stores the offer as open again, although its deadline has passed
  await db.updateTable('offers').set({ expires_at: app.service.ctx.now() }).where('id', '=', id).execute()
  await buyer.offer(listing, 10)
  assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'expired')
  assert.equal((await offerEventsOf(app, buyer.id, id)).filter(({ type }) => type === 'offer.expired').length, 1)
})

test('the periodic job expires all due offers in one run, and is not delayed by offers that ended earlier', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const { db } = app.service.ctx
  const { id } = await buyer.offer(await onSale(seller), 50)
  await sql`
    insert into offers select (jsonb_populate_record(o, jsonb_build_object('id', 'off_' || n, 'listing_id', 'lst_' || n,
      'status', case when n > 250 then 'withdrawn' else 'open' end, 'expires_at', o.expires_at - interval '1 s' * n))).*
    from offers o, generate_series(1, 500) n where o.id = ${id}`.execute(db)
  await app.advance(TWO_DAYS)
  const { rows } = await sql`select status, count(*)::int from offers group by status order by status`.execute(db)
  assert.deepEqual(rows, [{ status: 'expired', count: 251 }, { status: 'withdrawn', count: 250 }]) // prettier-ignore
})
