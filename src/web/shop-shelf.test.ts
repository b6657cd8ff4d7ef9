import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SITE, startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop, type ShopRow } from '#test/rows.ts'

const DAY_MS = 86_400_000

async function fill(app: TestApp, shop: ShopRow, count: number, title: (at: number) => string): Promise<void> {
  const { ctx } = app.service
  for (let at = 0; at < count; at++) {
    const publishedAt = new Date(ctx.now().getTime() - at * 60_000 - DAY_MS)
    await makeListing(ctx, shop, {
      title: title(at),
      link: `thing-${at}`,
      category: at % 2 ? 'Home' : 'Tech',
      priceCents: 1000 + at,
      publishedAt,
    })
  }
}

const titlesOn = (body: string): string[] => [...body.matchAll(/href="[^"]*\/(thing-\d+)"/g)].map(([, link]) => link!)
const shopOf = (address: string): string => /\/\/([\w-]+)\./.exec(address)![1]!

for (const index of ['on', 'off']) {
  test(`the home page shows at most three listings per shop (search index ${index})`, async (t) => {
    const app = await startApp(t, { SEARCH_INDEX: index })
    const { id } = await app.signUp('Ana')
    const { ctx } = app.service
    await fill(app, await makeShop(ctx, id, { slug: 'big' }), 60, (at) => `Lamp ${at}`)
    for (let at = 0; at < 9; at++) {
      const shop = await makeShop(ctx, id, { slug: `small-${at}` })
      await makeListing(ctx, shop, { link: 'one', publishedAt: new Date(ctx.now().getTime() - 9 * DAY_MS) })
    }
    await ctx.search.ready()
    const { body } = await app.call('GET', '/')
    const cards = [...new Set([...body.matchAll(/href="(http:\/\/[^"]*\/(?:thing-\d+|one))"/g)].map(([, address]) => address!))]
    assert.equal(cards.length, 12)
    assert.equal(cards.filter((address) => shopOf(address) === 'big').length, 3)
    assert.deepEqual(
      cards.slice(0, 3).map((address) => address.split('/').at(-1)),
      ['thing-0', 'thing-1', 'thing-2'],
      'the newest listings',
    )
  })
}

test('following the “next” links from a shop’s front page leads to every listing', async (t) => {
  const app = await startApp(t)
  const { id } = await app.signUp('Ana')
  await fill(app, await makeShop(app.service.ctx, id, { slug: 'big' }), 120, (at) => `Lamp ${at}`)
  const seen: string[] = []
  let path: string | undefined = '/'
  for (let pages = 0; path !== undefined && pages < 10; pages++) {
    const { status, body } = await app.call('GET', path, { host: `big.${SITE}` })
    assert.equal(status, 200)
    seen.push(...new Set(titlesOn(body)))
    path = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, at) => `thing-${at}`),
  )
  const api = await app.call('GET', '/v1/market/stores/big')
  assert.equal(api.body.listings.length, 100, 'the API returns 100 listings')
})

for (const [visibility, index] of [
  ['public', 'on'],
  ['public', 'off'],
  ['link', 'on'],
] as const) {
  test(`a search in a ${visibility} shop finds its listings, and the page links contain the query (index ${index})`, async (t) => {
    const app = await startApp(t, { SEARCH_INDEX: index })
    const { id } = await app.signUp('Ana')
    const { ctx } = app.service
    await fill(app, await makeShop(ctx, id, { slug: 'big', visibility }), 120, (at) => `${at % 4 === 3 ? 'Brass' : 'Oak'} lamp ${at}`)
    const other = await makeShop(ctx, id, { slug: 'other' })
    await makeListing(ctx, other, { title: 'Brass lamp of another', link: 'thing-999' })
    await ctx.search.ready()
    const front = async (query: string) => (await app.call('GET', `/?${query}`, { host: `big.${SITE}` })).body as string
    const brass = Array.from({ length: 30 }, (_, at) => `thing-${at * 4 + 3}`)
    assert.deepEqual([...new Set(titlesOn(await front('q=brass&sort=newest')))], brass)
    assert.deepEqual([...new Set(titlesOn(await front('q=brass&category=Home&price=&sort=price-desc')))], brass.toReversed())
    assert.deepEqual(titlesOn(await front('q=brass&category=Tech')), [])
    const first = await front('q=lamp&category=Home&sort=price-asc')
    assert.match(first, /<h2 id="shelf">60 items found/)
    const next = /rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
    assert.equal(next, '/?q=lamp&category=Home&sort=price-asc&offset=48')
    assert.equal(new Set(titlesOn(await front(next.slice(2)))).size, 12)
    assert.match(first, /name="q"[^>]* value="lamp"/)
    assert.match(await front('q=zeppelin'), /No items found[^]*No matching items in this shop/)
    assert.equal((await app.call('GET', '/?price=cheap', { host: `big.${SITE}` })).status, 400)
  })
}
