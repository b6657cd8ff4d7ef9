// npm run contract:search: compares the results of the built-in search engine with those of a real OpenSearch server for the same listings.
// Needs Java 17, and Maven to download OpenSearch.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { facetsOfLines } from '#catalog/browse/rules/facets/index.ts'
import { MarketIndex, type MarketDocument, type MarketQuery } from '#search/market-index.ts'
import { openSearchServer } from '#platform/opensearch/open.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import { createMultiSearch } from '#catalog/browse/search/opensearch/query.ts'
import { entryOf } from '#catalog/browse/search/opensearch/entry.ts'
import { complete, find } from '#catalog/browse/search/opensearch/find.ts'
import { startServerEngine } from '#catalog/browse/search/opensearch/engine.ts'
import { startIndexer } from '#catalog/browse/search/opensearch/indexer.ts'
import { aliasOf, createIndex, noteFollowed, openIndex, activeIndex } from '#catalog/browse/search/opensearch/indexes.ts'
import { startApp } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { write } from '#catalog/browse/search/opensearch/write.ts'
import { IN_NEITHER, NOT_IN_DEMO } from '#test/search/absent.ts'
import { FIRST_HELD_OUT, HELD_OUT } from '#test/search/held-out.ts'
import { corpusDocuments, outcomesOf, quality } from '#test/search/quality.ts'
import { QUERIES } from '#test/search/queries.ts'
import { startOpenSearch, type Running } from './search-server/start.ts'

let running: Running
let server: SearchServer

before(async () => {
  running = await startOpenSearch()
  server = await openSearchServer([running.url])
})
after(async () => {
  await server.close()
  await running.stop()
})

const ALL_QUERIES = [...QUERIES, ...FIRST_HELD_OUT, ...HELD_OUT].map(({ q }) => q)
const BEST: MarketQuery = {
  q: null,
  category: null,
  minCents: null,
  maxCents: null,
  offersOnly: false,
  sort: 'best',
  limit: 20,
  offset: 0,
  facets: true,
}

async function bothEngines(name: string, documents: readonly MarketDocument[]) {
  const index = new MarketIndex()
  for (const document of documents) index.put(document)
  const at = { name, isAlias: false }
  await createIndex(server, name)
  await write(
    server,
    at,
    1,
    documents.map((document) => ({ id: document.id, entry: entryOf(document) })),
  )
  await openIndex(server, name)
  const runSearch = createMultiSearch(server, name)
  return {
    index,
    runSearch,
    /** Applies changed, new and deleted listings to both of the compared search engines. */
    async bring(changed: readonly MarketDocument[], gone: readonly string[]) {
      for (const document of changed) index.put(document)
      for (const id of gone) index.drop(id)
      const left = gone.map((id) => ({ id, entry: null }))
      await write(server, at, 2, [...changed.map((document) => ({ id: document.id, entry: entryOf(document) })), ...left])
      await openIndex(server, name)
    },
    async agreeOn(query: MarketQuery) {
      assert.deepEqual(await find(runSearch, query), index.search(query), JSON.stringify(query))
    },
  }
}

test('both engines return the same results in the same order for every query of the quality set', async () => {
  const { agreeOn } = await bothEngines('corpus', corpusDocuments())
  for (const q of [...ALL_QUERIES, ...IN_NEITHER, ...NOT_IN_DEMO]) await agreeOn({ ...BEST, q })
})

test('both engines agree on random queries, before and after listings are added, changed and removed', async () => {
  const draw = drawing(20_261_122)
  const documents = Array.from({ length: 800 }, (_, at) => listing(draw, at))
  const { index, runSearch, agreeOn, bring } = await bothEngines('random', documents)
  for (let i = 0; i < 300; i++) await agreeOn(question(draw))
  const gone = documents.filter(() => draw([true, false, false]))
  const changed = documents.filter(() => draw([true, false, false])).map(({ id }) => ({ ...listing(draw, 0), id }))
  await bring(
    changed,
    gone.map(({ id }) => id),
  )
  for (let i = 0; i < 200; i++) await agreeOn(question(draw))
  for (const start of ['c', 'wa', 'le', 'boo', 'sho', 'zzz'])
    assert.deepEqual(await complete(runSearch, start, 8), index.wordsBeginningWith(start, 8), start)
})

const WORDS = [...new Set(corpusDocuments().flatMap(({ title, description }) => `${title} ${description}`.split(/[\s,]+/)))]
const QUERY_WORDS = [...ALL_QUERIES, ...IN_NEITHER, ...NOT_IN_DEMO].flatMap((q) => q.split(' '))

