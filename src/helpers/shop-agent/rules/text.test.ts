import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountsIn, sentencesOf, tokensOf } from './text.ts'

test('text is split into words and numbers, and different notations of the same number become equal', () => {
  assert.deepEqual(tokensOf('Size: 10 US, don’t ask'), ['size', '10', 'us', "don't", 'ask'])
  assert.deepEqual(tokensOf('1,250 1250.00 007 1.2.3 1,5'), ['1250', '1250', '7', '1.2.3', '1,5'])
  assert.deepEqual(tokensOf('…'), [])
})

test('text is split into sentences, and the amounts of money in each sentence are found', () => {
  assert.deepEqual(sentencesOf('It is 1.5 cm. Soft!  … \nRed'), ['It is 1.5 cm.', 'Soft!', 'Red'])
  assert.deepEqual(amountsIn('$5, 6 dollars and €7'), [500, 600, Number.NaN])
  assert.deepEqual(amountsIn('$1.2.3'), [Number.NaN])
})
