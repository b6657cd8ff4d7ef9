import assert from 'node:assert/strict'
import { facetsOfLines, filterValue, type FacetName } from '#catalog/browse/rules/facets/index.ts'
import { PRICE_BAND_CENTS, type PriceBand } from '#catalog/browse/rules/market.ts'
import type { TestApp } from '#test/app.ts'
import { makeListing, makeShop, type ShopRow } from '#test/rows.ts'
import { bruteFacets, passes, type Plain, type PlainFilter } from './brute-facets.ts'

type Draw = <T>(from: readonly T[]) => T

/** Values in the spellings of sellers and buyers, including unknown values. */
const WRITTEN = {
  brand: ["Levi's", 'LEVIS', 'levi strauss', 'Muji', 'MUJI', 'H&M', 'h & m', 'Zorbuquix', 'none'],
  size: ['M', 'medium', "Men's M", 'EU 38', '38 eu', 'W32 L34', 'Queen', 'n/a'],
  condition: ['New', 'Like new', 'Good', 'good, small mark', 'Fair', 'odd'],
  color: ['Navy/White', 'navy', 'Red and gray', 'forest green', 'Grey, red', 'sunset'],
} as const
const LABELS: Record<FacetName, readonly string[]> = {
  brand: ['Brand', 'Maker'],
  size: ['Size', 'Clothing size'],
  condition: ['Condition'],
  color: ['Color', 'Colour'],
}
const NAMES = Object.keys(WRITTEN) as FacetName[]
/** The values to filter by. For the condition, only the names of conditions are valid. */
const REQUESTED = { ...WRITTEN, condition: ['new', 'like_new', 'Like New', 'GOOD', 'parts'] }

function drawing(start: number): Draw {
  let seed = start
  return (from) => from[(seed = (seed * 48_271) % 2_147_483_647) % from.length]!
}

type Known = Plain & { id: string; title: string }

/** Fills a market with random listings. Compares the search with a full scan for `runs` random sets of filters. */
export async function compareFacets(
  app: TestApp,
  { listings, runs, seed }: { listings: number; runs: number; seed: number },
): Promise<void> {
  const { ctx } = app.service
  const draw = drawing(seed)
  const shops = await Promise.all(['one', 'two', 'three'].map(async () => makeShop(ctx, (await app.signUp()).id)))
  const known: Known[] = []
  for (let at = 0; at < listings; at++) known.push(await addListing(app, draw, draw(shops)))
  await ctx.search.ready()
  for (let run = 0; run < runs; run++) {
    await compareOnce(app, draw, known, shops)
    // adds a listing from time to time, because counts must stay exact while the listings change
    if (run % 7 === 0) known.push(await addListing(app, draw, draw(shops)))
  }
}

async function addListing(app: TestApp, draw: Draw, shop: ShopRow): Promise<Known> {
  const lines = NAMES.filter(() => draw([true, true, false])).map((name) => ({ label: draw(LABELS[name]), value: draw(WRITTEN[name]) }))
  const fields = lines.map(({ label, value }) => ({ key: label.toLowerCase().replaceAll(' ', '_'), label, value, source: 'you' as const }))
  const listing = {
    title: draw(['Oak lamp', 'Brass lamp', 'Wool coat']),
    category: draw(['Home', 'home', 'Clothing', null]),
    priceCents: draw([10_00, 24_99, 25_00, 60_00, 100_00, 100_01]),
    takeOffers: draw([true, false]),
  }
  const { id } = await makeListing(app.service.ctx, shop, { ...listing, fields })
  return { ...listing, id, shopId: shop.id, facets: facetsOfLines(fields) }
}

async function compareOnce(app: TestApp, draw: Draw, known: readonly Known[], shops: readonly ShopRow[]): Promise<void> {
  const query = new URLSearchParams({ facets: 'true', limit: '100' })
  const values: Partial<Record<FacetName, string[]>> = {}
  for (const name of NAMES.filter(() => draw([true, false, false]))) {
    const requested = Array.from({ length: draw([1, 2, 3]) }, () => draw(REQUESTED[name]))
    for (const one of requested) query.append(name, one)
    values[name] = requested.map((one) => (name === 'condition' ? one.toLowerCase().replace(' ', '_') : filterValue(name, one)))
  }
  const shop = draw([null, null, ...shops])
  const filter: PlainFilter = { category: null, offersOnly: false, values, ...requestedPrice(draw, query, shop === null) }
  if (shop === null) {
    filter.category = draw([null, null, 'Home', 'Books'])
    if (filter.category) query.set('category', filter.category)
    if ((filter.offersOnly = draw([true, false, false]))) query.set('offers', 'true')
    const word = draw(['', '', 'lamp', 'oak lamp'])
    if (word) query.set('q', word)
    const all = known.filter(({ title }) => word.split(' ').every((part) => title.toLowerCase().includes(part)))
    const { status, body } = await app.call('GET', `/v1/market/search?${query.toString()}`)
    assert.equal(status, 200, JSON.stringify(body))
    sameAs(query, body.facets, body.data, all, filter)
    const found = all.filter((one) => passes(one, filter))
    assert.deepEqual([body.total, body.stores], [found.length, new Set(found.map(({ shopId }) => shopId)).size], query.toString())
    return
  }
  const { status, body } = await app.call('GET', `/v1/market/stores/${shop.slug}?${query.toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  sameAs(query, body.facets, body.listings, known, { ...filter, shopId: shop.id })
}

function sameAs(query: URLSearchParams, facets: unknown, data: { id: string }[], all: readonly Known[], filter: PlainFilter): void {
  const ids = new Set(all.filter((one) => passes(one, filter)).map(({ id }) => id))
  assert.equal(data.length, Math.min(ids.size, 100), query.toString())
  assert.ok(
    data.every(({ id }) => ids.has(id)),
    query.toString(),
  )
  assert.deepEqual(facets, bruteFacets(all, filter).lists, query.toString())
}

/** Picks a random price filter. Price bands are picked only with `hasBands`; a store has none. */
function requestedPrice(draw: Draw, query: URLSearchParams, hasBands: boolean): Pick<PlainFilter, 'minCents' | 'maxCents'> {
  const band: PriceBand | 'range' = draw(['any', 'any', hasBands ? '25-100' : 'any', 'range', 'range'])
  if (band !== 'range') {
    if (band !== 'any') query.set('price', band)
    return PRICE_BAND_CENTS[band]
  }
  const minCents = draw([null, 0, 20_00, 60_00])
  const maxCents = draw([null, 60_00, 100_00])
  if (minCents !== null) query.set('min_price', String(minCents / 100))
  if (maxCents !== null) query.set('max_price', String(maxCents / 100))
  return { minCents, maxCents }
}
