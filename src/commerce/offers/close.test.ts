import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { newBuyer, onSale, openBargain, offerEventsOf, type Buyer } from '#test/bargain.ts'
import type { Seller } from '#test/factories.ts'

const app = await startApp({ after })

const patch = (seller: Seller, json: object) => seller.call('PATCH', `/v1/shops/${seller.slug}`, { json })

/** Ways to make a listing unavailable, with the `closed_reason` that its offers get. */
const CLOSING_ACTIONS: readonly [what: string, reason: string, run: (seller: Seller, listing: string) => Promise<Reply>][] = [
  ['unpublished', 'unpublished', (seller, id) => seller.call('POST', `/v1/listings/${id}/unpublish`)],
  ['marked as sold', 'sold', (seller, id) => seller.call('POST', `/v1/listings/${id}/mark-sold`)],
  ['deleted', 'removed', (seller, id) => seller.call('DELETE', `/v1/listings/${id}`)],
  ['closed to offers', 'offers_off', (seller, id) => seller.call('PATCH', `/v1/listings/${id}`, { json: { take_offers: false } })],
  ['in a shop that pauses', 'shop_paused', (seller) => patch(seller, { paused: true })],
  ['in a shop that goes private', 'shop_private', (seller) => patch(seller, { visibility: 'private' })],
  ['in a shop that is deleted', 'removed', (seller) => seller.call('DELETE', `/v1/shops/${seller.slug}`)],
]

for (const [what, reason, run] of CLOSING_ACTIONS) {
  test(`when a listing is ${what}, its open and countered offers are closed and their buyers are notified`, async () => {
    const { seller, buyer } = await openBargain(app)
    const other = await newBuyer(app, 'Cleo')
    const listing = await onSale(seller)
    const [open, countered] = [(await buyer.offer(listing, 50)).id, (await other.offer(listing, 55)).id]
    await seller.call('POST', `/v1/offers/${countered}/counter`, { json: { amount: 90 } })
    assert.equal((await run(seller, listing)).status, 200)
    for (const [who, id] of [
      [buyer, open],
      [other, countered],
    ] as [Buyer, string][]) {
      const { body } = await who.call('GET', `/v1/offers/${id}`)
      assert.deepEqual([body.status, body.closed_reason], ['closed', reason])
      assert.deepEqual((await offerEventsOf(app, who.id, id)).at(-1), { type: 'offer.closed', object: body })
      assert.deepEqual((await seller.call('GET', `/v1/offers/${id}`)).body, body)
    }
  })
}

test('the offers on a listing stay open as long as the item is for sale and accepts offers', async () => {
  const { seller, buyer } = await openBargain(app)
  const listing = await onSale(seller)
  const { id } = await buyer.offer(listing, 50)
  await seller.call('PATCH', `/v1/listings/${listing}`, { json: { title: 'Woollen coat', price: 120, take_offers: true } })
  await patch(seller, { visibility: 'link', name: 'Another name', haggle: true })
  const { body } = await buyer.call('GET', `/v1/offers/${id}`)
  assert.deepEqual([body.status, body.listing.title, body.listing.price], ['open', 'Wool coat', 120])
})

test('an open offer cannot be accepted while its item is not for sale', async () => {
  const { seller, buyer } = await openBargain(app)
  const { db, now } = app.service.ctx
  const listing = await onSale(seller)
  const { id } = await buyer.offer(listing, 50)
  const setShop = (columns: object) => db.updateTable('shops').set(columns).where('slug', '=', seller.slug).execute()
  const setListing = (columns: object) => db.updateTable('listings').set(columns).where('id', '=', listing).execute()
  for (const [set, columns, restored] of [
    [setShop, { paused: true }, { paused: false }],
    [setShop, { visibility: 'private' }, { visibility: 'public' }],
    [setListing, { status: 'sold', sold_at: now(), ever_sold: true }, { status: 'live', sold_at: null }],
  ] as const) {
    await set(columns)
    const { status, body } = await seller.call('POST', `/v1/offers/${id}/accept`, { json: {} })
    assert.deepEqual([status, body.error.message], [409, 'This listing is no longer for sale.'], JSON.stringify(columns))
    await set(restored)
  }
  assert.equal((await seller.call('POST', `/v1/offers/${id}/accept`, { json: {} })).status, 200)
})

test('closing the offers on a listing does not change offers that have ended or offers on other listings', async () => {
  const { seller, buyer } = await openBargain(app)
  const [listing, elsewhere] = [await onSale(seller), await onSale(seller)]
  const ended = (await buyer.offer(listing, 50)).id
  await buyer.call('POST', `/v1/offers/${ended}/withdraw`)
  const active = (await buyer.offer(elsewhere, 50)).id
  await seller.call('POST', `/v1/listings/${listing}/unpublish`)
  const statuses = await Promise.all([ended, active].map(async (id) => (await buyer.call('GET', `/v1/offers/${id}`)).body.status))
  assert.deepEqual(statuses, ['withdrawn', 'open'])
})

test('closing an account withdraws the offers that it made, closes the offers that it received, and affects no other offers', async () => {
  const { seller, buyer } = await openBargain(app)
  const leaver = await openBargain(app)
  const listing = await onSale(seller)
  const made = await leaver.seller.call('POST', '/v1/offers', { json: { listing, amount: 50 } })
  const rival = await buyer.offer(listing, 55)
  const received = await buyer.offer(await onSale(leaver.seller), 50)
  const closed = await app.call('DELETE', '/v1/accounts/me', {
    cookie: leaver.seller.cookie,
    json: { password: 'a long enough password' },
  })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  const theirs = (await seller.call('GET', `/v1/offers/${made.body.id}`)).body
  assert.deepEqual([theirs.status, theirs.buyer.name], ['withdrawn', 'Closed account'])
  assert.equal((await offerEventsOf(app, seller.id, made.body.id)).at(-1)!.type, 'offer.updated')
  assert.equal((await buyer.call('GET', `/v1/offers/${rival.id}`)).body.status, 'open')
  const mine = (await buyer.call('GET', `/v1/offers/${received.id}`)).body
  assert.deepEqual([mine.status, mine.closed_reason], ['closed', 'removed'])
})
