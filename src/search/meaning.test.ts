import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { COUNTED, fused } from './rank-fusion.ts'
import { MarketIndex, type MarketDocument, type MarketQuery } from './market-index.ts'
import { quantised } from './quantize.ts'
import { Vectors, vectorsIn } from './vectors.ts'

const ROOM = 2 ** 22
const vector = (...numbers: number[]): Int8Array => quantised(numbers)!

describe('the quantization of vectors', () => {
  test('quantizing a vector preserves its direction', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 16, maxLength: 256 }), (numbers) => {
        fc.pre(Math.hypot(...numbers) > 1e-3)
        const bytes = quantised(numbers)!
        const dot = numbers.reduce((sum, one, index) => sum + one * bytes[index]!, 0)
        assert.ok(dot / (Math.hypot(...numbers) * Math.hypot(...bytes)) > 0.999)
      }),
    )
  })

  test('quantization returns null for a zero vector, which has no direction', () => {
    for (const none of [[], [0, 0], [Number.NaN, 1], [Infinity, 1]]) assert.equal(quantised(none)?.some(Number.isNaN) ?? null, null)
  })
})

describe('the vector store', () => {
  test('the vector store accepts only vectors of equal length, stays within its memory limit, and reuses freed space', () => {
    const vectors = new Vectors(3 * (4 + 4))
    assert.equal(vectorsIn(3 * (4 + 4), 4), 3)
    vectors.put(1, vector(1, 0, 0, 0))
    vectors.put(2, vector(1, 0))
    for (const slot of [3, 4, 5]) vectors.put(slot, vector(0, 1, 0, 0))
    assert.equal(vectors.size, 3)
    vectors.drop(1)
    vectors.put(6, vector(0.9, 0.1, 0, 0))
    assert.deepEqual(
      vectors.near(vector(1, 0, 0, 0), 0.5).map(({ slot }) => slot),
      [6],
    )
    assert.deepEqual(vectors.near(vector(1, 0), 0), [])
  })

  test('the vector store finds the same similar vectors as a full comparison', () => {
    const random = randoms(7)
    const [vectors, all] = [new Vectors(ROOM), new Map<number, Int8Array>()]
    for (let slot = 0; slot < 6_000; slot++) all.set(slot, quantised(Array.from({ length: 64 }, random))!)
    const target = quantised(Array.from({ length: 64 }, random))!
    for (let slot = 0; slot < 40; slot++) all.set(slot * 100, quantised([...target].map((one) => one / 127 + random() * 0.7))!)
    for (const [slot, one] of all) vectors.put(slot, one)
    for (let slot = 0; slot < 4_000; slot += 200) vectors.drop(slot)
    const found = vectors.near(target, 0.6)
    const each = [...all].filter(([slot, one]) => !(slot < 4_000 && slot % 200 === 0) && likeness(one, target) >= 0.6)
    assert.deepEqual(
      found.map(({ slot }) => slot).toSorted((a, b) => a - b),
      each.map(([slot]) => slot).toSorted((a, b) => a - b),
    )
    assert.ok(found.length >= 20)
  })

  test('the mean similarity of the vectors stays correct after additions and removals', () => {
    const random = randoms(3)
    const vectors = new Vectors(ROOM)
    const stored: Int8Array[] = []
    for (let slot = 0; slot < 300; slot++) {
      const one = quantised(Array.from({ length: 32 }, random))!
      vectors.put(slot, one)
      if (slot % 3 === 0) vectors.drop(slot)
      else stored.push(one)
    }
    const target = quantised(Array.from({ length: 32 }, random))!
    const mean = stored.reduce((sum, one) => sum + likeness(one, target), 0) / stored.length
    assert.ok(Math.abs(vectors.meanLikeness(target) - mean) < 1e-5)
  })
})

