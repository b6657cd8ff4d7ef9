import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { keyOf } from '#test/bargain.ts'
import { openBundles } from '#test/bundles.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'

const SCOPES = ['read', 'buying', 'orders', 'listings', 'shops']

/** Three items cost 100 dollars in total: 90 for the items and 10 for shipping. */
describe('spending limits and approvals for purchases', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life)
  })

  test('a key’s max_offer limits the total of a purchase, not the price of each item', async () => {
    const { buyer, ids, post } = await openBundles(app)
    const low = { key: await keyOf(app, buyer, { scopes: SCOPES, max_offer: 99.99 }) }
    const refused = await post(low, '/purchases', { listings: ids, address: HOME })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'over_limit'])
    const enough = { key: await keyOf(app, buyer, { scopes: SCOPES, max_offer: 100 }) }
    const { body } = await post(enough, '/purchases', { listings: ids, address: HOME })
    assert.equal((await post(low, `/purchases/${body.id}/pay`, { method: 'test_ok' })).status, 403)
    assert.equal((await post(enough, `/purchases/${body.id}/pay`, { method: 'test_ok' })).body.status, 'paid')
  })

  test('the daily limit max_day counts each purchase once, and stops counting a purchase when it is cancelled', async () => {
    const { buyer, ids, post } = await openBundles(app)
    const key = { key: await keyOf(app, buyer, { scopes: SCOPES, max_day: 150 }) }
    const { body } = await post(key, '/purchases', { listings: ids, address: HOME })
    const other = (await openBundles(app)).ids
    assert.equal((await post(key, '/purchases', { listings: other, address: HOME })).body.error.code, 'over_limit')
    assert.equal((await post(key, `/purchases/${body.id}/cancel`)).status, 200)
    const { body: next } = await post(key, '/purchases', { listings: other, address: HOME })
    assert.equal((await post(key, `/purchases/${next.id}/pay`, { method: 'test_ok' })).body.status, 'paid')
  })

  test('the daily limit max_day of a key counts the payments for orders and purchases that were placed without this key', async () => {
    const { seller, buyer, ids, post } = await openBundles(app)
    const key = { key: await keyOf(app, buyer, { scopes: SCOPES, max_day: 150 }) }
    const { body: purchase } = await post(buyer, '/purchases', { listings: ids, address: HOME })
    const placed = async (price: number) => {
      const listing = await seller.list({ title: 'Chair', price, shipping: 5, publish: true })
      return (await post(buyer, '/orders', { listing: listing.id, address: HOME })).body.id as string
    }
    const [most, tooMuch] = [await placed(45), await placed(45.01)]
    assert.equal((await post(key, `/purchases/${purchase.id}/pay`, { method: 'test_ok' })).body.status, 'paid')
    assert.equal((await post(key, `/orders/${tooMuch}/pay`, { method: 'test_ok' })).body.error?.code, 'over_limit')
    assert.equal((await post(key, `/orders/${most}/pay`, { method: 'test_ok' })).body.status, 'paid')
  })

  test('the daily limit max_day counts a paid purchase until all orders in it are cancelled', async () => {
    const { seller, buyer, ids, post } = await openBundles(app)
    const key = { key: await keyOf(app, buyer, { scopes: SCOPES, max_day: 150 }) }
    const { body } = await post(key, '/purchases', { listings: ids, address: HOME })
    await post(key, `/purchases/${body.id}/pay`, { method: 'test_ok' })
    const other = (await openBundles(app)).ids
    const again = () => post(key, '/purchases', { listings: other, address: HOME })
    for (const { id } of body.orders.slice(1)) await post(seller, `/orders/${id}/cancel`)
    assert.equal((await again()).status, 403)
    await post(seller, `/orders/${body.orders[0].id}/cancel`)
    assert.equal((await again()).status, 201)
  })

  test('ordering several items needs approval for `buying.offer`, paying for the order needs approval for `buying.pay`, and both state the total', async () => {
    const { buyer, ids, post } = await openBundles(app)
    const key = { key: await keyOf(app, buyer, { kind: 'agent', scopes: SCOPES, ask_first: ['buying.offer', 'buying.pay'] }) }
    const unknown = await post(key, '/purchases', { listings: ids, address: 'adr_00000000000000000000000000' })
    assert.deepEqual([unknown.status, unknown.body.error.param], [400, 'address'], 'no one is asked to approve an order that would fail')
    const requested = await post(key, '/purchases', { listings: ids, address: HOME })
    assert.deepEqual([requested.status, requested.body.action, requested.body.amount], [202, 'buying.offer', 100])
    assert.match(
      requested.body.summary,
      /^Order for \$100 \(10 % off\): 3 items in the shop “.+”: “Brass lamp”, “Oak shelf”, “Wool coat”\.$/,
    )
    const { body } = await post(buyer, '/purchases', { listings: ids, address: HOME })
    const paying = await post(key, `/purchases/${body.id}/pay`, { method: 'test_ok' })
    assert.deepEqual([paying.status, paying.body.action, paying.body.amount], [202, 'buying.pay', 100])
    assert.equal(paying.body.summary, 'Pay $100 for a purchase in the shop “Shop of Ana”.')
    const nowhere = await post(key, `/purchases/${body.id}/pay`, { method: 'test_ok', address: 'adr_0' })
    assert.deepEqual([nowhere.status, nowhere.body.error.param], [400, 'address'])
    const plain = await openBundles(app, { bundle_tiers: [] })
    const undiscounted = await post(key, '/purchases', { listings: plain.ids.slice(0, 2), address: HOME })
    assert.equal(undiscounted.body.summary, 'Order for $60: 2 items in the shop “Shop of Ana”: “Brass lamp”, “Oak shelf”.')
    const asking = { kind: 'agent', scopes: SCOPES, ask_first: ['buying.offer', 'buying.pay', 'orders.cancel'] }
    const low = { key: await keyOf(app, buyer, { ...asking, max_offer: 99.99 }) }
    assert.equal((await post(low, `/purchases/${body.id}/pay`, { method: 'test_ok' })).body.error.code, 'over_limit')
    const { ids: others } = await openBundles(app)
    assert.equal((await post(low, '/purchases', { listings: others, address: HOME })).body.error.code, 'over_limit')
    const asks = { key: await keyOf(app, buyer, asking) }
    assert.equal((await post(asks, `/purchases/${body.id}/cancel`)).body.summary.startsWith('Cancel the unpaid purchase of $100 '), true)
    assert.equal((await post(buyer, `/purchases/${body.id}/cancel`)).status, 200)
    assert.equal((await post(key, `/purchases/${body.id}/pay`, { method: 'test_ok' })).status, 409, 'no approval can make it payable')
    assert.equal((await post(asks, `/purchases/${body.id}/cancel`)).status, 409)
  })

  test('the approval to ship a purchase counts only its paid orders, and shipping without paid orders is refused', async () => {
    const { seller, buyer, buy, post } = await openBundles(app)
    const { id, orders } = await buy()
    const agent = { kind: 'agent', scopes: SCOPES, ask_first: ['orders.ship'] }
    const keys = { seller: await keyOf(app, seller, agent), buyer: await keyOf(app, buyer, agent) }
    const ship = async (key: string) => {
      const { status, body } = await post({ key }, `/purchases/${id}/ship`)
      return [status, body.summary]
    }
    assert.deepEqual(await ship(keys.seller), [409, undefined])
    await post(buyer, `/purchases/${id}/pay`, { method: 'test_ok' })
    await post(seller, `/orders/${orders[0].id}/cancel`)
    assert.deepEqual(await ship(keys.seller), [202, 'Mark 2 items as shipped in one parcel to “Ben Buyer”.'])
    assert.deepEqual(await ship(keys.buyer), [409, undefined])
  })

  test('an approved purchase is not executed if a price has changed since the approval was requested', async () => {
    const { seller, buyer, ids, post } = await openBundles(app)
    const key = { key: await keyOf(app, buyer, { kind: 'agent', scopes: SCOPES, ask_first: ['buying.offer'] }) }
    const requested = await post(key, '/purchases', { listings: ids, address: HOME })
    await seller.call('PATCH', `/v1/listings/${ids[1]}`, { json: { price: 29 } })
    const { status, body } = await app.call('POST', `/v1/approvals/${requested.body.id}/approve`, { cookie: buyer.cookie })
    assert.deepEqual([status, body.error.code], [409, 'changed'])
  })

  test('a higher discount or cheaper shipping needs approval for `shops.floor`, but a lower discount or more expensive shipping does not', async () => {
    const { seller, post: _ } = await openBundles(app, { bundle_tiers: [{ from: 3, percent: 10 }], bundle_shipping: 'sum' })
    const key = await keyOf(app, seller, { kind: 'agent', scopes: SCOPES, ask_first: ['shops.floor'] })
    const change = (json: object) => app.call('PATCH', `/v1/shops/${seller.slug}`, { key, json })
    for (const json of [
      { bundle_tiers: [{ from: 3, percent: 11 }] },
      { bundle_tiers: [{ from: 2, percent: 5 }, { from: 3, percent: 10 }] }, // prettier-ignore
      { bundle_shipping: 'highest' },
    ]) {
      const { status, body } = await change(json)
      assert.deepEqual([status, body.action], [202, 'shops.floor'], JSON.stringify(json))
    }
    assert.match(
      (await change({ bundle_tiers: [{ from: 3, percent: 11 }] })).body.summary,
      /10 % off from 3 items to 11 % off from 3 items/,
    )
    assert.equal((await change({ bundle_tiers: [{ from: 3, percent: 10 }] })).status, 200)
    assert.equal((await change({ bundle_tiers: [{ from: 4, percent: 10 }] })).status, 200)
    assert.equal((await change({ bundle_tiers: [] })).status, 200)
  })

  test('invalid bundle discount tiers are rejected with an error that names the field', async () => {
    const { seller } = await openBundles(app)
    const change = async (bundle_tiers: unknown) => {
      const { status, body } = await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { bundle_tiers } })
      return [status, body.error?.param]
    }
    const tier = (from: number, percent: number) => ({ from, percent })
    assert.deepEqual(await change([tier(2, 51)]), [400, 'bundle_tiers[0].percent'])
    assert.deepEqual(await change([tier(2, 50), tier(1, 5)]), [400, 'bundle_tiers[1].from'])
    assert.deepEqual(await change([tier(2, 1), tier(3, 2), tier(4, 3), tier(5, 4)]), [400, 'bundle_tiers'])
    assert.deepEqual(await change([tier(2, 10), tier(2, 20)]), [400, 'bundle_tiers'])
    assert.deepEqual(await change([tier(2, 10), tier(3, 10)]), [400, 'bundle_tiers'])
  })
})
