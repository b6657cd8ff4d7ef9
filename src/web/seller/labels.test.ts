import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openLabelled, PARCEL as parcel, SHIP_FROM as FROM, startWithEasyPost } from '#test/labels.ts'
import { lifetime } from '#test/lifetime.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME, openSaleAt } from '#test/sales.ts'

const life = lifetime()
let app: TestApp
before(async () => {
  app = await startApp(life)
})

test('on the order page, a seller gets rates, buys a label, prints it and voids it', async () => {
  const { seller, order } = await openSaleAt(app, 'paid')
  const page = await visitorOf(app, seller.cookie)
  const path = `/app/orders/${order.id}`
  const without = await page.post(path, { do: 'rates', parcel: '24 oz, 12 x 9 x 4 in' })
  assert.match(without.body, /Enter the address that you ship from/)
  const saved = await page.post('/app/shop', {
    shop: seller.slug,
    do: 'shipping',
    ...Object.fromEntries(Object.entries(FROM).map(([name, value]) => [`from_${name}`, value])),
    ships_to: 'United States\nCanada',
  })
  assert.equal(saved.status, 303, saved.body)
  assert.deepEqual((await seller.call('GET', `/v1/shops/${seller.slug}`)).body.ships_to, ['US', 'CA'])
  const rates = await page.post(path, { do: 'rates', parcel: '24 oz, 12 x 9 x 4 in' })
  assert.match(rates.body, /\$5\.45 · USPS Ground Advantage/)
  const rate = /name="rate"[^>]*value="(rat_\w+)"|value="(rat_\w+)"[^>]*name="rate"/.exec(rates.body)!
  assert.equal((await page.post(path, { do: 'buy-label', rate: rate[1] ?? rate[2]! })).status, 303)
  const bought = (await page.get(path)).body
  assert.match(bought, /Print label and packing slip/)
  assert.match(bought, /name="carrier"[^>]*value="USPS"/)
  assert.match(bought, /name="number"[^>]*value="9400\d{18}"/)
  const printed = (await page.get(`/app/labels/print?order=${order.id}`)).body
  for (const text of [HOME.line1, FROM.line1, '9400', 'Packing slip']) assert.ok(printed.includes(text), text)
  assert.equal((await page.post(path, { do: 'void-label' })).status, 303)
  assert.match((await page.get(path)).body, /Get rates/)
})

test('a seller buys labels for all orders with one form, and then sees the page for printing the labels', async () => {
  const { seller, order } = await openSaleAt(app, 'paid', { parcel })
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ship_from: FROM } })
  const page = await visitorOf(app, seller.cookie)
  assert.match((await page.get('/app/orders')).body, /href="\/app\/labels"/)
  assert.match((await page.get('/app/labels')).body, new RegExp(order.id))
  const bought = await page.post('/app/labels', { orders: order.id })
  assert.deepEqual([bought.status, bought.headers.location], [303, `/app/labels/print?order=${order.id}`])
})

test('a label’s image comes from the service’s own host, and only the seller can see it', async (t) => {
  const { app: withPictures } = await startWithEasyPost(t)
  const { seller, buyer, order } = await openLabelled(withPictures)
  const path = `/app/labels/picture?order=${order.id}`
  const page = await visitorOf(withPictures, seller.cookie)
  assert.match((await page.get(`/app/labels/print?order=${order.id}`)).body, new RegExp(`src="${path.replace('?', '\\?')}"`))
  const picture = await page.get(path)
  assert.deepEqual([picture.status, picture.headers['content-type'], picture.headers['cache-control']], [200, 'image/png', 'private, max-age=3600']) // prettier-ignore
  assert.equal((await (await visitorOf(withPictures, buyer.cookie)).get(path)).status, 404)
  await withPictures.service.ctx.db
    .updateTable('labels')
    .set({ image_url: `${withPictures.url}/robots.txt` })
    .execute()
  assert.equal((await page.get(path)).status, 503)
})
