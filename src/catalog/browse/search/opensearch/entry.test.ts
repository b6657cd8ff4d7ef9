import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { facetsOfLines } from '#catalog/browse/rules/facets/index.ts'
import { corpusDocuments } from '#test/search/quality.ts'
import { entryOf, MAPPINGS, SHAPE } from './entry.ts'

test('whenever the format of index documents changes, the index version must be increased', () => {
  const stored = JSON.stringify([MAPPINGS, corpusDocuments().map(entryOf)])
  const digest = createHash('sha256').update(stored).digest('hex').slice(0, 16)
  assert.deepEqual([SHAPE, digest], [3, '0250b83be601c0a6'], 'the document format changed: increase SHAPE and update both values here')
})

test('index entries escape dots in term names, store the weight of each term, and store the spelling of each facet value', () => {
  const [document] = corpusDocuments()
  const facets = facetsOfLines([{ label: 'Color', value: 'Navy / forest green', source: 'you' }])
  const entry = entryOf({ ...document!, category: 'Dr. Odd', priceCents: 100_00, facets })
  assert.equal(entry.weights['#dr| odd'], 129)
  assert.equal(entry.band, '1')
  assert.deepEqual([entry.color, entry.color_forms, entry.brand], [['navy', 'green'], ['navy\tNavy', 'green\tgreen'], []])
  assert.ok(entry.packed.every((packed) => Number.isSafeInteger(packed) && packed % 256 > 0))
})