describe('merging the results of word search and vector search', () => {
  const rankings = fc.tuple(fc.uniqueArray(fc.nat(3_000), { maxLength: 300 }), fc.uniqueArray(fc.nat(3_000), { maxLength: 100 }))

  test('fused results contain each listing once, and consecutive pages come from the same order', () => {
    fc.assert(
      fc.property(rankings, fc.nat(400), ([words, meant], size) => {
        const whole = fused(words, meant, Infinity)
        assert.deepEqual(new Set(whole), new Set([...words, ...meant]))
        assert.equal(whole.length, new Set(whole).size)
        assert.deepEqual(fused(words, meant, size), whole.slice(0, size))
        assert.deepEqual(fused(words.slice(0, size + meant.length), meant, size).length, Math.min(size, whole.length))
      }),
    )
  })

  test('the score of a search result is the sum of 1 / (60 + rank)', () => {
    fc.assert(
      fc.property(rankings, ([words, meant]) => {
        const score = (slot: number) =>
          [words, meant].reduce((sum, ranking) => sum + (ranking.includes(slot) ? 1 / (61 + ranking.indexOf(slot)) : 0), 0)
        const scores = fused(words, meant, Infinity).map(score)
        assert.ok(scores.every((one, index) => index === 0 || one <= scores[index - 1]! + 1e-12))
      }),
    )
  })

  test('rank fusion ignores results that rank below its limit', () => {
    const words = Array.from({ length: COUNTED + 500 }, (_, index) => index)
    const meant = [COUNTED + 400, 5, 9_999]
    const [short, long] = [fused(words.slice(0, COUNTED), meant, 300), fused(words, meant, 300)]
    assert.deepEqual(short, long)
    assert.equal(long[0], 5)
  })
})

