import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SizedCache } from './sized-cache.ts'

const create = (maxBytes: number) => new SizedCache<string>(maxBytes, (text) => text.length + 500)

test('the cache returns the value that was last stored under each key', () => {
  const cache = create(100_000)
  cache.put('/a', 'old', ['one'], cache.generation)
  cache.put('/a', 'new', ['one'], cache.generation)
  assert.equal(cache.get('/a'), 'new')
  assert.equal(cache.get('/b'), null)
})

test('a change to a subject removes exactly the cache entries that depend on the subject', () => {
  const cache = create(100_000)
  cache.put('/a', 'a', ['one', 'both'], cache.generation)
  cache.put('/b', 'b', ['two', 'both'], cache.generation)
  cache.drop(['one'])
  assert.deepEqual([cache.has('/a'), cache.has('/b')], [false, true])
  cache.drop(['both'])
  assert.deepEqual([cache.has('/b'), cache.bytes], [false, 0])
})

test('the cache rejects an entry that was computed before the data behind it changed', () => {
  const cache = create(100_000)
  const begun = cache.generation
  cache.drop(['something'])
  cache.put('/a', 'made of what was', ['one'], begun)
  assert.equal(cache.has('/a'), false)
})

test('the cache stays within its size limit by evicting the least recently read entries', () => {
  const cache = create(50_000)
  for (let n = 0; n < 1_000; n++) {
    cache.put(`/${n}`, 'x'.repeat(n % 3_000), [`subject ${n}`, 'all'], cache.generation)
    cache.get('/0')
    assert.ok(cache.bytes <= 50_000)
  }
  assert.deepEqual([cache.has('/0'), cache.has('/1'), cache.has('/999')], [true, false, true])
  cache.put('/large', 'x'.repeat(10_000), [], cache.generation)
  assert.equal(cache.has('/large'), false, 'one large entry does not evict all others')
  cache.clear()
  assert.deepEqual([cache.bytes, cache.has('/0')], [0, false])
})

test('the total size is updated when an entry changes, and never exceeds the limit', () => {
  const cache = new SizedCache<{ size: number }>(20_000, ({ size }) => size)
  const values = Array.from({ length: 20 }, (_, n) => ({ size: 900, n }))
  for (const value of values) cache.put(`/${value.n}`, value, [], cache.generation)
  const before = cache.bytes
  values[5]!.size = 100
  cache.measure('/5', values[5]!)
  assert.equal(cache.bytes, before - 800)
  values[6]!.size = 5_000
  cache.measure('/6', values[6]!)
  assert.ok(cache.bytes <= 20_000)
  assert.deepEqual([cache.has('/0'), cache.has('/19')], [false, true])
  const bytes = cache.bytes
  cache.measure('/19', { size: 9_000 })
  assert.equal(cache.bytes, bytes, 'the key holds another value')
})

test('after any sequence of operations, a change to a subject removes exactly the cache entries that depend on that subject', () => {
  let seed = 11
  const chance = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  const cache = create(40_000)
  /** Maps the URL of each cached response to the subjects on which the response depends. */
  const put = new Map<string, string[]>()
  const check = () => {
    const there = [...put.keys()].filter((address) => cache.has(address))
    assert.equal(cache.bytes === 0, there.length === 0)
    assert.ok(cache.bytes <= 40_000)
    return there
  }
  for (let step = 0; step < 20_000; step++) {
    const address = `/${chance(60)}`
    const doing = chance(10)
    if (doing < 6) {
      const subjects = Array.from({ length: chance(4) }, () => `subject ${chance(12)}`)
      cache.put(address, 'x'.repeat(chance(800)), subjects, cache.generation)
      assert.ok(cache.has(address))
      put.set(address, subjects)
    } else if (doing < 9) cache.get(address)
    else {
      const before = check()
      const subject = `subject ${chance(12)}`
      cache.drop([subject])
      for (const each of before) assert.equal(cache.has(each), !put.get(each)!.includes(subject))
    }
  }
  check()
})
