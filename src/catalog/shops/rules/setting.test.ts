import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameSetting } from './setting.ts'

test('two settings with single values, times or lists of objects are compared correctly, regardless of the order of keys', () => {
  const list = [{ a: 1, b: 2, c: 3 }]
  const same: [unknown, unknown][] = [[1, 1], [new Date(5), new Date(5)], [null, null], [[{ a: null }], [{ a: null }]], [list, list], [list, [{ c: 3, b: 2, a: 1 }]], [[], []]] // prettier-ignore
  for (const [one, other] of same) assert.equal(isSameSetting(one, other), true, JSON.stringify([one, other]))
  const different: [unknown, unknown][] = [[1, 2], [new Date(5), new Date(6)], [new Date(5), 5], [5, new Date(5)], [null, undefined], [list, []], [list, [{ a: 1, b: 2, c: 4 }]], [list, 'x'], ['x', list], [[{ a: 1 }], [{ b: 1 }]], [[1], [2]], [[1], [{}]], [NaN, null]] // prettier-ignore
  for (const [one, other] of different) assert.equal(isSameSetting(one, other), false, JSON.stringify([one, other]))
})