type Draw = <T>(from: readonly T[]) => T

/** Returns a function that makes pseudo-random choices. The choices depend only on `start`. */
function drawing(start: number): Draw {
  let seed = start
  return (from) => from[(seed = (seed * 48_271) % 2_147_483_647) % from.length]!
}

const some = (draw: Draw, from: readonly string[], most: number): string =>
  Array.from({ length: draw([...Array(most).keys()]) + 1 }, () => draw(from)).join(' ')

function listing(draw: Draw, at: number): MarketDocument {
  return {
    id: `lst_${String(at).padStart(6, '0')}`,
    shopId: `shp_${draw([...Array(40).keys()])}`,
    title: some(draw, WORDS, 6),
    oneLiner: draw([null, some(draw, WORDS, 8)]),
    values: draw([[], [some(draw, WORDS, 3)]]),
    category: draw([null, 'Home', 'Shoes', 'Tech', 'Dr. Odd’s things']),
    description: draw([null, some(draw, WORDS, 40)]),
    priceCents: draw([5_00, 25_00, 25_01, 99_99, 100_00, 100_01, 900_00]),
    takeOffers: draw([true, false]),
    facets: facetsOfLines(
      [
        { label: 'Brand', value: draw(['Muji', 'MUJI', 'H&M', 'Zorbuquix', 'none', "Levi's", 'levis']) },
        { label: 'Size', value: draw(['M', 'medium', 'EU 38', 'n/a']) },
        { label: 'Condition', value: draw(['New', 'Good', 'odd']) },
        { label: 'Colour', value: draw(['Navy/White', 'gray and red', 'Grey', 'sunset']) },
      ].map((line) => ({ ...line, source: 'you' as const })),
    ),
    // uses only a few different dates, so that some listings have the same timestamp
    publishedAtMs: Date.UTC(2026, 0, draw([1, 2, 3, 40, 80, 300])),
  }
}

function question(draw: Draw): MarketQuery {
  const q = draw([
    null,
    some(draw, WORDS, 1),
    some(draw, WORDS, 2),
    some(draw, QUERY_WORDS, 3),
    mistyped(draw, some(draw, QUERY_WORDS, 2)),
    draw(WORDS).slice(0, 4),
  ])
  return {
    q,
    category: draw([null, null, 'home', 'Tech', 'nothing', 'dr. odd’s things']),
    ...draw([
      { minCents: null, maxCents: null },
      { minCents: 25_01, maxCents: 100_00 },
      { minCents: 24_00, maxCents: 99_99 },
      { minCents: null, maxCents: 25_00 },
    ]),
    offersOnly: draw([false, false, true]),
    ...draw([{}, {}, { shopId: 'shp_3' }]),
    values: {
      ...draw([{}, {}, { brand: ['muji', 'unheard'] }, { brand: ['levis'] }]),
      ...draw([{}, {}, { size: ['m'] }]),
      ...draw([{}, {}, { condition: ['new', 'good'] }]),
      ...draw([{}, {}, { color: ['grey', 'white'] }]),
    },
    sort: q === null ? draw(['newest', 'price-asc', 'price-desc']) : draw(['best', 'best', 'newest', 'price-asc', 'price-desc']),
    limit: draw([5, 20, 100]),
    offset: draw([0, 0, 3, 50]),
    facets: draw([true, false]),
  }
}

/** Introduces a typo: omits a letter, doubles a letter, or swaps two adjacent letters. */
function mistyped(draw: Draw, text: string): string {
  const at = draw([...Array(text.length).keys()])
  return draw([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
    text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2),
  ])
}

