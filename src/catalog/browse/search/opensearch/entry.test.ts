import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { corpusDocuments } from '#test/search/quality.ts'
import { entryOf, MAPPINGS, SHAPE } from './entry.ts'

test('SHAPE must increase whenever the indexed document format changes', () => {
  const stored = JSON.stringify([MAPPINGS, corpusDocuments().map(entryOf)])
  const digest = createHash('sha256').update(stored).digest('hex').slice(0, 16)
  assert.deepEqual([SHAPE, digest], [2, 'f41caaec7263b17f'], 'the document format changed: increase SHAPE and update both values here')
})

test('escapes dots in term names, stores term weights, and encodes the facet values of a listing as one cell', () => {
  const [document] = corpusDocuments()
  const entry = entryOf({ ...document!, category: 'Dr. Odd', priceCents: 100_00 })
  assert.equal(entry.weights['#dr| odd'], 129)
  assert.equal(entry.cell, '11dr. odd')
  assert.ok(entry.packed.every((packed) => Number.isSafeInteger(packed) && packed % 256 > 0))
})
