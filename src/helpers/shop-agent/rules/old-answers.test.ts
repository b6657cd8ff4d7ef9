import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTellable } from './old-answers.ts'

const tellable = (text: string, known: readonly string[] = []) =>
  isTellable(text, { allowedCents: [19_99, 1_10, 80_00], known: new Set(known) })

test('an earlier answer by the owner can be reused if it describes the item', () => {
  for (const text of [
    'It folds flat.',
    'The lining is 52 cm long and 3 years old.',
    'It costs $80 or 80 dollars.',
    'The amounts 19.99 and 1.10 are fine.',
    'a b c'.padEnd(400, 'd'),
    'Size XL fits well.',
  ])
    assert.equal(tellable(text, ['size', 'xl']), true, text)
})

test('an answer that contains promises, names, contact details, non-Latin scripts or unknown numbers is never reused', () => {
  for (const text of [
    'It folds.',
    'a b c'.padEnd(401, 'd'),
    'It folds flat 尺.',
    'It folds in quarante ways.',
    'It has two buttons.',
    'It is from MCMXC, I think.',
    'Hello ANNA it folds.',
    'It folds well, for you.',
    'Ask on discord about it.',
    'It has a warranty too.',
    'It was made by Anna herself.',
    'The number is 51 here.',
    'The number is 80.001 here or 81.',
    'Take it for 40 dollars.',
  ])
    assert.equal(tellable(text), false, text)
})

test('a capitalized word counts as a name only in the middle of a sentence, and only if the listing does not contain the word', () => {
  assert.equal(tellable('It comes from Lyon today.'), false)
  assert.equal(tellable('It comes from Lyon today.', ['lyon']), true)
  assert.equal(tellable('Lyon made this coat. Seams are flat.'), true)
  assert.equal(tellable('«Lyon made this coat.'), false)
  assert.equal(tellable('"Lyon made this coat.'), false)
})
