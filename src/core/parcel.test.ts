import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PARCEL_PRESETS, parcelText, parseParcel } from './parcel.ts'

const parcel = { weight_oz: 24, length_in: 12.5, width_in: 9, height_in: 4 }

test('a parcel is formatted as text, and parsing the text returns the same parcel', () => {
  assert.equal(parcelText(parcel), '24 oz, 12.5 x 9 x 4 in')
  assert.equal(parcelText(null), '')
  assert.deepEqual(parseParcel(parcelText(parcel)), parcel)
  for (const preset of PARCEL_PRESETS) assert.deepEqual(parseParcel(parcelText(preset.parcel)), preset.parcel, preset.label)
})

test('a parcel description is parsed in any spacing, letter case and with any multiplication sign', () => {
  for (const text of ['  24 oz, 12.5 x 9 x 4 in  ', '24oz 12.5x9x4in', '24 OZ,  12.5 × 9 × 4 IN', '24. oz, 12.5 x9 x4 in']) assert.deepEqual(parseParcel(text), parcel, text) // prettier-ignore
  for (const empty of ['', '   ']) assert.equal(parseParcel(empty), null)
})

test('a parcel description in any other format stays as written', () => {
  const wrong = ['24', '24 oz', '24 oz, 12 x 9 in', 'about 24 oz, 12 x 9 x 4 in', '24 oz, 12 x 9 x 4 in or so', '24 oz12 x 9 x 4 in', '24 oz, 12 x x 4 in', '-24 oz, 12 x 9 x 4 in', '24 oz, .5 x 9 x 4 in', ' x '] // prettier-ignore
  for (const text of wrong) assert.equal(parseParcel(text), text)
})
