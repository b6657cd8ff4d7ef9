import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Typed } from '#catalog/listings/rules/editor-fields.ts'
import { changesOf, clashesOf, readTyped } from './edits.ts'

const BASE: Typed = {
  title: 'Lamp',
  one_liner: '',
  description: 'One\nTwo',
  category: 'Home',
  sku: '',
  price: '60',
  lowest_price: '',
  shipping: '',
  parcel: '',
  visibility: 'everyone',
  take_offers: 'true',
  lines: [
    { label: 'Size', value: 'M' },
    { label: 'Colour', value: 'Blue' },
  ],
}

test('the editor submits only the fields that the seller changed', () => {
  const { typed, base } = readTyped({ ...strings(BASE), description: 'One\r\nTwo', price: '55', base: JSON.stringify(BASE) }, [
    { label: 'Size', value: 'L' },
    { label: 'Colour', value: 'Blue' },
    { label: '', value: '' },
  ])
  assert.deepEqual(changesOf(typed, base!), { price: '55', fields: [{ label: 'Size', value: 'L' }] })
})

test('when a seller renames a detail line, the line with the old name is removed', () => {
  const typed = { ...BASE, lines: [{ label: 'Hue', value: 'Blue' }, BASE.lines[0]!] }
  assert.deepEqual(changesOf(typed, BASE), {
    fields: [
      { label: 'Colour', value: '' },
      { label: 'Hue', value: 'Blue' },
    ],
  })
})

test('the editor reports a conflict only if the seller and a different client changed the same field to different values', () => {
  const now = { ...BASE, price: '52', title: 'Oak lamp' }
  assert.deepEqual(clashesOf({ ...BASE, price: '50' }, BASE, now), [{ name: 'price', now: '52' }])
  assert.deepEqual(clashesOf({ ...BASE, price: '52' }, BASE, now), [], 'the same change by both sides is no conflict')
  assert.deepEqual(clashesOf({ ...BASE, shipping: '4' }, BASE, now), [])
})

test('the editor ignores malformed values in the hidden field `base`', () => {
  for (const base of ['', 'null', '{}', '[]', '{"title":1}']) assert.equal(readTyped({ base }, []).base, null, base)
})

const strings = ({ lines: _, ...fields }: Typed): Record<string, string> => fields
