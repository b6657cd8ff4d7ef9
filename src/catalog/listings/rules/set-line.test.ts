import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DetailLine } from './fields.ts'
import { setLine } from './set-line.ts'

const LINES: DetailLine[] = [
  { key: 'size', label: 'Size', value: '9', source: 'agent' },
  { key: 'colour', label: 'Colour', value: 'red', source: 'you' },
]
const set = (key: string, label: string, value: string) => setLine(LINES, { key, label, value }, 'you')

test('setting a detail updates only the line with exactly this key, and the line stays in its position', () =>
  assert.deepEqual(set('size', 'Shoe size', ' 10 '), {
    ok: true,
    fields: [{ key: 'size', label: 'Shoe size', value: '10', source: 'you' }, LINES[1]],
  }))

test('setting a detail adds a line if no line has this key', () => {
  assert.deepEqual(set('nothing', 'Width (cm)', '30'), {
    ok: true,
    fields: [...LINES, { key: 'width_cm', label: 'Width (cm)', value: '30', source: 'you' }],
  })
})

test('setting a detail never creates two lines with the same key', () =>
  assert.deepEqual(set('SIZE', 'size', '11'), { ok: true, fields: [{ key: 'size', label: 'size', value: '11', source: 'you' }, LINES[1]] }))

for (const [name, key, label, value] of [
  ['an empty value', 'size', 'Size', '  '],
  ['an empty label', 'size', ' ', '10'],
  ['a long label', 'size', 'x'.repeat(61), '10'],
  ['a long value', 'size', 'Size', 'x'.repeat(501)],
  ['control characters', 'size', 'Size', 'a\u0000b'],
  ['an unpaired surrogate', 'new', 'Size \ud800', '1'],
] as const)
  test(`a detail line with ${name} is rejected`, () => assert.equal(set(key, label, value).ok, false))

test('a 61st detail line cannot be added, but each of the 60 existing lines can be changed', () => {
  const full = Array.from({ length: 60 }, (_, index): DetailLine => ({ key: `k${index}`, label: `k${index}`, value: 'v', source: 'you' }))
  assert.equal(setLine(full, { key: 'new', label: 'New', value: '1' }, 'you').ok, false)
  assert.equal(setLine(full, { key: 'k5', label: 'K5', value: '1' }, 'you').ok, true)
})
