import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startApp, type TestApp } from '#test/app.ts'
import { crawl, isBinary, mainTargets, shopTargets, type Target, type Values } from '#test/crawl.ts'
import { makeListing, makePhoto, makeShop } from '#test/rows.ts'

/**
 * Matches the minimum prices in this test: 3713 cents for a listing, 83 percent for a shop, and 83 percent of $90,123. Counts, times and
 * sizes never contain these digits.
 */
const NUMBERS = /\b37[.,]?13\b|\b83 ?%|\b15[.,]?32[01](?:[.,]?\d\d)?\b/
/**
 * Matches 83 as a separate number. The test applies this only to responses for anonymous users, because other responses can contain 83 as a
 * count or a time.
 */
const ALONE = /\b83\b/
/** Names for a minimum price, which only the API reference and the seller's own shop may use. */
const WORDS = /lowest|percent|haggle|ask_hold/i
const EXPLAINS =
  /^\/(agent|docs|changelog|openapi\.json|llms|styleguide|v1\/openapi|help|terms|fees|privacy|safety)|^\/(app|listings)\b|^\/v1\/(exports|listings\/export|shops$)/

const VISIBILITIES = ['public', 'link', 'private'] as const
const STATUSES = ['draft', 'live', 'sold'] as const

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Scene = { other: Person; buyer: Person; pages: Target[]; shops: Target[]; replies: Reply[]; live: string; front: Target }

/** Creates shops and listings with minimum prices, in every state, and a buyer who negotiates, asks questions, likes items and buys. */
async function openScene(app: TestApp): Promise<Scene> {
  const { ctx } = app.service
  const [owner, buyer, other] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cleo')]
  const json = { name: 'Helper', kind: 'agent', scopes: ['listings'] }
  const token = (await app.call('POST', '/v1/keys', { cookie: owner.cookie, json })).body.secret
  const replies: Reply[] = []
  const asBuyer = async (method: string, path: string, body?: object): Promise<Reply> => {
    const reply = await app.call(method, `/v1${path}`, { key: buyer.key, ...(body ? { json: body } : {}) })
    replies.push(reply)
    return reply
  }
  const ids: string[] = []
  const slugs: string[] = []
  const made = new Map<string, string>()
  for (const visibility of VISIBILITIES) {
    for (const paused of [false, true]) {
      const slug = `${visibility}-${paused ? 'paused' : 'open'}`
      const shop = await makeShop(ctx, owner.id, { slug, visibility, paused, lowestPercent: 83, about: 'Coats.' })
      slugs.push(slug)
      for (const status of STATUSES) {
        const words = { title: 'Wool coat', status, link: status, description: 'A coat.', category: 'Clothing' }
        const { id } = await makeListing(ctx, shop, { ...words, priceCents: 60_00, lowestPriceCents: 37_13 })
        await makePhoto(ctx, id, { position: 0 })
        if (slug === 'public-open' || (slug === 'private-open' && status === 'live')) ids.push(id)
        made.set(`${slug} ${status}`, id)
        await asBuyer('PUT', `/market/listings/${id}/like`)
      }
      if (slug === 'public-open') made.set('bought', (await makeListing(ctx, shop, { lowestPriceCents: 37_13, link: 'bought' })).id)
      const { id } = await makeListing(ctx, shop, { title: 'Gold coat', link: 'gold', priceCents: 90_123_00 })
      made.set(`${slug} gold`, id)
      await asBuyer('PUT', `/market/stores/${slug}/follow`)
    }
  }
  const live = made.get('public-open live')!
  // the first offer is below the minimum price, so the negotiator makes a counteroffer; of the next two offers, one is above the minimum
  // price and one is below
  for (const [listing, ...amounts] of [
    [live, 20, 22],
    [made.get('public-open gold')!, 14_000],
  ] as const) {
    for (const amount of amounts) {
      const offer = await asBuyer('POST', '/offers', { listing, amount, note: 'What would you take for it?' })
      await app.advance(5)
      if (offer.status === 201) ids.push(offer.body.id)
      if (amount !== amounts.at(-1)) await asBuyer('POST', `/offers/${offer.body.id}/withdraw`)
    }
    const thread = await asBuyer('POST', '/threads', { listing, text: 'What is your best price? Would you take 37.12 or 15,000?' })
    if (thread.status === 201) ids.push(thread.body.id)
  }
  const address = { name: 'Ben', line1: '1 Main St', city: 'Salem', postal_code: '97301', country: 'US' }
  const order = await asBuyer('POST', '/orders', { listing: made.get('bought'), address })
  assert.equal(order.status, 201, JSON.stringify(order.body))
  ids.push(order.body.id)
  await asBuyer('POST', `/orders/${order.body.id}/pay`, { method: 'test_ok' })
  await asBuyer('POST', '/searches', { q: 'coat' })
  await app.advance(600)
  const values: Values = {
    id: ids,
    listing: ids.filter((id) => id.startsWith('lst_')),
    payment: ['pmt_none'],
    slug: slugs,
    link: [...STATUSES, 'gold', 'bought', 'nothing'],
    token: [token],
    category: ['clothing', 'shoes'],
    number: ['0'],
  }
  const searches = ['/search?q=coat', '/v1/market/search?q=3713', '/v1/market/search?facets=true&limit=100']
  const more = [...searches, '/v1/market/search?sort=price-asc', '/v1/market/suggest?q=3', '/docs.md'].map((path) => ({
    host: 'resale.localhost',
    path,
  }))
  return {
    other,
    buyer,
    replies,
    live,
    front: { host: 'public-open.resale.localhost', path: '/live/og.png' },
    pages: [...more, ...mainTargets(ctx, values)],
    shops: slugs.flatMap((slug) => shopTargets(ctx, slug, values)),
  }
}

