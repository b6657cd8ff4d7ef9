import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftQuestion } from './rules.ts'

test('the draft of a public question omits the buyer’s names, in any letter case and even next to punctuation', () => {
  assert.equal(draftQuestion('Is it wool? Thanks, Ben Buyer', 'Ben Buyer'), 'Is it wool? Thanks,')
  assert.equal(draftQuestion('ben here: does it fit? – BUYER', 'Ben Buyer'), 'here: does it fit? –')
  assert.equal(draftQuestion('Is it a bench?', 'Ben'), 'Is it a bench?')
  assert.equal(draftQuestion('Is it X? J. (Jo)', 'Jo (x).*'), 'Is it X? J. ()')
  assert.equal(draftQuestion('Wie groß? – Zoë', 'Zoë'), 'Wie groß? –')
})

test('the draft of a public question has at most 300 characters', () => {
  assert.deepEqual([300, 301].map((length) => [...draftQuestion('🧥'.repeat(length), 'Ben')].length), [300, 300]) // prettier-ignore
})

test('single letters stay in the draft of a public question, and the draft does not change if the buyer has no name', () => {
  assert.equal(draftQuestion('Is J a size? – Jo', 'J Jo'), 'Is J a size? –')
  assert.equal(draftQuestion('Is it  wool?', ''), 'Is it wool?')
})
