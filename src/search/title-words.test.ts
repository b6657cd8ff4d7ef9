import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastWord, TitleWords } from './title-words.ts'

const holding = (...titles: string[]): TitleWords => {
  const words = new TitleWords()
  for (const [slot, title] of titles.entries()) words.add(slot, title)
  return words
}

test('search completion shows a title word in its most common spelling', () => {
  const words = holding('iPhone case', 'Iphone', 'iPhone 12', "Levi's jeans", 'Levi’s', "levi's", "Levi's", 'T-shirt')
  assert.deepEqual(words.beginningWith('iph', 8), ['iPhone'])
  assert.deepEqual(words.beginningWith('lev', 8), ["Levi's"])
  assert.deepEqual(words.beginningWith('t', 8), ['T-shirt'])
  assert.deepEqual(words.beginningWith('t-sh', 8), ['T-shirt'])
})

test('search completion matches words without accents, and omits stop words', () => {
  const words = holding('Étagère with the lamp', 'Write to me')
  assert.deepEqual(words.beginningWith('eta', 8), ['Étagère'])
  assert.deepEqual(words.beginningWith('w', 8), ['Write'])
})

test('search completion counts a word only once per listing', () => {
  const words = holding('mug mug MUG mug', 'mule', 'mule')
  assert.deepEqual(words.beginningWith('mu', 8), ['mule', 'mug'])
  assert.deepEqual(words.beginningWith('mu', 1), ['mule'])
})

test('search completion omits a word after its last listing is removed', () => {
  const words = holding('Secret lamp', 'Lamp')
  words.drop(0)
  assert.deepEqual(words.beginningWith('se', 8), [])
  assert.deepEqual(words.beginningWith('la', 8), ['Lamp'])
})

test('search completion extracts the last word of the input if the word is still incomplete', () => {
  assert.deepEqual(lastWord('red Lam'), { before: 'red ', start: 'lam' })
  assert.deepEqual(lastWord('"Étag'), { before: '"', start: 'etag' })
  assert.deepEqual(lastWord('a t-'), { before: 'a ', start: 't' })
  assert.deepEqual(lastWord('lamp!'), { before: 'lamp!', start: '' })
  assert.deepEqual(lastWord(''), { before: '', start: '' })
})
