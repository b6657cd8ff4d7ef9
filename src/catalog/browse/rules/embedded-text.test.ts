import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embeddedText } from './embedded-text.ts'

test('the text that is embedded for a listing consists of its public fields and the start of its description', () => {
  const listing = { title: 'Coat', one_liner: null, category: 'Clothing', description: `${'a'.repeat(1_000)}b` }
  const line = { key: 'size', label: 'Size', value: 'M', source: 'you' } as const
  assert.equal(embeddedText({ ...listing, fields: [line, { ...line, value: '' }] }), `Coat\nClothing\nSize: M\n${'a'.repeat(1_000)}`)
  assert.equal(embeddedText({ ...listing, title: 'x'.repeat(4_001), fields: [] }), 'x'.repeat(4_000))
  assert.equal(embeddedText({ ...listing, description: null, fields: [] }), 'Coat\nClothing')
})
