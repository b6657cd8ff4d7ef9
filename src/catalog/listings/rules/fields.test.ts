import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  attributeOf,
  FIELD_SOURCES,
  keyAmong,
  keyOf,
  MAX_FIELDS,
  mergeFields,
  publicLines,
  type DetailLine,
  type FieldInput,
  type FieldSource,
} from './fields.ts'

const merged = (existing: readonly DetailLine[], incoming: readonly FieldInput[], source: FieldSource = 'you'): DetailLine[] => {
  const result = mergeFields(existing, incoming, source)
  assert.ok(result.ok)
  return result.fields
}
const line = (label: string, value: string, source: FieldSource = 'you'): DetailLine => ({ key: keyOf(label), label, value, source })

test('a detail label in any script is converted to a snake-case key', () => {
  for (const [label, key] of [
    ['Brand', 'brand'],
    ['Shoe size (EU)', 'shoe_size_eu'],
    ['  Größe ', 'größe'],
    ['サイズ', 'サイズ'],
    ['Men’s size', 'mens_size'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
    ['2nd owner?', '2nd_owner'],
  ] as const)
    assert.equal(keyOf(label), key)
})

test('every label that consists only of symbols gets its own key', () => {
  assert.equal(keyOf('📏'), 'x_1f4cf')
  assert.notEqual(keyOf('!'), keyOf('?'))
})

test('every label has a key, and labels that differ only in the case of ASCII letters have the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (label) =>
      assert.match(keyOf(label), /^[^\s_](.*[^\s_])?$/u),
    ),
  )
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (label) => {
      if (/[a-z0-9]/i.test(label)) assert.equal(keyOf(label.toUpperCase()), keyOf(label))
    }),
  )
})

test('a new detail line with an existing key replaces the label and the value, but stays in the same position', () => {
  const existing = [line('Brand', 'Nike'), line('Size', '42')]
  assert.deepEqual(
    merged(existing, [
      { label: 'BRAND', value: ' Adidas ' },
      { label: 'Colour', value: 'red' },
    ]),
    [{ key: 'brand', label: 'BRAND', value: 'Adidas', source: 'you' }, line('Size', '42'), line('Colour', 'red')],
  )
})

test('an empty value removes its detail line, and an unknown key is ignored', () => {
  assert.deepEqual(
    merged(
      [line('Brand', 'Nike'), line('Size', '42')],
      [
        { label: 'brand', value: '  ' },
        { label: 'Other', value: '' },
      ],
    ),
    [line('Size', '42')],
  )
})

test('an agent never changes or removes a detail line that the seller wrote or imported', () => {
  const existing = [line('Brand', 'Nike', 'you'), line('Size', '42', 'import'), line('Colour', 'red', 'agent')]
  const proposed = [
    { label: 'Brand', value: 'Puma' },
    { label: 'Size', value: '' },
    { label: 'Colour', value: 'blue' },
  ]
  assert.deepEqual(merged(existing, proposed, 'agent'), [existing[0], existing[1], line('Colour', 'blue', 'agent')])
})

test('a value from the seller replaces both the value and the source of a detail line that the agent wrote', () => {
  assert.deepEqual(merged([line('Brand', 'Puma', 'agent')], [{ label: 'Brand', value: 'Nike' }]), [line('Brand', 'Nike', 'you')])
})

test('a detail line with the label `__proto__` is treated like any other detail line', () => {
  const [only] = merged([], [{ label: '__proto__', value: 'polluted' }])
  assert.deepEqual(only, { key: 'proto', label: '__proto__', value: 'polluted', source: 'you' })
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('a detail line that is too long or contains invalid characters is rejected, and the error names the line', () => {
  const good = { label: 'Brand', value: 'Nike' }
  for (const bad of [
    { label: 'x'.repeat(61), value: 'a' },
    { label: 'a', value: '👟'.repeat(501) },
    { label: ' ', value: 'a' },
    { label: 'a\u0000', value: 'a' },
    { label: 'a', value: '\ud800' },
  ]) {
    const result = mergeFields([], [good, bad], 'you')
    assert.ok(!result.ok && result.index === 1 && result.message.startsWith('fields '))
  }
  assert.equal(merged([], [{ label: '👟'.repeat(60), value: '👟'.repeat(500) }]).length, 1)
})

test('a listing can have at most 60 detail lines, counted after new lines are merged', () => {
  const full = Array.from({ length: MAX_FIELDS }, (_, i) => line(`Label ${i}`, 'x'))
  const result = mergeFields(full, [{ label: 'One more', value: 'x' }], 'you')
  assert.ok(!result.ok && result.index === null)
  assert.equal(
    merged(full, [
      { label: 'One more', value: 'x' },
      { label: 'Label 0', value: '' },
    ]).length,
    MAX_FIELDS,
  )
})

test('merging detail lines twice changes nothing more, keys stay unique, and the agent’s lines never change the seller’s lines', () => {
  const input = fc.record({
    label: fc.constantFrom('Brand', 'brand ', 'Size', '__proto__', 'toString', '📏'),
    value: fc.constantFrom('', 'a', 'b'),
  })
  const source = fc.constantFrom(...FIELD_SOURCES)
  fc.assert(
    fc.property(
      fc.array(input),
      source,
      fc.uniqueArray(input, { selector: (one) => keyOf(one.label) }),
      source,
      (first, firstSource, second, secondSource) => {
        const before = merged([], first, firstSource)
        const after = merged(before, second, secondSource)
        assert.deepEqual(merged(after, second, secondSource), after)
        assert.equal(new Set(after.map((l) => l.key)).size, after.length)
        assert.ok(after.every((l) => l.value !== ''))
        if (secondSource === 'agent')
          for (const own of before.filter((l) => l.source !== 'agent'))
            assert.deepEqual(
              after.find((l) => l.key === own.key),
              own,
            )
      },
    ),
  )
})

test('buyers see each detail once, with the seller’s value if there is one, and never see the prompt for research', () => {
  const shown = publicLines([
    line('Item', 'kettle, asks 40, hidden dent', 'agent'),
    line('Maker', 'Le Creuset'),
    line('Brand', 'le creuset', 'agent'),
    line('Color', 'Blue', 'agent'),
    line('Colour', 'blue', 'agent'),
    line('Condition', '', 'agent'),
    line('Size', 'M'),
  ])
  assert.deepEqual(
    shown.map(({ label }) => label),
    ['Maker', 'Color', 'Size'],
  )
  assert.equal(publicLines([line('Item', 'A kettle')]).length, 1)
})

test('a detail line is looked up first by the key that is derived from the label, and then by the label itself', () => {
  const own = { ...line('Size', 'M'), key: 'custom' }
  assert.equal(keyAmong([own, line('size', 'L')], 'Size'), 'size')
  assert.equal(keyAmong([line('Color', 'Red'), own], 'Size'), 'custom')
  assert.equal(keyAmong([line('Color', 'Red')], 'Size'), 'size')
  assert.deepEqual(['item_condition', 'conditioner', 'maker', 'size'].map(attributeOf), ['condition', 'conditioner', 'brand', 'size'])
})
