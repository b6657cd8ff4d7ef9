import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openBundles } from '#test/bundles.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'

test('a buyer chooses items, sees the next discount and pays once, and the seller ships a single parcel', async (t) => {
  const app = await startApp(t)
  const { seller, buyer, ids, listings } = await openBundles(app, {
    bundle_tiers: [
      { from: 2, percent: 10 },
      { from: 3, percent: 20 },
    ],
  })
  const [theirs, ours] = [await visitorOf(app, seller.cookie), await visitorOf(app, buyer.cookie)]
  const host = `${seller.slug}.resale.localhost`
  const listing = await app.call('GET', new URL(listings[0].url).pathname, { host })
  assert.match((await app.call('GET', '/', { host })).body, /10% off from 2 items, 20% from 3[^]*Buy several items together/)
  assert.match(listing.body, new RegExp(`action="${app.url}/bag/${seller.slug}"[^>]*><input type="hidden" name="add" value="${ids[0]}"`))

  const one = await ours.get(`/bundle/${seller.slug}?item=${ids[0]}`)
  assert.match(one.body, /Add 1 more item to get 10% off/)
  assert.match(one.body, new RegExp(`value="${ids[0]}" name="item" checked`))
  const two = await ours.get(`/bundle/${seller.slug}?item=${ids[0]}&item=${ids[1]}`)
  assert.match(two.body, /Add 1 more item to get 20% off/)
  assert.match(two.body, /Discount \(10%\)<\/th><td>− \$5<\/td>[^]*\$55/)

  const stale = await ours.post(`/bundle/${seller.slug}`, { items: `${ids[0]} ${ids[1]}`, expected_total: '54' })
  assert.match(stale.body, /The total is now \$55/)
  const made = await ours.post(`/bundle/${seller.slug}`, { items: `${ids[0]} ${ids[1]}`, expected_total: '55' })
  assert.equal(made.status, 303)
  const path = made.headers['location']!
  assert.match(path, /^\/you\/purchases\/pur_/)
  assert.match((await ours.get(path)).body, /2 items from [^]*All items are reserved for you:[^]*role="timer"[^]*Pay \$55/)
  // the checkout page of each item redirects to the purchase
  assert.equal((await ours.get(`/checkout/${ids[0]}`)).headers['location'], path)

  const declined = await ours.post(path, { ...HOME, method: 'test_declined' })
  assert.match(declined.body, /declined/i)
  assert.equal((await ours.post(path, { ...HOME, method: 'test_ok' })).status, 303)
  assert.match((await ours.get(path)).body, /Paid in one payment[^]*1 Main St/)

  const id = path.split('/').at(-1)!
  const sale = await theirs.get(`/app/purchases/${id}`)
  assert.match(sale.body, /2 items for Ben Buyer[^]*Mark all as shipped/)
  assert.match((await theirs.post(`/app/purchases/${id}`, { carrier: 'UPS', number: 'wrong' })).body, /number/)
  assert.equal((await theirs.post(`/app/purchases/${id}`, { carrier: 'UPS', number: '1Z999AA10123456784' })).status, 303)
  const orders = (await app.call('GET', '/v1/orders?role=buyer', { key: buyer.key })).body.data
  assert.deepEqual(
    orders.map(({ status }: { status: string }) => status),
    ['shipped', 'shipped'],
  )
  assert.match((await theirs.get(`/app/orders/${orders[0].id}`)).body, /See the whole purchase/)
  assert.match((await ours.get(`/you/orders/${orders[0].id}`)).body, /See the whole purchase/)
})

test('a buyer can cancel an unpaid purchase, which other people cannot see', async (t) => {
  const app = await startApp(t)
  const { buyer, buy } = await openBundles(app)
  const { id } = await buy()
  const outsider = await visitorOf(app, (await app.signUp('Olga')).cookie)
  assert.equal((await outsider.get(`/you/purchases/${id}`)).status, 404)
  assert.equal((await outsider.get(`/app/purchases/${id}`)).status, 404)
  const ours = await visitorOf(app, buyer.cookie)
  assert.equal((await ours.post(`/you/purchases/${id}`, { do: 'cancel' })).status, 303)
  assert.match((await ours.get(`/you/purchases/${id}`)).body, /Cancelled\. Nothing was charged/)
})

test('the seller sets discounts on the settings page, and the error names an invalid discount', async (t) => {
  const app = await startApp(t)
  const { seller } = await openBundles(app)
  const page = await visitorOf(app, seller.cookie)
  const save = (fields: Record<string, string>) =>
    page.post('/app/shop', { shop: seller.slug, do: 'bundles', bundle_shipping: 'sum', ...fields })
  assert.equal((await save({ from_0: '3', percent_0: '15', from_1: '2', percent_1: '5', from_2: '', percent_2: '' })).status, 303)
  const shop = (await app.call('GET', `/v1/shops/${seller.slug}`, { key: seller.key })).body
  assert.deepEqual(
    [shop.bundle_tiers, shop.bundle_shipping],
    [
      [
        { from: 2, percent: 5 },
        { from: 3, percent: 15 },
      ],
      'sum',
    ],
  )
  assert.match((await save({ from_0: '3', percent_0: '60' })).body, /whole number from 1 to 50/)
  assert.match((await save({ from_0: '3', percent_0: '' })).body, /whole number from 1 to 50/)
  assert.match((await save({ from_0: '3', percent_0: '10', from_1: '4', percent_1: '5' })).body, /higher percent for more items/)
  const store = (await app.call('GET', `/v1/market/stores/${seller.slug}`)).body
  assert.equal(store.bundle_tiers.length, 2)
})
