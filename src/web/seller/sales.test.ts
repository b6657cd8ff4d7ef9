import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

test('without scripts, a seller previews, starts and ends a sale, and buyers see it', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await openSeller(app)
  const lamp = await ana.list({ title: 'Brass lamp', price: 40, lowest_price: 20, publish: true })
  await ana.list({ title: 'Oak chair', price: 90, publish: true })
  await app.advance(2 * 86_400)
  const seller = await visitorOf(app, ana.cookie)
  const at = `/app/shops/${ana.slug}/sales`
  const host = `${ana.slug}.resale.localhost`
  const front = async () => (await app.call('GET', '/', { host })).body as string
  assert.match((await seller.get(`/app/shop?shop=${ana.slug}`)).body, new RegExp(`href="${at}"`))
  assert.doesNotMatch(await front(), /Sale:/)

  const long = await seller.post(at, { do: 'preview', percent: '20', starts_on: '', days: '15' })
  assert.equal(long.status, 400)
  assert.match(long.body, /value="15"[^]*at most 14 days after/)
  const preview = await seller.post(at, { do: 'preview', percent: '20', starts_on: '', days: '7' })
  assert.match(preview.body, /1 item is not included in the sale[^]*Brass lamp[^]*\$40[^]*\$32/)
  assert.match(preview.body, /Start the sale with 1 item/)

  assert.equal((await seller.post(at, { do: 'start', percent: '20', starts_on: '', days: '7' })).headers['location'], at)
  await app.advance(1)
  const list = (await seller.get(at)).body as string
  assert.match(list, /20% off[^]*Running[^]*1 item reduced · 1 item not included[^]*End sale now/)
  assert.match(await front(), /Sale: 20% off selected items until <time[^]*Was <s>\$40<\/s>/)
  const store = (await app.call('GET', `/v1/market/stores/${ana.slug}`)).body
  assert.deepEqual([store.sale.percent, store.sale.partial], [20, true])

  const [, sale] = /<li id="(sal_\w+)"/.exec(list)!
  assert.equal((await seller.post(at, { do: 'end', sale: sale! })).status, 303)
  await app.advance(1)
  assert.doesNotMatch(await front(), /Sale:|<s>/)
  assert.equal((await ana.call('GET', `/v1/listings/${lamp.id}`)).body.price, 40)
  assert.match((await seller.get(at)).body, /20% off[^]*Ended/)
})

test('the sale banner mentions the whole shop if every item is reduced, and disappears when the sale ends', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await openSeller(app)
  await ana.list({ title: 'Brass lamp', price: 40, lowest_price: 20, publish: true })
  const ends_at = new Date(app.service.ctx.now().getTime() + 3 * 86_400_000).toISOString()
  await ana.call('POST', `/v1/shops/${ana.slug}/sales`, { json: { percent: 20, ends_at } })
  await app.advance(1)
  const front = async () => (await app.call('GET', '/', { host: `${ana.slug}.resale.localhost` })).body as string
  assert.match(await front(), /Sale: 20% off until <time/)
  await app.service.ctx.db.updateTable('sales').set({ ends_at: app.service.ctx.now() }).execute()
  assert.doesNotMatch(await front(), /Sale:/)
})

test('a scheduled sale starts at the beginning of its first day, in the owner’s time zone', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app)
  await app.service.ctx.db.updateTable('accounts').set({ time_zone: 'America/New_York' }).where('id', '=', ana.id).execute()
  const seller = await visitorOf(app, ana.cookie)
  const at = `/app/shops/${ana.slug}/sales`
  const day = new Date(app.service.ctx.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  assert.equal((await seller.post(at, { do: 'start', percent: '20', starts_on: day, days: '7' })).headers['location'], at)
  const [sale] = (await ana.call('GET', `/v1/shops/${ana.slug}/sales`)).body.data
  assert.match(sale.starts_at, new RegExp(`^${day}T0[45]:00`))
  const bad = await seller.post(at, { do: 'start', percent: '20', starts_on: 'soon', days: '7' })
  assert.equal(bad.status, 400)
  assert.match(bad.body, /Enter a date, such as 2027-01-31/)
})

test('a seller can neither see nor schedule sales in a different seller’s shop', async (t) => {
  const app = await startApp(t)
  const [ana, ben] = [await openSeller(app), await openSeller(app, 'Ben')]
  const other = await visitorOf(app, ben.cookie)
  const at = `/app/shops/${ana.slug}/sales`
  assert.equal((await other.get(at)).status, 404)
  assert.equal((await other.post(at, { do: 'start', percent: '20', starts_on: '', days: '7' })).status, 404)
})

test('a sale includes only the listings that the seller selected in the table', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const ana = await openSeller(app)
  const [lamp, chair] = [await ana.list({ title: 'Brass lamp', price: 40, lowest_price: 20, publish: true }), await ana.list({ title: 'Oak chair', price: 90, publish: true })] // prettier-ignore
  const seller = await visitorOf(app, ana.cookie)
  const listings = '/app/listings?tab=live'
  assert.match((await seller.get(listings)).body, /Put on sale/)
  for (const selection of [{}, { all: 'matching' }])
    assert.match((await seller.post(`${listings}&q=piano`, { do: 'sale', tab: 'live', ...selection })).body, /Select at least one listing/)

  const at = `/app/shops/${ana.slug}/sales`
  const { location } = (await seller.post(listings, { do: 'sale', tab: 'live', ids: lamp.id })).headers
  assert.equal(location, `${at}?listings=${lamp.id}`)
  assert.match(
    (await seller.get(location)).body,
    new RegExp(`name="listings" value="${lamp.id}"[^]*includes the 1 listing[^]*href="${at}"`),
  )
  const plan = { percent: '20', starts_on: '', days: '7' }
  const preview = (await seller.post(at, { do: 'preview', listings: lamp.id, ...plan })).body
  assert.match(preview, new RegExp(`name="listings" value="${lamp.id}"[^]*Start the sale with 1 item[^]*Brass lamp`))
  assert.doesNotMatch(preview, /Oak chair/)
  const missing = await seller.post(at, { do: 'start', listings: `${lamp.id},lst_0`, ...plan })
  assert.deepEqual([missing.status, /lst_0/.test(missing.body)], [400, true])

  assert.equal((await seller.post(at, { do: 'start', listings: lamp.id, ...plan })).status, 303)
  await app.advance(1)
  const prices = await Promise.all([lamp, chair].map(async ({ id }) => (await ana.call('GET', `/v1/listings/${id}`)).body.price))
  assert.deepEqual(prices, [32, 90])
})
