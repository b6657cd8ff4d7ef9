import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { makePhoto } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { agentOf } from '#test/ucp/buying.ts'
import { startPlatform } from '#test/ucp/platform.ts'
import { endOldReductions } from './update.ts'

const DAY = 86_400
const life = lifetime()

describe('showing crossed-out prices', () => {
  let app: TestApp
  let ana: Seller
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
  })
  beforeEach(async () => {
    ana = await openSeller(app)
  })

  const live = (fields: object = {}) => ana.list({ title: 'Lamp', price: 100, shipping: 5, publish: true, ...fields })
  const days = (count: number) => app.advance(count * DAY)
  const own = async ({ id }: { id: string }) => (await ana.call('GET', `/v1/listings/${id}`)).body
  const seen = async ({ id }: { id: string }) => (await app.call('GET', `/v1/market/listings/${id}`)).body
  const edit = async ({ id }: { id: string }, json: object) => {
    const { status, body } = await ana.call('PATCH', `/v1/listings/${id}`, { json })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const verb = async ({ id }: { id: string }, name: string) =>
    assert.equal((await ana.call('POST', `/v1/listings/${id}/${name}`)).status, 200)
  const shop = async (json: object) => assert.equal((await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json })).status, 200)

  test('a reduced price is shown next to the lowest price of the preceding 30 days, until the price rises again', async () => {
    const lamp = await live()
    assert.equal(lamp.was_price, null)
    await days(2)
    assert.equal((await edit(lamp, { price: 80 })).was_price, 100)
    const { price, was_price: was } = await seen(lamp)
    assert.deepEqual([price, was], [80, 100])
    assert.equal((await edit(lamp, { title: 'Old lamp' })).was_price, 100)
    assert.equal((await edit(lamp, { price: 70 })).was_price, 100)
    assert.equal((await edit(lamp, { price: 75 })).was_price, null)
    assert.equal((await edit(lamp, { price: 60 })).was_price, 70)
  })

  test('a price that was valid for less than a day, or that was raised shortly before the reduction, is never shown as crossed out', async () => {
    const [raised, fresh] = [await live(), await live()]
    assert.equal((await edit(fresh, { price: 50 })).was_price, null)
    await days(2)
    await edit(raised, { price: 300 })
    await days(2)
    assert.equal((await edit(raised, { price: 120 })).was_price, null)
    assert.equal((await edit(raised, { price: 90 })).was_price, 100)
  })

  test('the crossed-out price ignores prices from times when the listing was a draft or its shop was paused', async () => {
    const [draft, paused] = [await live({ publish: false }), await live()]
    await days(2)
    await verb(draft, 'publish')
    await shop({ paused: true })
    await edit(paused, { price: 400 })
    await days(2)
    assert.equal((await edit(draft, { price: 80 })).was_price, null)
    assert.equal((await edit(paused, { price: 90 })).was_price, 100)
    await shop({ paused: false })
    assert.equal((await seen(paused)).was_price, 100)
  })

  test('a crossed-out price survives unpublishing and republishing, but disappears when the item is sold or after 30 days', async () => {
    const [hidden, sold, old, later] = [await live(), await live(), await live(), await live()]
    await days(2)
    for (const listing of [hidden, sold, old]) await edit(listing, { price: 80 })
    await verb(hidden, 'unpublish')
    assert.equal((await own(hidden)).was_price, null)
    assert.equal((await edit(hidden, { price: 70 })).was_price, null)
    await verb(hidden, 'publish')
    assert.equal((await own(hidden)).was_price, 100)
    await verb(sold, 'mark-sold')
    assert.equal((await seen(sold)).was_price, null)
    await days(29)
    assert.equal((await seen(old)).was_price, 100)
    await edit(later, { price: 80 })
    const { ctx } = app.service
    const stored = async () => {
      await endOldReductions(ctx)
      const rows = ctx.db.selectFrom('listings').select('id').where('was_cents', 'is not', null)
      return (await rows.where('id', 'in', [old.id, later.id]).orderBy('id').execute()).map(({ id }) => id)
    }
    assert.deepEqual(await stored(), [old.id, later.id])
    await days(1.1)
    assert.deepEqual([(await own(old)).was_price, (await seen(old)).was_price], [null, null])
    assert.equal((await own(later)).was_price, 100)
    assert.deepEqual(await stored(), [later.id], 'a periodic job removes only the prices that are no longer shown')
  })

  test('bulk changes, imports, and undoing a bulk change record the price history in the same way as single edits', async () => {
    const lamp = await live({ sku: 'LAMP-1' })
    await days(2)
    const bulk = await ana.call('POST', '/v1/listings/bulk', { json: { ids: [lamp.id], change: { price: { percent: -10 } } } })
    await app.advance(1)
    assert.equal((await own(lamp)).was_price, 100)
    await ana.call('POST', `/v1/listings/bulk/${bulk.body.id}/undo`)
    await app.advance(1)
    const undone = await own(lamp)
    assert.deepEqual([undone.price, undone.was_price], [100, null])
    const put = await ana.call('PUT', '/v1/listings/by-sku/LAMP-1', { json: { price: 85 } })
    assert.deepEqual([put.status, put.body.was_price], [200, 90])
  })

  test('a listing without a price history is assumed to have had its current price since it was last updated', async () => {
    const [lamp] = [await live(), await live()]
    await app.service.ctx.db.deleteFrom('listing_prices').where('listing_id', '=', lamp.id).execute()
    await days(2)
    assert.equal((await edit(lamp, { price: 80 })).was_price, 100)
    assert.equal((await edit(lamp, { price: 70 })).was_price, 100)
  })

  test('the crossed-out price is shown on pages and in structured data, feeds and search results', async () => {
    const lamp = await live({ title: 'Brass reading lamp' })
    await makePhoto(app.service.ctx, lamp.id, { position: 0 })
    const host = `${ana.slug}.resale.localhost`
    const page = async (path: string) => (await app.call('GET', path, { host })).body as string
    const path = new URL((await own(lamp)).url).pathname
    assert.ok(!(await page(path)).includes('<s>'))
    await days(2)
    await edit(lamp, { price: 80.5 })
    const item = await page(path)
    assert.match(item, /Was <s>\$100<\/s>/)
    assert.match(
      item,
      /"price":"80.50","priceCurrency":"USD","priceSpecification":\{"@type":"UnitPriceSpecification","priceType":"https:\/\/schema.org\/StrikethroughPrice","price":"100.00","priceCurrency":"USD"\}/,
    )
    assert.match(await page('/'), /Was <s>\$100<\/s>/)
    assert.match(await page('/google.xml'), /<g:price>100.00 USD<\/g:price><g:sale_price>80.50 USD<\/g:sale_price>/)
    const { body } = await app.call('GET', '/v1/market/search?q=brass+reading+lamp')
    assert.deepEqual(
      body.data.map(({ was_price: was }: { was_price: number }) => was),
      [100],
    )
  })

  test('in the product catalog for shopping agents, an item’s crossed-out price appears as its list price', async (t) => {
    const [lamp, other] = [await live(), await live()]
    await days(2)
    await edit(lamp, { price: 80 })
    const platform = await startPlatform(t, ['dev.ucp.shopping.catalog.lookup'])
    const key = await ana.keyWith({ scopes: ['buying'] })
    const { body } = await agentOf(app, platform, key).call('POST', '/catalog/lookup', { json: { ids: [lamp.id, other.id] } })
    const [product, unchanged] = body.products
    const usd = (amount: number) => ({ amount, currency: 'USD' })
    assert.deepEqual(product.list_price_range, { min: usd(100_00), max: usd(100_00) })
    assert.deepEqual([product.variants[0].price, product.variants[0].list_price], [usd(80_00), usd(100_00)])
    assert.deepEqual([unchanged.id, 'list_price_range' in unchanged], [other.id, false])
  })

  test('crossed-out prices are shown in test mode as well', async () => {
    const { key } = (await openTestTenant(app, ana)).seller
    const call = async (method: string, path: string, json: object) => {
      const { status, body } = await app.call(method, path, { key, json })
      assert.ok(status < 300, JSON.stringify(body))
      return body
    }
    await call('POST', '/v1/shops', { name: 'Test', slug: 'test-lamps' })
    const lamp = await call('POST', '/v1/listings', { title: 'Lamp', price: 100, publish: true })
    await call('POST', '/v1/sandbox/clock', { advance_seconds: 2 * DAY })
    assert.equal((await call('PATCH', `/v1/listings/${lamp.id}`, { price: 80 })).was_price, 100)
    await call('POST', '/v1/sandbox/clock', { advance_seconds: 31 * DAY })
    await app.advance(0)
    assert.equal((await app.call('GET', `/v1/listings/${lamp.id}`, { key })).body.was_price, null)
  })
})
