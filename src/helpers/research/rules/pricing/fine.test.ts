import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FINE, quartile, share } from './fine.ts'

test('quartiles of whole cents and percentages of whole cents are whole numbers of fine units', () => {
  assert.deepEqual([quartile([1, 2, 4], 1), quartile([1, 2, 5, 9], 3), share(FINE, 1), share(3 * FINE, 115)].map(Number.isInteger), [
    true,
    true,
    true,
    true,
  ])
})
