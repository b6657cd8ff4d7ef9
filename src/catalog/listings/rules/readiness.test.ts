import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSize, readiness, showsFlaw } from './readiness.ts'

const WHOLE = { title: true, price: true, shipping: true, category: true, photos: 4, flawPhoto: true, size: true, details: 2 }

test('only a missing title or price blocks publishing; other gaps are hints', () => {
  assert.deepEqual(readiness(WHOLE), { missing: [], helps: [] })
  assert.deepEqual(readiness({ ...WHOLE, title: false, price: false }).missing, ['a title', 'a price'])
  const bare = readiness({ ...WHOLE, photos: 0, flawPhoto: false, size: false, shipping: false, category: false, details: 0 })
  assert.deepEqual(bare.missing, [])
  assert.equal(bare.helps.length, 5)
})

test('recognizes flaws and sizes by keywords', () => {
  assert.ok(showsFlaw('Chipped rim, close up') && showsFlaw('A scratch on the back'))
  assert.ok(!showsFlaw('Lamp, front'))
  assert.ok(isSize('Shoe size (EU)') && isSize('Height') && !isSize('Brand'))
})
