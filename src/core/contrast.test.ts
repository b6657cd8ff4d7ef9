import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, partsOf } from './contrast.ts'

test('the contrast ratio of two colors is computed as in WCAG 2, and does not depend on their order', () => {
  assert.equal(contrastOf('#ffffff', '#000000'), 21)
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#777777', '#777777'), 1)
  assert.equal(contrastOf('#ffffff', '#767676').toFixed(2), '4.54')
  assert.equal(contrastOf('#ff0000', '#00ff00').toFixed(2), '2.91')
  assert.equal(contrastOf('#0000ff', '#010101').toFixed(2), '2.43')
})

test('a color is parsed into its red, green and blue components', () => {
  assert.deepEqual(partsOf('#fb0180'), [251, 1, 128])
})
