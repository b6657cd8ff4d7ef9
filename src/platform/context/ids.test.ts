import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { base32, ifIdOf, isIdOf, newId } from './ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

test('an id starts with the prefix for its kind of record, and ids sort by creation time', async () => {
  const first = newId('lst')
  await new Promise((resolve) => setTimeout(resolve, 3))
  const second = newId('lst')
  assert.match(first, /^lst_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.ok(first < second)
})

test('ids that are created in quick succession sort in the order of their creation', () => {
  const made = Array.from({ length: 2_000 }, () => newId('evt'))
  assert.deepEqual(made.toSorted(), made)
  assert.equal(new Set(made).size, made.length)
})

test('a valid id consists of a prefix and up to forty letters and digits', () => {
  assert.ok(isIdOf('ord', newId('ord')))
  assert.ok(isIdOf('lst', `lst_${'7'.repeat(40)}`))
  const none = [
    '',
    'ord_',
    'ord',
    'off_1',
    'ord_A',
    'ord_1 ',
    'xord_1',
    'ordx1',
    `ord_${'7'.repeat(41)}`,
    'ord_1\n',
    'ord_\u0000',
    'ordx_1',
  ]
  assert.deepEqual(
    none.filter((id) => isIdOf('ord', id)),
    [],
  )
})

test('UUIDs are encoded in 26 characters, and the encoded ids sort in the same order as the UUIDs', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      const read = (text: string) => [...text].reduce((sum, letter) => sum * 32n + BigInt(ALPHABET.indexOf(letter)), 0n)
      assert.equal(read(base32(a)), BigInt(`0x${a.replaceAll('-', '')}`))
      assert.equal(base32(a).length, 26)
      assert.equal(base32(a) < base32(b), a < b)
    }),
  )
})

test('a query by id runs only for an id of its kind of record', async () => {
  const queried: string[] = []
  const find = (id: string) =>
    ifIdOf('ord', id, async () => {
      queried.push(id)
      return id
    })
  assert.deepEqual(await Promise.all(['ord_1', 'off_1', 'ord_\0', ''].map(find)), ['ord_1', undefined, undefined, undefined])
  assert.deepEqual(queried, ['ord_1'])
})
