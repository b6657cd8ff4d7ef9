import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

test('without scripts, a seller can schedule and stop price drops in the editor', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await openSeller(app)
  const { id } = await ana.list({ title: 'Lamp', price: 40, lowest_price: 30, publish: true })
  const seller = await visitorOf(app, ana.cookie)
  const editor = `/app/listings/${id}`
  assert.doesNotMatch((await seller.get('/app/listings')).body, /Price drops/)

  const big = await seller.post(editor, { do: 'set-drops', percent: '45', every_days: '7' })
  assert.equal(big.status, 400)
  assert.match(big.body, /value="45"[^]*first step would go below the minimum price/)
  const set = await seller.post(editor, { do: 'set-drops', percent: '10', every_days: '7' })
  assert.equal(set.headers['location'], `${editor}?step=publish#price-drops`)
  assert.match((await seller.get(editor)).body, /falls by 10 % every 7 days\. Next: \$36, no earlier than <time/)
  assert.match((await seller.get('/app/listings')).body, /Price drops/)

  await app.advance(7.1 * 86_400)
  const stop = await seller.post(editor, { do: 'stop-drops' })
  assert.equal(stop.status, 303)
  const { body } = await ana.call('GET', `/v1/listings/${id}`)
  assert.deepEqual([body.price, body.price_drop], [36, null])
  assert.match((await seller.get(editor)).body, /Schedule price drops/)
})

test('a listing without a price or a sold listing has no form for scheduling price drops', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app)
  const seller = await visitorOf(app, ana.cookie)
  const draft = await ana.list({ title: 'Draft' })
  const sold = await ana.list({ title: 'Lamp', price: 40, publish: true })
  await ana.call('POST', `/v1/listings/${sold.id}/mark-sold`)
  for (const { id } of [draft, sold]) assert.doesNotMatch((await seller.get(`/app/listings/${id}`)).body, /Schedule price drops/)
})
