import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { makePhoto } from '#test/rows.ts'
import { openSaleAt } from '#test/sales.ts'

const HOME = { name: 'Ben Buyer', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

const market = async (app: TestApp, details: Record<string, unknown> = {}) => {
  const seller = await openSeller(app)
  const buyer = await app.signUp('Ben Buyer')
  const listing = await seller.list({ title: 'Brass lamp', price: 40, shipping: 8, publish: true, ...details })
  const buy = (json: Record<string, unknown> = {}, key = buyer.key) =>
    app.call('POST', '/v1/orders', { key, json: { listing: listing.id, ...json } })
  return { seller, buyer, listing, buy }
}

test('an order that was not paid in time does not block the next buyer, even before the periodic job expires it', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { buy, buyer } = await market(app)
  const eve = await app.signUp('Eve')
  const { body } = await buy({ address: HOME })
  assert.equal((await buy({ address: HOME }, eve.key)).status, 409)
  const past = new Date(app.service.ctx.now().getTime() - 1)
  await app.service.ctx.db.updateTable('orders').set({ pay_by: past }).where('id', '=', body.id).execute()
  assert.equal((await buy({ address: HOME }, eve.key)).status, 201)
  assert.equal((await app.call('GET', `/v1/orders/${body.id}`, { key: buyer.key })).body.status, 'expired')
})

test('an order with a matching expected total reserves the listing for 15 minutes', async (t) => {
  const app = await startApp(t, { FEE_PERCENT: '5' })
  const { seller, buyer, listing, buy } = await market(app)
  await makePhoto(app.service.ctx, (await seller.list()).id, { position: 0 })
  const { status, body } = await buy({ expected_total: 48, address: HOME })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.status, body.payment, body.payout, body.item, body.shipping, body.fee, body.total, body.refunded],
    ['awaiting_payment', 'unpaid', 'none', 40, 8, 2, 48, 0],
  )
  assert.deepEqual(body.listing, { id: listing.id, title: 'Brass lamp', url: listing.url, photo: null })
  assert.deepEqual([body.buyer.name, body.offer, body.problem, body.address.city], ['Ben Buyer', null, null, 'Portland'])
  assert.equal(Date.parse(body.pay_by) - Date.parse(body.created_at), 15 * 60_000)
  assert.deepEqual(
    body.timeline.map((step: { status: string; by: string }) => [step.status, step.by]),
    [['awaiting_payment', 'buyer']],
  )
  assert.deepEqual((await app.call('GET', `/v1/orders/${body.id}`, { key: buyer.key })).body, body)
  assert.equal((await seller.call('GET', `/v1/orders/${body.id}`)).body.address.line1, '1 Main St')
  const pictured = await seller.list({ title: 'Oak shelf', price: 5, publish: true })
  await makePhoto(app.service.ctx, pictured.id, { position: 0 })
  assert.match((await buy({ listing: pictured.id })).body.listing.photo, /-large\.webp$/)
  const other = await app.signUp('Cara')
  assert.equal((await buy({}, other.key)).status, 409)
  assert.equal((await buy()).status, 409)
  await app.advance(15 * 60)
  assert.equal((await app.call('GET', `/v1/orders/${body.id}`, { key: buyer.key })).body.status, 'expired')
  assert.equal((await buy({}, other.key)).status, 201)
})

test('a buyer can order without a hold, but an order that names a different buyer’s hold returns 409', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await market(app)
  const buy = async (hold: unknown) => {
    const listing = (await seller.list({ title: 'Brass lamp', price: 40, publish: true })).id
    const { status, body } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing, hold } })
    return [status, body.error ? body.error.param : body.hold]
  }
  for (const hold of [undefined, false, 'false']) assert.deepEqual(await buy(hold), [201, null], String(hold))
  for (const hold of [true, 'true', 'hld_0']) assert.deepEqual(await buy(hold), [409, 'hold'], String(hold))
})

test('an order still has its address, problem report and tracking number after its status changes', async (t) => {
  const sale = await openSaleAt(await startApp(t), 'problem')
  const { address, problem, tracking } = await sale.read()
  assert.deepEqual([address.line1, problem.reason, tracking.number], ['1 Main St', 'damaged', '1Z999AA10123456784'])
  assert.equal((await sale.as('buyer', 'confirm')).status, 200)
  const after = await sale.read()
  assert.deepEqual([after.status, after.address, after.problem.reason, after.tracking], ['completed', address, 'damaged', tracking])
})

test('only the buyer and the seller can read an order or find it in a list', async (t) => {
  const app = await startApp(t)
  const { seller, buyer, buy } = await market(app)
  const outsider = await app.signUp('Cara')
  const { id } = (await buy()).body
  const missing = await app.call('GET', `/v1/orders/ord_0`, { key: outsider.key })
  const theirs = await app.call('GET', `/v1/orders/${id}`, { key: outsider.key })
  assert.deepEqual([theirs.status, theirs.body], [404, missing.body])
  assert.equal((await app.call('GET', `/v1/orders/${id}`)).status, 401)
  const total = async (key: string, query = '') => (await app.call('GET', `/v1/orders${query}`, { key })).body.total
  assert.deepEqual([await total(buyer.key), await total(seller.key), await total(outsider.key)], [1, 1, 0])
  assert.deepEqual([await total(buyer.key, '?role=seller'), await total(seller.key, '?role=seller')], [0, 1])
  assert.deepEqual([await total(buyer.key, '?status=paid'), await total(buyer.key, '?status=awaiting_payment')], [0, 1])
  assert.equal((await app.call('GET', '/v1/orders?role=owner', { key: buyer.key })).body.error.param, 'role')
})

test('an order is rejected if the listing is a draft, sold or the buyer’s own, or if the total is wrong or exceeds the key’s limit', async (t) => {
  const app = await startApp(t)
  const { seller, buyer, listing, buy } = await market(app)
  assert.equal((await buy({ listing: 'lst_0' })).status, 404)
  assert.equal((await buy({ listing: (await seller.list({ title: 'Draft' })).id })).status, 404)
  assert.equal((await buy({}, seller.key)).status, 409)
  const dearer = await buy({ expected_total: 40 })
  assert.deepEqual([dearer.status, dearer.body.error.param], [409, 'expected_total'])
  const { body: key } = await app.call('POST', '/v1/keys', {
    cookie: buyer.cookie,
    json: { name: 'capped', kind: 'api', scopes: ['buying'], max_offer: 47.99 },
  })
  const over = await buy({}, key.secret)
  assert.deepEqual([over.status, over.body.error.code, over.body.error.param], [403, 'over_limit', 'amount'])
  await seller.call('POST', `/v1/listings/${listing.id}/mark-sold`)
  assert.equal((await buy()).status, 409)
  assert.equal((await buy({ address: { name: 'x' } })).status, 400)
  const abroad = await buy({ address: { ...HOME, country: 'Amerika' } })
  assert.deepEqual([abroad.status, abroad.body.error?.param], [400, 'address.country'])
})
