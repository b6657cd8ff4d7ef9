import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from '#core/text.ts'
import { Vocabulary } from './vocabulary.ts'

const aWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 9 })

function plain(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const exchanged = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      rows[i]![j] = Math.min(exchanged, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1)
    }
  }
  return rows[a.length]![b.length]!
}

test('the edit distance counts insertions, deletions, substitutions and swaps, up to a limit', () => {
  assert.equal(editDistance('iphnoe', 'iphone', 2), 1)
  fc.assert(
    fc.property(aWord, aWord, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      assert.equal(editDistance(a, b, max), Math.min(plain(a, b), max + 1))
    }),
    { numRuns: 2_000 },
  )
})

test('a vocabulary search finds the same similar words and prefixes as a scan of all words', () => {
  fc.assert(
    fc.property(fc.uniqueArray(aWord, { maxLength: 60 }), aWord, (words, typed) => {
      const vocabulary = new Vocabulary()
      for (const word of words) vocabulary.add(word)
      const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
      const near = words.filter((word) => plain(typed, word) <= (word[0] === typed[0] ? most : 1))
      const steps = Math.min(...near.map((word) => plain(typed, word)))
      const nearest = most > 0 ? near.filter((word) => plain(typed, word) === steps) : []
      assert.deepEqual(
        vocabulary
          .near(typed, () => true)
          .map(({ text }) => text)
          .sort(),
        nearest.sort(),
      )
      assert.deepEqual(
        vocabulary
          .beginningWith(typed)
          .map((term) => vocabulary.text(term))
          .sort(),
        words.filter((word) => word.startsWith(typed) && word !== typed).sort(),
      )
    }),
    { numRuns: 500 },
  )
})
