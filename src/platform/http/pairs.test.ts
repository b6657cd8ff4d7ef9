import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_PAIRS, pairsToObject, readPairs } from './pairs.ts'

const plain = (form: string): unknown => JSON.parse(JSON.stringify(pairsToObject(readPairs(form))))

describe('the form parser', () => {
  for (const [form, object] of [
    ['a=1&b=two+words&c=%C3%A9&d', { a: '1', b: 'two words', c: 'é', d: '' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2&a=3', { a: ['1', '2', '3'] }],
    ['fields[Brand]=Nike&fields[Size]=42', { fields: { Brand: 'Nike', Size: '42' } }],
    ['f[1][k]=a&f[0][k]=b&f[1][v]=c', { f: [{ k: 'a', v: 'c' }, { k: 'b' }] }],
    ['f[][k]=a&f[][v]=b&f[][k]=c', { f: [{ k: 'a', v: 'b' }, { k: 'c' }] }],
    ['a[b][c][d]=1&[x]=2&a[=3', { 'a[b][c][d]': '1', '[x]': '2', 'a[': '3' }],
    ['&&a=1&', { a: '1' }],
  ] as const) {
    test(`the form parser accepts the body ${form}`, () => assert.deepEqual(plain(form), object))
  }

  test('the form parser accepts the maximum number of pairs, and rejects one more with a clear message', () => {
    assert.equal(
      Object.keys(pairsToObject(readPairs(Array.from({ length: MAX_PAIRS }, (_, at) => `n${at}=1`).join('&')))).length,
      MAX_PAIRS,
    )
    for (const pair of ['a=1&', 'a[]=1&', 'f[][k]=1&', 'f[7][k]=1&', '&'])
      assert.throws(() => pairsToObject(readPairs(pair.repeat(MAX_PAIRS + 1))), /more than 1000 fields/, pair)
  })

  test('the form parser treats `__proto__` and `constructor` as ordinary field names', () => {
    const object = pairsToObject(readPairs('__proto__=1&f[__proto__]=2&constructor=3'))
    assert.equal(Object.getPrototypeOf(object), null)
    assert.deepEqual(Object.keys(object), ['__proto__', 'f', 'constructor'])
  })
})
