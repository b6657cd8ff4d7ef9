import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptBytes } from './kept-bytes.ts'

const create = (maxBytes: number) => new KeptBytes<string>(maxBytes, (text) => text.length + 500)

test('gives back what was put, the last word at each address', () => {
  const kept = create(100_000)
  kept.put('/a', 'old', ['one'], kept.turn)
  kept.put('/a', 'new', ['one'], kept.turn)
  assert.equal(kept.get('/a'), 'new')
  assert.equal(kept.get('/b'), null)
})

test('forgets what hangs on a changed subject, and that alone', () => {
  const kept = create(100_000)
  kept.put('/a', 'a', ['one', 'both'], kept.turn)
  kept.put('/b', 'b', ['two', 'both'], kept.turn)
  kept.drop(['one'])
  assert.deepEqual([kept.has('/a'), kept.has('/b')], [false, true])
  kept.drop(['both'])
  assert.deepEqual([kept.has('/b'), kept.bytes], [false, 0])
})

test('does not take in what was begun before a change', () => {
  const kept = create(100_000)
  const begun = kept.turn
  kept.drop(['something'])
  kept.put('/a', 'made of what was', ['one'], begun)
  assert.equal(kept.has('/a'), false)
})

test('never takes more than its room, and lets go first of what nobody read since', () => {
  const kept = create(50_000)
  const come = (address: string, text: string, subjects: string[]) => kept.put(address, text, subjects, kept.turn)
  for (let n = 0; n < 1_000; n++) {
    for (let time = 0; time < 2; time++) come(`/${n}`, 'x'.repeat(n % 3_000), [`subject ${n}`, 'all'])
    kept.get('/0')
    assert.ok(kept.bytes <= 50_000)
  }
  assert.deepEqual([kept.has('/0'), kept.has('/1'), kept.has('/999')], [true, false, true])
  for (let time = 0; time < 2; time++) come('/large', 'x'.repeat(10_000), [])
  assert.equal(kept.has('/large'), false, 'one answer does not push out all others')
  kept.clear()
  assert.deepEqual([kept.bytes, kept.has('/0')], [0, false])
})

test('takes in all while there is room, and then what comes for the second time', () => {
  const kept = create(50_000)
  const come = (address: string) => kept.put(address, 'x'.repeat(400), [address], kept.turn)
  const first = Array.from({ length: 40 }, (_, n) => `/first/${n}`)
  first.forEach(come)
  assert.ok(first.every((address) => kept.has(address)))
  for (let n = 0; n < 5_000; n++) come(`/once/${n}`)
  const left = first.filter((address) => kept.has(address)).length
  // of 5 000 names hardly any two have one number
  assert.ok(left >= 38, `${left} of 40 are left`)
  come('/again')
  assert.equal(kept.has('/again'), false)
  come('/again')
  assert.equal(kept.has('/again'), true)
  kept.drop(['/again'])
  come('/new')
  assert.equal(kept.has('/new'), true, 'what was dropped made room')
})

test('counts anew what grew or shrank, and keeps to its room', () => {
  const kept = new KeptBytes<{ size: number }>(20_000, ({ size }) => size)
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
  assert.equal(kept.bytes, bytes, 'another value stands there by now')
})

test('keeps nothing that hangs on a changed subject, and loses nothing else, in whatever order things come and go', () => {
  let seed = 11
  const chance = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  const kept = create(40_000)
  /** What may be kept: its subjects by its address. */
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
      // one of them may be named twice
      const subjects = Array.from({ length: chance(4) }, () => `subject ${chance(12)}`)
      const text = 'x'.repeat(chance(800))
      kept.put(address, text, subjects, kept.turn)
      if (!kept.has(address)) kept.put(address, text, subjects, kept.turn)
      assert.ok(kept.has(address), 'at the second time')
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
