import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatFieldValue } from './editor-fields.ts'

test('the editor shows switches and visibility as words, and puts text in quotation marks', () => {
  assert.deepEqual(['true', 'false'].map((value) => formatFieldValue('take_offers', value)), ['on', 'off']) // prettier-ignore
  assert.deepEqual(['link', 'everyone'].map((value) => formatFieldValue('visibility', value)), ['only people with the link', 'everyone']) // prettier-ignore
  assert.equal(formatFieldValue('title', ''), 'empty')
  assert.equal(formatFieldValue('title', 'a'.repeat(120)), `“${'a'.repeat(120)}”`)
  assert.equal(formatFieldValue('title', 'a'.repeat(121)), `“${'a'.repeat(117)}…”`)
})
