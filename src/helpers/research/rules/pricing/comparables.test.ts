import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparable, priced } from './comparables.ts'
import { conditionOf } from './conditions.ts'

const rows = (...titles: string[]) => titles.map((title, index) => ({ title, cents: 100 + index, condition: null, sold: false }))
const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ')
const retained = (name: string, ...titles: string[]) => comparable(rows(...titles), { name, brand: null }).map(({ title }) => title)

test('only comparable sales with a price in whole cents, from one cent to the maximum, are used', () => {
  assert.deepEqual(priced([0, 1, 10.5, 10_000_000, 10_000_001].map((cents) => ({ cents }))), [{ cents: 1 }, { cents: 10_000_000 }])
})

test('if at least three titles contain half of the item’s words, all other titles are excluded', () => {
  const three = [words(10), words(10), words(10)]
  assert.deepEqual(retained(words(10), ...three, words(5), words(4)), [...three, words(5)])
  assert.deepEqual(retained(words(13), ...three, words(7), words(6)), [...three, words(7)])
  assert.deepEqual(retained(words(10), words(10), words(5), words(5), words(3)), [words(10), words(5), words(5)])
})

test('normally a title must contain half of the item’s words; if fewer than three titles do, three tenths of the words are enough', () => {
  assert.deepEqual(retained(words(10), words(10), words(10), words(3), words(2)), [words(10), words(10), words(3)])
  assert.deepEqual(retained(words(11), words(4), words(3)), [words(4)])
})

test('the words in the brand count too, and an item name without any words excludes no comparable sale', () => {
  const red = ['red lamp', 'Red lamp', 'the red lamp']
  assert.deepEqual(retained('red lamp', ...red, 'lamp'), [...red, 'lamp'])
  assert.deepEqual(comparable(rows(...red, 'lamp'), { name: 'red lamp', brand: 'Ora' }).map(({ title }) => title), red) // prettier-ignore
  assert.deepEqual(retained('!!', 'a', 'b'), ['a', 'b'])
})

test('an item whose condition is unknown still counts as comparable', () => {
  assert.deepEqual([conditionOf(null), conditionOf('odd'), conditionOf('Brand new')], ['unknown', 'unknown', 'new'])
})

test('of several identical comparables, a sold item is preferred, then the item in the best condition, regardless of their order', () => {
  const duplicate = (condition: string | null, sold: boolean) => ({ title: 'lamp', cents: 700, condition, sold })
  const inOrder = [duplicate('good', true), duplicate('fair', true), duplicate('like new', false), duplicate(null, false)]
  for (const [index, preferred] of inOrder.entries()) {
    const rest = inOrder.slice(index)
    for (const listed of [rest, rest.toReversed()]) assert.deepEqual(comparable(listed, { name: 'lamp', brand: null }), [preferred])
  }
  const equal = [duplicate('good', true), duplicate('good', true)]
  assert.equal(comparable(equal, { name: 'lamp', brand: null })[0], equal[0], 'and otherwise the first')
})
