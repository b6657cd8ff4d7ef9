import assert from 'node:assert/strict'
import { after, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { productLines } from '#catalog/product-feed/index.ts'
import { send, startApp, type TestApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { isFeed, report } from '#test/ucp/standard.ts'

/** Tests the product feed of the Agentic Commerce Protocol. Validates the feed against the protocol's published schemas. */

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const other = await openSeller(app, 'Other')
const coat = await onSale(seller, {
  title: 'Wool coat',
  description: 'Warm.\n\nBlue.',
  price: 100,
  lowest_price: 73,
  shipping: 5,
  category: 'Clothing',
})
const lamp = await onSale(other, { title: 'Oak lamp', price: 40 })
await seller.list({ title: 'Not yet' })
after(report)

const products = async (host = 'localhost') => {
  const { status, body, headers } = await send(app.port, 'GET', '/acp/products.jsonl', { host })
  assert.deepEqual([status, headers['content-type']], [200, 'application/jsonl; charset=utf-8'])
  const lines = (body as string).split('\n')
  assert.equal(lines.pop(), '', 'every line ends with a newline')
  const all = lines.map((line) => JSON.parse(line))
  for (const one of all) isFeed('Product', one)
  return all as { id: string; description: { plain: string }; variants: { id: string; price: { amount: number } }[] }[]
}
const idsOf = (all: { id: string }[]) => all.map(({ id }) => id)

describe('the product feed', () => {
  test('the product feed lists all public listings in the order of their creation', async () => {
    const all = await products()
    assert.deepEqual(idsOf(all), [coat, lamp])
    const [mine] = all
    assert.deepEqual([mine!.description.plain, mine!.variants[0]!.id, mine!.variants[0]!.price.amount], ['Warm.\nBlue.', coat, 10_000])
    assert.doesNotMatch(JSON.stringify(all), /\b73(?:00)?\b/, 'the feed does not contain the floor')
    const { body } = await send(app.port, 'GET', '/acp/metadata.json', { host: 'localhost' })
    isFeed('FeedMetadata', body)
    assert.equal(body.id, 'market')
  })

  test('the product feed on a shop’s own host lists only the products of that shop', async () => {
    const host = `${seller.slug}.resale.localhost`
    assert.deepEqual(idsOf(await products(host)), [coat])
    const { body } = await send(app.port, 'GET', '/acp/metadata.json', { host })
    isFeed('FeedMetadata', body)
    assert.equal(body.id, seller.slug)
    assert.equal((await send(app.port, 'GET', '/acp/products.jsonl', { host: 'nobody-here.resale.localhost' })).status, 404)
    await other.call('PATCH', `/v1/shops/${other.slug}`, { json: { visibility: 'link' } })
    assert.deepEqual(idsOf(await products(`${other.slug}.resale.localhost`)), [], 'a link-only shop is in no feed')
    assert.deepEqual(idsOf(await products()), [coat])
    await other.call('PATCH', `/v1/shops/${other.slug}`, { json: { visibility: 'public' } })
  })

  test('the product feed omits sold items and contains current prices', async () => {
    const listing = await onSale(other, { title: 'Stone', price: 10, shipping: 0 })
    await other.call('PATCH', `/v1/listings/${listing}`, { json: { price: 19.99 } })
    // in floating point, 19.99 * 100 is slightly less than 1999
    assert.equal((await products()).at(-1)!.variants[0]!.price.amount, 1_999)
    const { body: order } = await buyer.call('POST', '/v1/orders', { json: { listing } })
    await buyer.call('POST', `/v1/orders/${order.id}/pay`, { json: { method: 'test_ok' } })
    assert.equal(idsOf(await products()).includes(listing), false)
  })

  test('the product feed streams a large market page by page, as the client reads', async (t) => {
    const own = await largeMarket(t)
    const reader = productLines(own.service.ctx, null).getReader()
    const chunk = async () => (await reader.read()).value
    const sizes: number[] = []
    const seen = new Set<string>()
    for (let value = await chunk(); value; value = await chunk()) {
      const lines = new TextDecoder().decode(value).trim().split('\n')
      sizes.push(lines.length)
      for (const line of lines) seen.add(JSON.parse(line).id)
    }
    assert.deepEqual([sizes, seen.size], [[500, 500, 201], 1201])
  })

  test('the product feed limits concurrent readers, and a reader who disconnects frees a slot', async (t) => {
    const own = await largeMarket(t)
    const open = Array.from({ length: 4 }, () => productLines(own.service.ctx, null))
    const refused = await send(own.port, 'GET', '/acp/products.jsonl', { host: 'localhost' })
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '60'])
    await open[0]!.cancel()
    assert.equal((await send(own.port, 'GET', '/acp/products.jsonl', { host: 'localhost' })).status, 200)
    await Promise.all(open.slice(1).map((one) => one.cancel()))
  })
})

/** Creates a market whose feed exceeds the output buffer. The service therefore cannot finish the feed before its client starts to read. */
async function largeMarket(t: TestContext): Promise<TestApp> {
  const own = await startApp(t)
  const many = await openSeller(own, 'Many')
  const first = await onSale(many, { title: 'First', price: 1 })
  await sql`insert into listings (id, owner_id, shop_id, status, visibility, shop_open, title, price_cents, link, take_offers, published_at, created_at, updated_at)
    select 'lst_' || lpad(n::text, 26, '0'), owner_id, shop_id, status, visibility, shop_open, title, price_cents, 'thing-' || n, take_offers, published_at, created_at, updated_at
    from listings, generate_series(1, 1200) n where id = ${first}`.execute(own.service.ctx.db)
  return own
}
