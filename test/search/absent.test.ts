import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarketIndex } from '#search/market-index.ts'
import { demoIndex, IN_NEITHER, NOT_IN_DEMO } from './absent.ts'
import { search, corpusIndex } from './quality.ts'

/** Returns the items for which the index wrongly reports exact results. Each item has its first three results. */
const invented = (index: MarketIndex, items: readonly string[]): string[] =>
  items.flatMap((q) => {
    const { exact, ids } = search(index, q)
    return exact ? [`${q}: ${ids.slice(0, 3).join(' ')}`] : []
  })

test('search finds no exact match for 60 items that the corpus does not contain', () => {
  assert.equal(new Set(IN_NEITHER).size, 60)
  assert.deepEqual(invented(corpusIndex(), IN_NEITHER), [])
})

test('search finds no exact match for 90 items that the demo market does not contain', () => {
  assert.equal(new Set([...IN_NEITHER, ...NOT_IN_DEMO]).size, 90)
  assert.deepEqual(invented(demoIndex(), [...IN_NEITHER, ...NOT_IN_DEMO]), [])
})

test('a search for a specific item matches neither the whole category nor words that only look similar', () => {
  const demo = demoIndex()
  for (const q of ['bicycle', 'nike', 'wardrobe', 'tent']) assert.deepEqual(search(demo, q).ids, [], q)
  for (const q of ['sofa', 'iphone']) assert.ok(search(demo, q).total <= 1, `${q}: finds at most one listing that mentions it`)
})

test('search finds items by a misspelling, a synonym and a more general word', () => {
  const [corpus, demo] = [corpusIndex(), demoIndex()]
  for (const [q, expected] of [
    ['headfones', 'headphones'],
    ['notebook', 'macbook'],
    ['settee', 'couch'],
    ['iphnoe', 'iphone'],
    ['furniture', 'couch'],
    ['head', 'headphones'],
    ['clothes', '501'],
    ['shoes', 'af1'],
    ['bikes', 'bike'],
  ] as const) {
    const { exact, ids, total } = search(corpus, q)
    assert.ok(exact && (ids.includes(expected) || total > 20), `${q}: ${exact} ${ids.join(' ')}`)
  }
  assert.equal(search(demo, 'headfones').exact, true)
})

test('search shows similar results only if nothing matches exactly', () => {
  const corpus = corpusIndex()
  const laptops = search(corpus, 'laptop')
  assert.deepEqual([laptops.exact, laptops.ids.includes('macbook'), laptops.ids.includes('iphone')], [true, true, false])
  const near = search(corpus, 'camping gear')
  assert.deepEqual([near.exact, near.ids.includes('tent'), near.total > 0], [false, true, true])
  const nothing = search(corpus, 'zorbuquix')
  assert.deepEqual([nothing.exact, nothing.total], [false, 0])
})
