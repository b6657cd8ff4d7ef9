import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { bruteFacets, passes } from '#test/search/brute-facets.ts'
import { applyEdit, documentFields, queryFields, someEdits } from '#test/search/random-listings.ts'
import { MarketIndex, type MarketDocument, type MarketQuery } from './market-index.ts'

// Invented words that no stemming rule changes, so that a plain comparison produces the expected result.
const WORDS = ['zorbu', 'quixo', 'brannu', 'velko', 'mirtu']
const aWord = fc.constantFrom(...WORDS)
const aDocument = fc.record(documentFields(aWord)) satisfies fc.Arbitrary<MarketDocument>

/** Values of `commonPart`: with these values, either no terms, some terms or all terms are common. */
const aPart = fc.constantFrom(0, 2, 1e9)

const aQuery = fc.record({
  ...queryFields(aWord),
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.integer({ min: 0, max: 30 }),
}) satisfies fc.Arbitrary<MarketQuery>

test('a search returns the same results, counts and order as a full scan, after any edits', () => {
  fc.assert(
    fc.property(someEdits(aDocument), fc.array(aQuery, { minLength: 1, maxLength: 6 }), aPart, (edits, queries, commonPart) => {
      const index = new MarketIndex({ commonPart })
      const truth = new Map<string, MarketDocument>()
      edits.forEach((edit, at) => {
        applyEdit(index, truth, edit)
        if (at % 5 === 0) holds(index, [...truth.values()], queries[0]!)
      })
      for (const query of queries) holds(index, [...truth.values()], query)
    }),
    { numRuns: 400 },
  )
})

test('the fast path for one-word searches returns the same results as the general path', () => {
  const dated = fc.record({ ...documentFields(aWord), publishedAtMs: fc.integer({ min: 0, max: 2e12 }) })
  fc.assert(
    fc.property(someEdits(dated), aWord, aQuery, aPart, fc.boolean(), (edits, q, query, commonPart, facets) => {
      const index = new MarketIndex({ commonPart })
      for (const edit of edits) applyEdit(index, new Map(), edit)
      assert.deepEqual(index.search({ ...query, facets, q }), index.search({ ...query, facets, q: `lovely ${q}` }))
    }),
    { numRuns: 400 },
  )
})

test('search completion orders title words by frequency, and omits words without a live listing', () => {
  fc.assert(
    fc.property(someEdits(aDocument), fc.constantFrom('z', 'qu', 'bran', 'mirtu', 'velk', 'x'), (edits, start) => {
      const index = new MarketIndex()
      const truth = new Map<string, MarketDocument>()
      for (const edit of edits) applyEdit(index, truth, edit)
      const titles = [...truth.values()].map(({ title }) => new Set(title!.split(' ')))
      const count = (word: string) => titles.filter((words) => words.has(word)).length
      const expected = WORDS.filter((word) => word.startsWith(start) && word !== start && count(word) > 0)
      assert.deepEqual(
        index.wordsBeginningWith(start, 8),
        expected.toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1)),
      )
    }),
    { numRuns: 200 },
  )
})

test('listings with equal rank are always in the same order, regardless of earlier edits', () => {
  fc.assert(
    fc.property(someEdits(aDocument), aQuery, (edits, query) => {
      const edited = new MarketIndex()
      const truth = new Map<string, MarketDocument>()
      for (const edit of edits) applyEdit(edited, truth, edit)
      const built = new MarketIndex()
      for (const document of truth.values()) built.put(document)
      assert.deepEqual(edited.search({ ...query, sort: 'best' }), built.search({ ...query, sort: 'best' }))
    }),
    { numRuns: 300 },
  )
})

test('pages of results in the same order do not overlap or leave gaps', () => {
  fc.assert(
    fc.property(fc.array(aDocument, { maxLength: 40 }), aQuery, (documents, query) => {
      const index = new MarketIndex()
      for (const document of documents) index.put(document)
      const { ids: all, total } = index.search({ ...query, limit: 100, offset: 0 })
      const pages: string[] = []
      for (let offset = 0; offset < total; offset += query.limit) pages.push(...index.search({ ...query, offset }).ids)
      assert.deepEqual(pages, all)
      assert.equal(new Set(all).size, total)
    }),
    { numRuns: 200 },
  )
})

