import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MarketIndex } from './market-index.ts'
import { stem } from './stem.ts'
import { understand } from './understand.ts'
import { MAX_WORD_LENGTH, wordsOf } from './tokenize.ts'
import { slack } from '#test/machine.ts'

test('the tokenizer folds case, accents and apostrophes, and does not separate letters from digits', () => {
  assert.deepEqual(wordsOf("Levi's 501, W32/L34"), ['levis', '501', 'w32', 'l34'])
  assert.deepEqual(wordsOf('Crème brûlée, 35mm'), ['creme', 'brulee', '35mm'])
  assert.deepEqual(wordsOf('Straße Ærø łódź'), ['strasse', 'aero', 'lodz'])
  assert.deepEqual(wordsOf("l'été o’neill"), ['l', 'ete', 'o', 'neill'])
  assert.deepEqual(wordsOf('日本の茶碗'), ['日本', '本の', 'の茶', '茶碗'])
})

test('for any input, the tokenizer returns words without spaces that do not exceed the length limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const word of wordsOf(text)) assert.ok(word.length > 0 && word.length <= MAX_WORD_LENGTH && !/\s/.test(word))
    }),
  )
})

test('the tokenizer reduces all forms of a word to one stem, and keeps different words apart', () => {
  for (const [one, other] of [
    ['couches', 'couch'],
    ['knives', 'knife'],
    ['knitted', 'knitting'],
    ['women', 'womens'],
    ['paintings', 'painted'],
  ]) {
    assert.equal(stem(one!), stem(other!))
  }
  for (const [one, other] of [
    ['earring', 'ear'],
    ['wedding', 'wed'],
    ['501', '505'],
  ])
    assert.notEqual(stem(one!), stem(other!))
})

test('the tokenizer treats known two-word terms as one term, and drops stop words', () => {
  const termsOf = (q: string) => understand(q).map(({ typed }) => typed)
  assert.deepEqual(termsOf('a record player for the living room'), ['record player', 'living room'])
  assert.deepEqual(termsOf('35 mm t-shirt'), ['35mm', 'tshirt'])
  assert.deepEqual(termsOf('the'), [])
  assert.deepEqual(termsOf('chair chairs Chair'), ['chair'])
})

test('a hyphenated word in a query is one search term', () => {
  const index = new MarketIndex()
  const facts = { category: null, priceCents: 1, takeOffers: true, publishedAtMs: 1, oneLiner: null, values: [], description: null }
  for (const id of ['3', '4']) index.put({ ...facts, id, shopId: id, title: `Thing shop-${id}` })
  const total = (q: string) =>
    index.search({ q, category: null, minCents: null, maxCents: null, offersOnly: false, sort: 'best', limit: 1, offset: 0 }).total
  assert.deepEqual(['shop-3', 'shop-5', 'shop 5'].map(total), [1, 0, 2])
})

test('at most twelve terms and 200 characters of a query are parsed', () => {
  assert.equal(understand(Array.from({ length: 40 }, (_, n) => `zq${n}`).join(' ')).length, 12)
  assert.deepEqual(understand(`${'x'.repeat(200)} lamp`).length, 1)
})

test('the time to tokenize hostile text is bounded', () => {
  for (const q of ['a'.repeat(5_000_000), "a'".repeat(2_000_000), '́'.repeat(2_000_000), '1a'.repeat(2_000_000)]) {
    const began = performance.now()
    understand(q)
    assert.ok(performance.now() - began < slack(2_000))
  }
})