describe('search with vectors', () => {
  const HOUR = 3_600_000
  const ALL: MarketQuery = {
    q: 'lamp',
    category: null,
    minCents: null,
    maxCents: null,
    offersOnly: false,
    sort: 'best',
    limit: 100,
    offset: 0,
  }
  const documentAt = (at: number, title: string, one: Int8Array | null, more: Partial<MarketDocument> = {}): MarketDocument => ({
    id: `lst_${String(at).padStart(4, '0')}`,
    shopId: `shp_${at % 7}`,
    title,
    oneLiner: null,
    category: at % 2 ? 'Home' : 'Tech',
    description: null,
    values: [],
    priceCents: 1_000 + at * 10,
    takeOffers: at % 3 === 0,
    publishedAtMs: at * HOUR,
    vector: one,
    ...more,
  })
  /**
   * Creates 60 listings named `Lamp`; 20 of them have a vector near the query's vector. Also creates 30 listings with a vector near the
   * query's vector but different names, and 200 unrelated listings.
   */
  const market = (): MarketDocument[] => {
    const random = randoms(11)
    const near = () => quantised([1 + random() * 0.2, ...Array.from({ length: 15 }, () => random() * 0.2)])!
    const far = () => quantised([0, ...Array.from({ length: 15 }, random)])!
    return Array.from({ length: 290 }, (_, at) =>
      at < 60
        ? documentAt(at, `Lamp no ${at}`, at < 20 ? near() : far())
        : at < 90
          ? documentAt(at, 'Glow', near())
          : documentAt(at, 'Drill', far()),
    )
  }
  const meaning = { vector: vector(1, ...Array.from({ length: 15 }, () => 0)), least: 0.5 }
  const filled = (documents: readonly MarketDocument[]): MarketIndex => {
    const index = new MarketIndex({ vectorBytes: ROOM })
    for (const one of documents) index.put(one)
    return index
  }

  test('a search returns exact matches if there are any, and otherwise matches by word and meaning, with correct pages and counts', () => {
    const documents = market()
    const index = filled(documents)
    const filters = [{}, { category: 'home' }, { minCents: 1_100, maxCents: 1_700 }, { offersOnly: true }]
    const queries = filters.flatMap((filter) => [
      { ...filter, q: 'lamp', isExact: true },
      { ...filter, q: 'bedroom', isExact: false },
    ])
    for (const { isExact, ...filter } of queries)
      for (const sort of ['best', 'newest', 'price-asc', 'price-desc'] as const) {
        const query = { ...ALL, ...filter, sort }
        const { total, stores, exact } = index.search({ ...query, limit: 1 }, meaning)
        assert.equal(exact, isExact)
        const pages: string[] = []
        for (let offset = 0; offset < total; offset += 7) pages.push(...index.search({ ...query, limit: 7, offset }, meaning).ids)
        const target = documents.filter(
          ({ title, category, priceCents, takeOffers }) =>
            title !== 'Drill' &&
            (title !== 'Glow' || !isExact) &&
            (query.category === null || category?.toLowerCase() === query.category) &&
            priceCents >= (query.minCents ?? 0) &&
            priceCents <= (query.maxCents ?? Infinity) &&
            (!query.offersOnly || takeOffers),
        )
        assert.deepEqual(
          pages.toSorted(),
          target.map(({ id }) => id),
          JSON.stringify(query),
        )
        assert.deepEqual([total, stores], [target.length, new Set(target.map(({ shopId }) => shopId)).size])
        assert.equal(index.search({ ...query, facets: true }, meaning).total, total)
      }
  })

  test('search results that match both by word and by meaning come first', () => {
    const { ids } = filled(market()).search(ALL, meaning)
    assert.ok(ids.slice(0, 20).filter((id) => id < 'lst_0020').length >= 15, ids.slice(0, 20).join(' '))
  })

  test('facet counts include all search results', () => {
    const index = filled(market())
    const { facets, total } = index.search({ ...ALL, facets: true }, meaning)
    assert.deepEqual([facets!.price.any, facets!.category.Home + facets!.category.Tech], [total, total])
  })

  test('the search results do not depend on the order of earlier edits', () => {
    const documents = market()
    const [one, other] = [filled(documents), filled(documents.toReversed())]
    for (const document of documents.slice(0, 120)) other.put({ ...document, vector: vector(0, ...Array.from({ length: 15 }, () => 1)) })
    for (const document of documents.slice(0, 120).toReversed()) other.put(document)
    for (const sort of ['best', 'newest', 'price-asc'] as const)
      assert.deepEqual(other.search({ ...ALL, sort }, meaning), one.search({ ...ALL, sort }, meaning))
  })

  test('a search never finds a removed listing, or a listing by meaning after its vector is removed', () => {
    const index = filled([documentAt(1, 'Glow', meaning.vector), documentAt(2, 'Glow', meaning.vector)])
    assert.equal(index.search(ALL, meaning).total, 2)
    index.drop('lst_0001')
    index.put(documentAt(2, 'Glow', null))
    assert.deepEqual([index.search(ALL, meaning).total, index.embedded], [0, 0])
  })

  test('a search by meaning returns at most a hundred similar listings, or none if too many listings are equally similar', () => {
    const random = randoms(5)
    const like = (first: number, spread: number) => quantised([first, ...Array.from({ length: 15 }, () => random() * spread)])!
    const noWords = { ...ALL, q: 'zorbuquix' }
    const blurred = Array.from({ length: 400 }, (_, at) => documentAt(at, 'Drill', like(1, 0.2)))
    assert.equal(filled(blurred.slice(0, 20)).search(noWords, meaning).total, 20)
    assert.equal(filled(blurred).search(noWords, meaning).total, 0)
    const others = Array.from({ length: 4_000 }, (_, at) => documentAt(at + 400, 'Drill', like(0, 1)))
    assert.equal(filled([...blurred, ...others]).search(noWords, meaning).total, 100)
  })

  test('a search without a query vector returns the same results as an index without vectors', () => {
    const documents = market()
    const [index, plain] = [filled(documents), filled(documents.map(({ vector: _, ...rest }) => rest))]
    for (const facets of [true, false]) {
      assert.deepEqual(index.search({ ...ALL, facets }), plain.search({ ...ALL, facets }))
      assert.deepEqual(plain.search({ ...ALL, facets }, meaning), plain.search({ ...ALL, facets }))
    }
  })
})

const likeness = (a: Int8Array, b: Int8Array): number =>
  a.reduce((sum, one, index) => sum + one * b[index]!, 0) / (Math.hypot(...a) * Math.hypot(...b))

function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  }
}
