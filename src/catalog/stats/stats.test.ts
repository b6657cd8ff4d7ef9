import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

const SUM = { views: 0, likes: 0, offers: 0, sales: 0 }

test('the stats contain the daily views, likes, offers and sales in the account’s shops, including days without any activity', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const eve = await openSeller(app, 'Eve')
  const buyer = await app.signUp('Ben')
  const lamp = await ana.list({ title: 'Lamp', price: 60, shipping: 5, take_offers: true, publish: true })
  const vase = await ana.list({ title: 'Vase', price: 20, shipping: 5, publish: true })
  const buy = (path: string, json?: object) => app.call('POST', `/v1${path}`, { key: buyer.key, ...(json ? { json } : {}) })
  await app.call('GET', `/v1/market/listings/${lamp.id}`, { key: buyer.key })
  await app.call('PUT', `/v1/market/listings/${lamp.id}/like`, { key: buyer.key })
  await app.advance(2 * 86_400)
  assert.equal((await buy('/offers', { listing: lamp.id, amount: 40 })).status, 201)
  const address = { name: 'Ben', line1: '1 High Street', city: 'Salem', postal_code: '97301', country: 'USA' }
  const order = await buy('/orders', { listing: vase.id, address })
  await buy(`/orders/${order.body.id}/pay`, { method: 'test_ok' })
  await app.advance(0)

  const { status, body } = await ana.call('GET', '/v1/stats?days=7')
  assert.deepEqual([status, body.data.length, body.shop], [200, 7, null])
  const total = (rows: (typeof SUM)[]) =>
    rows.reduce(
      (sum, row) => ({
        views: sum.views + row.views,
        likes: sum.likes + row.likes,
        offers: sum.offers + row.offers,
        sales: sum.sales + row.sales,
      }),
      SUM,
    )
  assert.deepEqual(total(body.data), { views: 1, likes: 1, offers: 1, sales: 1 })
  const { day: _, ...today } = body.data.at(-1)
  assert.deepEqual(today, { ...SUM, offers: 1, sales: 1 })
  const { day: __, ...before } = body.data.at(-3)
  assert.deepEqual(before, { ...SUM, views: 1, likes: 1 })
  assert.deepEqual(total((await ana.call('GET', '/v1/stats?days=2')).body.data), { ...SUM, offers: 1, sales: 1 })
  const compared = async (days: number) => (await ana.call('GET', `/v1/stats?days=${days}`)).body.before
  assert.deepEqual(await compared(2), { ...SUM, views: 1, likes: 1 }, 'the two days before')
  assert.deepEqual([await compared(1), await compared(50), await compared(51)], [SUM, SUM, null])
  assert.deepEqual(total((await eve.call('GET', '/v1/stats')).body.data), SUM, 'another’s shops are not counted')
  assert.equal((await eve.call('GET', `/v1/stats?shop=${ana.slug}`)).status, 404)
  assert.equal((await ana.call('GET', '/v1/stats?days=91')).status, 400)

  const page = await visitorOf(app, ana.cookie)
  const shown = (await page.get('/app/stats?days=7')).body
  assert.match(shown, /Sales/)
  assert.match((await page.get('/app/stats?days=7')).body, /0 in the 7 days before/)
  assert.doesNotMatch((await page.get('/app/stats?days=90')).body, /days before/)
  assert.equal((shown.match(/<tr><th scope="row"><time/g) ?? []).length, 7, 'a row for each day')
})
