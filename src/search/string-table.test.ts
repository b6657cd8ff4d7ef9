import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StringTable } from './string-table.ts'

test('the string table assigns a number to each string, and finds the string by its number even after a restore', () => {
  for (const Kind of [Uint8Array, Uint16Array]) {
    const table = new StringTable(Kind)
    const texts = Array.from({ length: 20_000 }, (_, n) => `lst_${(n * 7_919) % 20_011}é`)
    for (const [number, text] of texts.entries()) assert.equal(table.add(text), number)
    const restored = new StringTable(Kind)
    const ends = new Uint32Array(texts.length)
    const units = new Kind(texts.reduce((sum, { length }) => sum + length, 0))
    for (let number = 0, at = 0; number < texts.length; number++) {
      units.set(table.unitsOf(number), at)
      ends[number] = at += texts[number]!.length
    }
    for (const _ of restored.restore(units, ends));
    for (const each of [table, restored]) {
      assert.equal(each.add(texts[77]!), 77)
      assert.deepEqual(
        texts.map((text) => each.find(text)),
        texts.map((_, number) => number),
      )
      assert.equal(each.text(4_242), texts[4_242])
      for (const unknown of ['lst_', 'lst_20012é', 'lst_1\u0141', '']) assert.equal(each.find(unknown), -1)
    }
  }
})

test('a table with one byte per character rejects a string outside Latin-1, and stores no part of it', () => {
  const table = new StringTable(Uint8Array)
  table.add('one')
  assert.throws(() => table.add('zażółć'), RangeError)
  assert.deepEqual([table.size, table.find('zażółć'), table.add('two')], [1, -1, 1])
})
