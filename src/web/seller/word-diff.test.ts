import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordDiff } from './word-diff.ts'

const rendered = (before: string, after: string) =>
  wordDiff(before, after).map(({ kind, text }) => `${kind === 'same' ? '' : kind === 'new' ? '+' : '-'}${text}`)

test('the word diff marks removed and added words', () => {
  assert.deepEqual(rendered('A warm wool coat', 'A soft wool coat'), ['A ', '-warm ', '+soft ', 'wool coat'])
  assert.deepEqual(rendered('', 'New words'), ['+New words'])
  assert.deepEqual(rendered('Old words', ''), ['-Old words'])
  assert.deepEqual(rendered('Same', 'Same'), ['Same'])
  assert.deepEqual(rendered('', ''), [])
})

test('the parts of the word diff add up to both versions, and adjacent parts of the same kind are merged', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('wool', 'coat', 'warm', ' ', '\n'), { maxLength: 40 }).map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('')
      assert.equal(without('new'), before)
      assert.equal(without('gone'), after)
      assert.ok(parts.every(({ kind }, index) => kind !== parts[index - 1]?.kind))
    }),
  )
})

test('if two versions are too long to compare, the word diff shows the complete old and new versions', () => {
  const long = 'word '.repeat(2_000)
  assert.deepEqual(
    wordDiff(long, `${long}more`).map(({ kind }) => kind),
    ['gone', 'new'],
  )
})