test('a service with OpenSearch finds new listings within seconds, and never finds sold listings', async (t) => {
  const app = await startApp(t, { SEARCH_URL: running.url, SEARCH_PREFIX: 'service' })
  await app.service.ctx.search.ready()
  const { key } = await app.signUp('ana')
  await app.call('POST', '/v1/shops', { key, json: { name: 'Ana', slug: 'ana' } })
  const list = async (title: string): Promise<string> =>
    (await app.call('POST', '/v1/listings', { key, json: { title, price: 20, category: 'Home', publish: true } })).body.id
  const find = async (query: string): Promise<string[]> => {
    const { status, body } = await app.call('GET', `/v1/market/search?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ id }: { id: string }) => id)
  }
  const couch = await list('Velvet couch')
  await until(async () => (await find('q=sofa')).includes(couch))
  assert.deepEqual(await find('q=cuoch&category=Home'), [couch])
  assert.deepEqual((await app.call('GET', '/v1/market/suggest?q=cou')).body.data[0]?.text, 'couch')
  // searches omit the sold listing immediately, while the search server still returns it
  await app.call('POST', `/v1/listings/${couch}/mark-sold`, { key })
  assert.deepEqual(await find('q=sofa'), [])
  const lamp = await list('Brass lamp')
  await until(async () => (await find('q=lamp')).includes(lamp))

  // a rebuilt index replaces the active index while searches continue
  const { ctx } = app.service
  const alias = aliasOf('service')
  const before = await activeIndex(server, alias)
  await noteFollowed(server, alias, { horizon: 0, atSeconds: 0 })
  const indexer = startIndexer(ctx, server, 'service', (work) => work())
  t.after(() => indexer.stop())
  await until(async () => {
    assert.deepEqual(await find('q=lamp'), [lamp])
    return (await activeIndex(server, alias))?.name !== before!.name
  })
  const isThere = () =>
    server.send({ method: 'GET', path: `/${before!.name}/_count` }).then(
      () => true,
      () => false,
    )
  assert.equal(await isThere(), true, 'the old index serves the searches that it started')
  await until(async () => !(await isThere()))
  await indexer.stop()

  // without its index, the service rejects only requests that need the index, until the indexer has rebuilt it
  await server.send({ method: 'DELETE', path: `/${(await activeIndex(server, alias))!.name}` })
  const refused = await app.call('GET', '/v1/market/search?q=lamp')
  assert.deepEqual([refused.status, refused.body.error.type, refused.headers['retry-after']], [503, 'unavailable', '5'])
  assert.deepEqual(await find('category=Home'), [lamp])
  assert.equal((await app.call('GET', '/search?category=Home')).status, 200)
  assert.equal((await app.call('GET', '/search?q=lamp')).status, 503)
  assert.deepEqual((await app.call('GET', '/readyz')).body, { status: 'ready', away: ['search'] })
  const vase = await list('Glass vase')
  await until(async () => (await app.call('GET', '/v1/market/search?q=vase')).status === 200 && (await find('q=vase')).includes(vase))
  assert.deepEqual((await app.call('GET', '/readyz')).body, { status: 'ready' })
})

test('without OpenSearch a service is ready but cannot search words; without an index it is not ready', async (t) => {
  const nowhere = await startApp(t, { SEARCH_URL: `http://127.0.0.1:${await freePort()}` })
  await until(async () => (await nowhere.call('GET', '/readyz')).status === 200)
  assert.equal((await nowhere.call('GET', '/v1/market/search?q=lamp')).status, 503)
  assert.equal((await nowhere.call('GET', '/v1/market/search')).status, 200)
  const engine = startServerEngine({ log: nowhere.service.ctx.log }, server, 'unbuilt')
  await until(async () => engine.isAway())
  assert.equal(engine.hasBeenReady(), false)
  await engine.stop()
})

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await what()) return
    await sleep(100)
  }
  assert.fail('the condition was not met within 30 seconds')
}

test('each engine has a recall above 0.95 on the quality set (prints recall, rank and time)', async () => {
  const { index, runSearch } = await bothEngines('figures', corpusDocuments())
  const options = { ...BEST, facets: false }
  const engines = {
    'in memory': async (q: string) => index.search({ ...options, q }),
    OpenSearch: (q: string) => find(runSearch, { ...options, q }),
  }
  for (const [name, search] of Object.entries(engines)) {
    const beganAt = performance.now()
    const means = quality(await outcomesOf([...QUERIES, ...FIRST_HELD_OUT, ...HELD_OUT], async (q) => (await search(q)).ids))
    const each = Math.round(((performance.now() - beganAt) * 1_000) / ALL_QUERIES.length)
    console.log(`\n${name}: ${each} µs a query, ${ALL_QUERIES.length} queries one after the other`)
    for (const { kind, recall, reciprocalRank } of means)
      console.log(`  ${kind.padEnd(14)} recall ${recall.toFixed(3)}  reciprocal rank ${reciprocalRank.toFixed(3)}`)
    assert.ok(means.at(-1)!.recall > 0.95)
  }
  console.log(`\nOpenSearch holds ${Math.round(running.residentMegabytes())} MB, 512 of them its heap`)
})
