import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SizedCache } from './sized-cache.ts'

const create = (maxBytes: number) => new SizedCache<string>(maxBytes, (text) => text.length + 500)

test('returns the last value stored under each key', () => {
  const kept = create(100_000)
  kept.put('/a', 'old', ['one'], kept.turn)
  kept.put('/a', 'new', ['one'], kept.turn)
  assert.equal(kept.get('/a'), 'new')
  assert.equal(kept.get('/b'), null)
})

test('drops exactly the entries of a changed subject', () => {
  const kept = create(100_000)
  kept.put('/a', 'a', ['one', 'both'], kept.turn)
  kept.put('/b', 'b', ['two', 'both'], kept.turn)
  kept.drop(['one'])
  assert.deepEqual([kept.has('/a'), kept.has('/b')], [false, true])
  kept.drop(['both'])
  assert.deepEqual([kept.has('/b'), kept.bytes], [false, 0])
})

test('rejects an entry that was computed before a change of its subject', () => {
  const kept = create(100_000)
  const begun = kept.turn
  kept.drop(['something'])
  kept.put('/a', 'made of what was', ['one'], begun)
  assert.equal(kept.has('/a'), false)
})

test('stays within its size limit and evicts the least recently read entries', () => {
  const kept = create(50_000)
  for (let n = 0; n < 1_000; n++) {
    kept.put(`/${n}`, 'x'.repeat(n % 3_000), [`subject ${n}`, 'all'], kept.turn)
    kept.get('/0')
    assert.ok(kept.bytes <= 50_000)
  }
  assert.deepEqual([kept.has('/0'), kept.has('/1'), kept.has('/999')], [true, false, true])
  kept.put('/large', 'x'.repeat(10_000), [], kept.turn)
  assert.equal(kept.has('/large'), false, 'one large entry does not evict all others')
  kept.clear()
  assert.deepEqual([kept.bytes, kept.has('/0')], [0, false])
})

test('updates the size of a changed entry and stays within the limit', () => {
  const kept = new SizedCache<{ size: number }>(20_000, ({ size }) => size)
  const values = Array.from({ length: 20 }, (_, n) => ({ size: 900, n }))
  for (const value of values) kept.put(`/${value.n}`, value, [], kept.turn)
  const before = kept.bytes
  values[5]!.size = 100
  kept.measure('/5', values[5]!)
  assert.equal(kept.bytes, before - 800)
  values[6]!.size = 5_000
  kept.measure('/6', values[6]!)
  assert.ok(kept.bytes <= 20_000)
  assert.deepEqual([kept.has('/0'), kept.has('/19')], [false, true])
  const bytes = kept.bytes
  kept.measure('/19', { size: 9_000 })
  assert.equal(kept.bytes, bytes, 'the key holds another value')
})

test('drops exactly the entries of a changed subject after any sequence of operations', () => {
  let seed = 11
  const chance = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  const kept = create(40_000)
  /** Subjects of the entries that may be cached, by URL. */
  const put = new Map<string, string[]>()
  const check = () => {
    const there = [...put.keys()].filter((address) => kept.has(address))
    assert.equal(kept.bytes === 0, there.length === 0)
    assert.ok(kept.bytes <= 40_000)
    return there
  }
  for (let step = 0; step < 20_000; step++) {
    const address = `/${chance(60)}`
    const doing = chance(10)
    if (doing < 6) {
      // the same subject may occur twice
      const subjects = Array.from({ length: chance(4) }, () => `subject ${chance(12)}`)
      kept.put(address, 'x'.repeat(chance(800)), subjects, kept.turn)
      assert.ok(kept.has(address))
      put.set(address, subjects)
    } else if (doing < 9) kept.get(address)
    else {
      const before = check()
      const subject = `subject ${chance(12)}`
      kept.drop([subject])
      for (const each of before) assert.equal(kept.has(each), !put.get(each)!.includes(subject))
    }
  }
  check()
})
