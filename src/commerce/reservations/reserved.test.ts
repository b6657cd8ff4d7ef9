import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'

const BUY = />\s*Buy\s*</
const OFFER = /Make an offer/
const MARK = /<span class="flag">Reserved<\/span>/

async function marketOf(app: TestApp) {
  await app.service.ctx.search.ready()
  const seller = await openSeller(app)
  const [ben, cleo] = [await app.signUp('Ben Buyer'), await app.signUp('Cleo')]
  const add = (details: object) => seller.list({ title: 'Brass lantern', price: 20, shipping: 5, publish: true, ...details })
  const [older, newer] = [await add({}), await add({})]
  const page = async () =>
    (await app.call('GET', new URL(newer.url).pathname, { host: `${seller.slug}.resale.localhost` })).bytes.toString()
  const found = async (query: string) =>
    (await app.call('GET', `/v1/market/search?${query}`)).body.data.map((one: { id: string; reserved: boolean }) => [one.id, one.reserved])
  /**
   * Reads the newer listing several times as an anonymous user. The first response is computed, but later responses may come from the
   * cache.
   */
  const readReservation = async () => {
    let last = null
    for (let attempt = 0; attempt < 3; attempt++) {
      const [html, search] = [await page(), (await app.call('GET', '/search?q=lantern')).bytes.toString()]
      last = {
        read: (await app.call('GET', `/v1/market/listings/${newer.id}`)).body.reserved,
        search: await found('q=lantern'),
        page: [BUY.test(html), OFFER.test(html), /Reserved until <time[^>]*>/.test(html)],
        mark: MARK.test(search),
      }
    }
    return last
  }
  const free = {
    read: false,
    search: [
      [newer.id, false],
      [older.id, false],
    ],
    page: [true, true, false],
    mark: false,
  }
  const reserved = {
    read: true,
    search: [
      [older.id, false],
      [newer.id, true],
    ],
    // the page contains a buy button for the buyer with the reservation, but hides the button until the page's script has identified the
    // viewer
    page: [true, false, true],
    mark: true,
  }
  return { seller, ben, cleo, older, newer, page, found, readReservation, free, reserved }
}

for (const engine of ['index', 'postgres'] as const)
  test(`a listing is shown as reserved everywhere until its unpaid order expires or is cancelled (${engine})`, async (t) => {
    const app = await startApp(t, engine === 'postgres' ? { SEARCH_INDEX: 'off' } : {})
    const { ben, newer, readReservation, free, reserved, found, older } = await marketOf(app)
    assert.deepEqual(await readReservation(), free)
    const order = async () => (await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: newer.id, address: HOME } })).body.id
    await order()
    assert.deepEqual(await readReservation(), reserved)
    for (const sort of ['price-asc', 'price-desc'])
      assert.deepEqual(await found(`sort=${sort}`), [[older.id, false], [newer.id, true]], sort) // prettier-ignore
    await app.advance(901)
    assert.deepEqual(await readReservation(), free)
    const again = await order()
    assert.deepEqual(await readReservation(), reserved)
    assert.equal((await app.call('POST', `/v1/orders/${again}/cancel`, { key: ben.key })).status, 200)
    assert.deepEqual(await readReservation(), free)
  })

test('a listing is shown as reserved for 72 hours after a buyer has paid a deposit', async (t) => {
  const app = await startApp(t)
  const { seller, ben, newer, readReservation, free, reserved } = await marketOf(app)
  await app.call('PATCH', `/v1/shops/${seller.slug}`, { key: seller.key, json: { ask_hold: true } })
  const { body: hold } = await app.call('POST', '/v1/holds', { key: ben.key, json: { listing: newer.id } })
  assert.equal((await readReservation())!.read, false)
  assert.equal((await app.call('POST', `/v1/holds/${hold.id}/pay`, { key: ben.key, json: { method: 'test_ok' } })).status, 200)
  assert.deepEqual(await readReservation(), reserved)
  await app.advance(72 * 3_600 + 1)
  assert.deepEqual(await readReservation(), free)
})

test('“reserved for you” is shown only to the buyer for whom the item is reserved', async (t) => {
  const app = await startApp(t)
  const { seller, ben, cleo, newer, page } = await marketOf(app)
  await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: newer.id, address: HOME } })
  const html = await page()
  assert.match(html, /data-for="reserved" hidden[^]*?Reserved for you until[^]*?>\s*Buy\s*</)
  const viewerState = async ({ cookie }: { cookie: string }) =>
    (
      await app.call('GET', `/you/here?listing=${newer.id}`, {
        cookie,
        headers: { origin: `http://${seller.slug}.resale.localhost:${app.port}` },
      })
    ).body.is
  assert.ok((await viewerState(ben)).includes('reserved'))
  assert.deepEqual([(await viewerState(cleo)).includes('reserved'), (await viewerState(cleo)).includes('unreserved')], [false, true])
  const offerPage = async (cookie: string) => (await app.call('GET', `/offer/${newer.id}`, { cookie })).bytes.toString()
  assert.match(await offerPage(cleo.cookie), /reserved for another buyer/)
  assert.match(await offerPage(ben.cookie), /reserved for you/)
})

test('a reserved listing is out of stock in feeds and product data', async (t) => {
  const app = await startApp(t)
  const { seller, ben, older, newer, page } = await marketOf(app)
  await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: newer.id, address: HOME } })
  const html = await page()
  assert.match(html, /schema\.org\/OutOfStock/)
  assert.match(html, /product:availability" content="out of stock"/)
  const feed = (await app.call('GET', '/acp/products.jsonl', { host: `${seller.slug}.resale.localhost` })).bytes.toString()
  const availability = feed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id, variants }) => [id, variants[0].availability.status])
  assert.deepEqual(availability, [
    [older.id, 'in_stock'],
    [newer.id, 'out_of_stock'],
  ])
})
