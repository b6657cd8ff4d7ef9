import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { newBuyer, onSale, type Buyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { checkOut, MANY_NETWORKS, newEmail } from '#test/guests.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'

const ABROAD = { ...HOME, country: 'DE' }
const FROM = { name: 'Sol', line1: '2 High St', city: 'Berlin', postal_code: '10115', country: 'DE' }

const life = lifetime()
let app: TestApp
let seller: Seller
let buyer: Buyer
before(async () => {
  app = await startApp(life, MANY_NETWORKS)
  seller = await openSeller(app, 'Sol')
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false } })
  buyer = await newBuyer(app)
})

const set = async (json: object): Promise<Reply['body']> => {
  const changed = await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  return changed.body
}
const refused = ({ status, body }: Reply): void => assert.deepEqual([status, body.error?.code], [409, 'does_not_ship'])
const ordersOf = async (listing: string): Promise<number> =>
  (await app.service.ctx.db.selectFrom('orders').select('id').where('listing_id', '=', listing).execute()).length

describe('the shipping countries of a shop (`ships_to`)', () => {
  test('ships_to defaults to the country of ship_from if that is public, and otherwise to the United States, and never reveals the address', async () => {
    const listing = await onSale(seller, { shipping: 8 })
    const seen = async () => (await app.call('GET', `/v1/market/listings/${listing}`)).body
    assert.deepEqual((await set({})).ships_to, ['US'])
    assert.deepEqual((await set({ ship_from: FROM })).ships_to, ['DE'])
    assert.deepEqual((await seen()).ships_to, ['DE'])
    const shop = await set({ ships_to: ['ca', 'United States', 'US'] })
    assert.deepEqual([shop.ships_to, shop.ship_from.city, shop.ship_from.line2], [['CA', 'US'], 'Berlin', null])
    assert.deepEqual((await seen()).ships_to, ['CA', 'US'])
    const store = await app.call('GET', `/v1/market/stores/${seller.slug}`)
    for (const body of [await seen(), store.body]) assert.doesNotMatch(JSON.stringify(body), /10115|2 High St|ship_from/)
    assert.deepEqual((await set({ ship_from: null, ships_to: null })).ships_to, ['US'])
  })

  test('an empty list of countries, an unknown country or an incomplete address is rejected, and the error names the field', async () => {
    for (const [json, param] of [
      [{ ships_to: [] }, 'ships_to'],
      [{ ships_to: ['Nowhere'] }, 'ships_to[0]'],
      [{ ship_from: { name: 'Sol' } }, 'ship_from.line1'],
    ] as const) {
      const reply = await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json })
      assert.deepEqual([reply.status, reply.body.error.param], [400, param])
    }
  })

  test('a buyer can neither place nor pay for an order with an address in a country that the shop does not ship to', async () => {
    const listing = await onSale(seller, { shipping: 8 })
    refused(await buyer.call('POST', '/v1/orders', { json: { listing, address: ABROAD } }))
    const saved = await buyer.call('POST', '/v1/addresses', { json: ABROAD })
    refused(await buyer.call('POST', '/v1/orders', { json: { listing, address: saved.body.id } }))
    assert.equal(await ordersOf(listing), 0)
    const { body: order } = await buyer.call('POST', '/v1/orders', { json: { listing } })
    refused(await buyer.call('POST', `/v1/orders/${order.id}/pay`, { json: { method: 'test_ok', address: ABROAD } }))
    const { body: unpaid } = await buyer.call('GET', `/v1/orders/${order.id}`)
    assert.deepEqual([unpaid.status, unpaid.address], ['awaiting_payment', null])
    const paid = await buyer.call('POST', `/v1/orders/${order.id}/pay`, { json: { method: 'test_ok', address: HOME } })
    assert.equal(paid.body.status, 'paid', JSON.stringify(paid.body))
  })

  test('a buyer in a country that the shop does not ship to cannot pay for an accepted offer', async () => {
    const listing = await onSale(seller, { shipping: 8 })
    const offer = await buyer.offer(listing, 90)
    const accepted = await seller.call('POST', `/v1/offers/${offer.id}/accept`, { json: {} })
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    const order = accepted.body.order.id ?? accepted.body.order
    refused(await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok', address: ABROAD } }))
  })

  test('a purchase or a guest checkout is rejected if the shop does not ship to the buyer’s country', async () => {
    const listings = [await onSale(seller, { shipping: 8 }), await onSale(seller, { shipping: 4 })]
    refused(await buyer.call('POST', '/v1/purchases', { json: { listings, address: ABROAD } }))
    refused(await checkOut(app, listings[0]!, newEmail(), { address: ABROAD }))
    assert.deepEqual([await ordersOf(listings[0]!), await ordersOf(listings[1]!)], [0, 0])
    const { body: purchase } = await buyer.call('POST', '/v1/purchases', { json: { listings } })
    refused(await buyer.call('POST', `/v1/purchases/${purchase.id}/pay`, { json: { method: 'test_ok', address: ABROAD } }))
  })

  test('a buyer in any country can order an item for pickup', async () => {
    const listing = await onSale(seller, { shipping: 0 })
    const { status } = await buyer.call('POST', '/v1/orders', { json: { listing, address: ABROAD } })
    assert.equal(status, 201)
  })

  test('once a shop adds a country to its shipping countries, it accepts orders from there', async () => {
    await set({ ships_to: ['US', 'DE'] })
    const { status } = await buyer.call('POST', '/v1/orders', { json: { listing: await onSale(seller, { shipping: 8 }), address: ABROAD } })
    assert.equal(status, 201)
    await set({ ships_to: null })
  })
})