test('the list of newest listings limits the number per shop, but contains every shop', () => {
  fc.assert(
    fc.property(someEdits(aDocument), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 }), (edits, most, limit) => {
      const index = new MarketIndex()
      const truth = new Map<string, MarketDocument>()
      for (const edit of edits) applyEdit(index, truth, edit)
      const all = { q: null, category: null, minCents: null, maxCents: null, offersOnly: false, sort: 'newest' as const, offset: 0 }
      const ofShop = new Map<string, number>()
      const expected = index.search({ ...all, limit: 100 }).ids.filter((id) => {
        const { shopId } = truth.get(id)!
        ofShop.set(shopId, (ofShop.get(shopId) ?? 0) + 1)
        return ofShop.get(shopId)! <= most
      })
      assert.deepEqual(index.search({ ...all, limit, mostOfShop: most }).ids, expected.slice(0, limit))
    }),
    { numRuns: 200 },
  )
})

test('a reserved listing comes after an available listing with the same rank', () => {
  const lamp = {
    shopId: 'shp_a',
    category: null,
    priceCents: 500,
    takeOffers: true,
    title: 'zorbu',
    oneLiner: null,
    values: [],
    description: null,
  }
  const index = new MarketIndex()
  // without the reservation, this listing would come first, because it is newer and has a higher id
  index.put({ ...lamp, id: 'lst_2', publishedAtMs: 2_000, reserved: true })
  index.put({ ...lamp, id: 'lst_1', publishedAtMs: 1_000 })
  const all = { category: null, minCents: null, maxCents: null, offersOnly: false, limit: 10, offset: 0 }
  for (const sort of ['best', 'price-asc', 'price-desc'] as const)
    assert.deepEqual(index.search({ ...all, q: 'zorbu', sort }).ids, ['lst_1', 'lst_2'], sort)
  for (const sort of ['price-asc', 'price-desc'] as const)
    assert.deepEqual(index.search({ ...all, q: null, sort }).ids, ['lst_1', 'lst_2'], sort)
})

function holds(index: MarketIndex, documents: MarketDocument[], query: MarketQuery): void {
  const found = index.search({ ...query, facets: true })
  const expected = matching(documents, query)
  assert.deepEqual(found.facets, bruteFacets(matchingWords(documents, query), query))
  assert.equal(index.search(query).facets, null)
  assert.equal(found.total, expected.length)
  assert.equal(found.stores, new Set(expected.map(({ shopId }) => shopId)).size)
  if (query.q !== null && query.sort === 'best') {
    const ids = new Set(expected.map(({ id }) => id))
    assert.ok(found.ids.every((id) => ids.has(id)))
    assert.equal(found.ids.length, Math.max(0, Math.min(query.limit, expected.length - query.offset)))
    return
  }
  const sorted = expected.toSorted(inOrder(query.sort)).map(({ id }) => id)
  assert.deepEqual(found.ids, sorted.slice(query.offset, query.offset + query.limit))
}

const matching = (documents: MarketDocument[], query: MarketQuery): MarketDocument[] =>
  matchingWords(documents, query).filter((document) => passes(document, query))

/**
 * Returns the expected matches before any filters. If any listing contains all words, every word is required. Otherwise, one word is
 * enough.
 */
function matchingWords(documents: MarketDocument[], { q }: MarketQuery): MarketDocument[] {
  const words = q?.split(' ') ?? []
  const textOf = ({ title, oneLiner, values, description }: MarketDocument) =>
    [title, oneLiner, ...values, description].join(' ').split(' ')
  const all = documents.filter((document) => words.every((word) => textOf(document).includes(word)))
  const some = documents.filter((document) => words.some((word) => textOf(document).includes(word)))
  return all.length > 0 || words.length === 0 ? all : some
}

function inOrder(sort: MarketQuery['sort']): (a: MarketDocument, b: MarketDocument) => number {
  const byId = (a: MarketDocument, b: MarketDocument) => (a.id < b.id ? -1 : 1)
  const free = (a: MarketDocument, b: MarketDocument) => Number(a.reserved === true) - Number(b.reserved === true)
  if (sort === 'price-asc') return (a, b) => a.priceCents - b.priceCents || free(a, b) || byId(a, b)
  if (sort === 'price-desc') return (a, b) => b.priceCents - a.priceCents || free(a, b) || byId(b, a)
  return (a, b) => b.publishedAtMs - a.publishedAtMs || free(a, b) || byId(b, a)
}
