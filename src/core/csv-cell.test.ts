import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { escapeCell, unescapeCell } from './csv-cell.ts'

test('every exported cell that a spreadsheet would run as a formula is escaped', () => {
  for (const text of ['=1+1', '+1', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', "'=1"]) {
    assert.equal(escapeCell(text), `'${text}`)
  }
})

test('ordinary text in an exported cell stays unchanged', () => {
  for (const text of ['', 'boots', 'a=b', '90 % wool', "'90s jacket", "rock 'n' roll"]) {
    assert.equal(escapeCell(text), text)
    assert.equal(unescapeCell(text), text)
  }
})

test('unescaping an escaped cell returns the original text', () => {
  const tricky = fc.string({ unit: fc.constantFrom("'", '=', '-', '@', ' ', '\t', '\n', 'a', '＝'), maxLength: 8 })
  fc.assert(
    fc.property(fc.oneof(tricky, fc.string({ unit: 'binary' })), (text) => {
      assert.equal(unescapeCell(escapeCell(text)), text)
      assert.doesNotMatch(escapeCell(text), /^\s*[=+\-@＝＋－＠]/)
    }),
  )
})

test('unescaping a cell leaves a formula without an apostrophe unchanged', () => {
  assert.deepEqual(["'=1", "''=1", '=1', "'a"].map(unescapeCell), ['=1', "'=1", '=1', "'a"])
})
