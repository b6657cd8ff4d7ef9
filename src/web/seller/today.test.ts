import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSeller } from '#test/factories.ts'
import { startWithSeller, visitorOf } from '#test/pages.ts'

test('the Today page lists open tasks by urgency, and each task can be completed on that page', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  assert.match((await page.get('/app')).body, /No open tasks/)
  const lamp = await ana.list({ title: 'Oak lamp', price: 60, shipping: 5, take_offers: true, publish: true })
  const vase = await ana.list({ title: 'Bud vase', price: 20 })
  const buyer = await app.signUp('Ben')
  const offer = await app.call('POST', '/v1/offers', { key: buyer.key, json: { listing: lamp.id, amount: 55 } })
  assert.equal(offer.status, 201)
  const today = (await page.get('/app')).body
  assert.match(today, /Ben offers \$55 for Oak lamp, listed at \$60/)
  assert.match(today, /“<bdi>Bud vase<\/bdi>” is a draft: add a photo/)
  assert.ok(today.indexOf('Oak lamp') < today.indexOf('Bud vase'), 'tasks with a deadline come first')
  const other = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  assert.equal((await other.post('/app', { do: 'accept', id: offer.body.id, amount: '50' })).status, 404)
  const stale = await page.post('/app', { do: 'accept', id: offer.body.id, amount: '58' })
  assert.equal(stale.status, 409)
  assert.match(stale.body, /role="alert"/)
  const taken = await page.post('/app', { do: 'accept', id: offer.body.id, amount: '55' })
  assert.deepEqual([taken.status, taken.headers.location], [303, '/app'])
  assert.match((await page.get('/app')).body, /Offer accepted\. The buyer has 24 hours to pay/)
  assert.doesNotMatch((await page.get('/app')).body, /Offer accepted\. The buyer/, 'the message is shown once')
  assert.equal(vase.status, 'draft')
})

test('until the buyer pays, the Today and Orders pages show the payment deadline of an accepted counteroffer', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  await app.call('PATCH', `/v1/shops/${ana.slug}`, { key: ana.key, json: { haggle: false } })
  const lamp = await ana.list({ title: 'Oak lamp', price: 64, shipping: 5, take_offers: true, publish: true })
  const ben = await app.signUp('Ben')
  const { body: offer } = await app.call('POST', '/v1/offers', { key: ben.key, json: { listing: lamp.id, amount: 50 } })
  assert.equal((await app.call('POST', `/v1/offers/${offer.id}/counter`, { key: ana.key, json: { amount: 57 } })).status, 200)
  assert.doesNotMatch((await page.get('/app')).body, /Waiting for payment/)
  const { body: taken } = await app.call('POST', `/v1/offers/${offer.id}/accept`, { key: ben.key })
  const { body: order } = await app.call('GET', `/v1/orders/${taken.order}`, { key: ana.key })
  const today = (await page.get('/app')).body
  assert.match(today, /Waiting for payment[^]*Oak lamp[^]*Ben · \$62[^]*Payment due within/)
  assert.ok(today.includes(`datetime="${order.pay_by}"`))
  assert.match((await page.get('/app/orders?tab=all')).body, /payment due within/)
  const address = { name: 'Ben', line1: '1 Main St', city: 'Portland', postal_code: '97201', country: 'US' }
  assert.equal((await app.call('POST', `/v1/orders/${order.id}/pay`, { key: ben.key, json: { method: 'test_ok', address } })).status, 200)
  assert.doesNotMatch((await page.get('/app')).body, /Waiting for payment/)
})
