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

test('three photos and one detail are enough, and flaws need a photo only when there are photos', () => {
  const helps = (change: Partial<typeof WHOLE>) => readiness({ ...WHOLE, ...change }).helps
  assert.deepEqual(helps({ photos: 3, details: 1 }), [])
  assert.deepEqual(helps({ photos: 2 }), ['at least three photos'])
  assert.deepEqual(helps({ flawPhoto: false }), ['a photo of each flaw, with a note'])
  assert.deepEqual(helps({ flawPhoto: false, photos: 0 }), ['at least three photos'])
  assert.deepEqual(helps({ details: 0 }), ['a few details, such as brand and condition'])
})