/** Returns the text of a response without ids, nonces, file names, times and the port, because these contain arbitrary digits. */
function saying({ headers, bytes }: Reply): string {
  const { location = '', link = '', 'content-disposition': name = '' } = headers
  return [location, link, name, bytes.toString()]
    .join('\n')
    .replaceAll(/\b[a-z]{3}_\w+|[\w-]{22,}|[\w-]+\.(webp|css|js|woff2)|(resale\.)?localhost:\d+|T\d\d:\d\d:\d\d\.\d+Z/g, '')
}

function leak(reply: Reply, path: string, isAnonymous: boolean): string | undefined {
  if (isBinary(reply)) return undefined
  const text = saying(reply)
  for (const pattern of [NUMBERS, ...(EXPLAINS.test(path) ? [] : [WORDS, ...(isAnonymous ? [ALONE] : [])])]) {
    const at = text.search(pattern)
    if (at >= 0) return text.slice(Math.max(0, at - 60), at + 40)
  }
  return undefined
}

test('no page, feed, image or response for anyone except the seller reveals a minimum price', async (t) => {
  const app = await startApp(t)
  const { other, buyer, pages, shops, replies, live, front } = await openScene(app)
  for (const reply of replies) assert.doesNotMatch(saying(reply), NUMBERS)
  assert.ok(replies.filter(({ status }) => status < 300).length > 15, 'most buyer calls succeeded')
  const viewers = { nobody: {}, stranger: other, buyer }
  const read = new Set<string>()
  const leaks: string[] = []
  for (const [viewer, who] of Object.entries(viewers)) {
    // the API reference and the pages on shop hosts are the same for all users, so a single crawl is enough
    const isAnonymous = viewer === 'nobody'
    const follows = ({ host, path }: Target) => isAnonymous || (host === 'resale.localhost' && !/^\/docs\/|\.md$/.test(path))
    for await (const { host, path, reply } of crawl(app, isAnonymous ? [...pages, ...shops] : pages, who, follows)) {
      const found = leak(reply, path, isAnonymous)
      if (found !== undefined) leaks.push(`${viewer} ${host}${path}: …${found}…`)
      if (reply.status === 200) read.add(`${viewer} ${host}${path}`)
    }
  }
  assert.deepEqual(leaks, [])
  t.diagnostic(`${read.size} answers were read`)
  const offers = [...read].filter((one) => one.startsWith('buyer resale.localhost/v1/offers/off_'))
  assert.ok(offers.length >= 2, 'the crawl includes the buyer’s offers')
  for (const one of [
    'nobody resale.localhost/sitemap.xml',
    'nobody resale.localhost/llms-full.txt',
    'nobody resale.localhost/docs/api/createListing',
    'nobody resale.localhost/docs/api/createListing.md',
    'nobody resale.localhost/v1/market/search',
    'nobody public-open.resale.localhost/live',
    'nobody public-open.resale.localhost/google.xml',
    'nobody public-open.resale.localhost/live/og.png',
    'stranger resale.localhost/app/open-shop',
    'buyer resale.localhost/you/offers',
  ])
    assert.ok(read.has(one), `the crawl includes ${one}`)

  // a preview card is an image, so the test compares its ETag, which changes with any text in the image
  const tag = async () => (await app.call('GET', front.path, { host: front.host })).headers.etag
  const before = await tag()
  const { db } = app.service.ctx
  await db.updateTable('listings').set({ lowest_price_cents: 12_00 }).where('id', '=', live).execute()
  assert.equal(await tag(), before)
  await db.updateTable('listings').set({ price_cents: 61_00 }).where('id', '=', live).execute()
  assert.notEqual(await tag(), before)
})

test('the crawl fails if a route parameter has no value for the test', async (t) => {
  const { ctx } = (await startApp(t)).service
  assert.throws(() => mainTargets(ctx, {}), /has no test value for/)
})
