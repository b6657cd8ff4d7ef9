import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { base32, newId } from './ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

test('an id says its kind and sorts by the time it was made', async () => {
  const first = newId('lst')
  await new Promise((resolve) => setTimeout(resolve, 3))
  const second = newId('lst')
  assert.match(first, /^lst_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.ok(first < second)
})

test('ids that are made in one go sort in the order of their making', () => {
  const made = Array.from({ length: 2_000 }, () => newId('evt'))
  assert.deepEqual(made.toSorted(), made)
  assert.equal(new Set(made).size, made.length)
})

test('every UUID has its own 26 characters, in the order of the UUIDs', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      const read = (text: string) => [...text].reduce((sum, letter) => sum * 32n + BigInt(ALPHABET.indexOf(letter)), 0n)
      assert.equal(read(base32(a)), BigInt(`0x${a.replaceAll('-', '')}`))
      assert.equal(base32(a).length, 26)
      assert.equal(base32(a) < base32(b), a < b)
    }),
  )
})
