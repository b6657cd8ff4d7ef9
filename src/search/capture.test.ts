import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { applyEdit, documentFields, queryFields, someEdits, type Edit } from '#test/search/random-listings.ts'
import { COLUMN_NAMES, COLUMNS, unfit, type ColumnName, type Columns, type Piece } from './columns.ts'
import { MarketIndex, type MarketDocument, type MarketQuery } from './market-index.ts'

const WORDS = ['zorbu', 'quixo', 'Brannu', 'velko', 'bränd', 'sofa', 'couch', '日本茶碗', 'T-shirt']
const aWord = fc.constantFrom(...WORDS)
const aVector: fc.Arbitrary<Int8Array | null> = fc.constantFrom(null, Int8Array.of(9, 1, 0), Int8Array.of(0, 9, 1), Int8Array.of(1, 0, 9))
const aDocument = fc.record({ ...documentFields(aWord), vector: aVector }) satisfies fc.Arbitrary<MarketDocument>
const aQuery = fc.record({
  ...queryFields(fc.constantFrom(...WORDS, 'zorb', 'furniture', 'velco')),
  limit: fc.integer({ min: 1, max: 30 }),
  offset: fc.integer({ min: 0, max: 5 }),
  facets: fc.boolean(),
}) satisfies fc.Arbitrary<MarketQuery>

const ROOM = { vectorBytes: 10_000 }
const meaning = { vector: Int8Array.from([9, 2, 0]), least: 0.5 }

test('a restored snapshot returns the same results as a rebuilt index, despite changes during and after its capture', () => {
  fc.assert(
    fc.property(
      someEdits(aDocument),
      someEdits(aDocument, 20),
      someEdits(aDocument, 20),
      fc.array(aQuery, { minLength: 1, maxLength: 4 }),
      (before, during, after, queries) => {
        const index = new MarketIndex(ROOM)
        const truth = new Map<string, MarketDocument>()
        for (const edit of before) applyEdit(index, truth, edit)
        const captured = index.capture()
        assert.equal(captured.listings, truth.size)
        const then = new Map(truth)
        // edits the index after each part of the snapshot is read: later parts must still describe the time of the capture
        const left = [...during]
        const columns = collected(captured.pieces(), () => {
          const edit = left.shift()
          if (edit) applyEdit(index, truth, edit)
        })
        const changed = new Set(during.slice(0, during.length - left.length).map(idOf))
        const restored = restore(columns)
        assert.equal(restored.dead, 0)
        same(restored, built(then), queries, changed.size === 0)
        for (const id of changed) applyEdit(restored, truth, truth.has(id) ? { put: truth.get(id)! } : { drop: id })
        for (const edit of after) applyEdit(restored, truth, edit)
        same(restored, built(truth), queries, true)
        same(restore(collected(restored.capture().pieces())), built(truth), queries, true)
      },
    ),
    { numRuns: 150 },
  )
})

test('snapshot columns with inconsistent lengths are detected', () => {
  const index = new MarketIndex()
  for (const n of [1, 2, 3]) index.put(lamp(n))
  const columns = collected(index.capture().pieces())
  assert.equal(unfit(columns), null)
  for (const name of COLUMN_NAMES) {
    if (columns[name].length === 0) continue
    const cut = { ...columns, [name]: columns[name].slice(0, -1) }
    assert.notEqual(unfit(cut), null, name)
  }
})

test('a snapshot contains no data of removed listings', () => {
  const index = new MarketIndex()
  for (let n = 0; n < 100; n++) index.put(lamp(n))
  for (let n = 1; n < 100; n++) index.drop(lamp(n).id)
  const columns = collected(index.capture().pieces())
  const one = new MarketIndex()
  one.put(lamp(0))
  const alone = collected(one.capture().pieces())
  for (const name of COLUMN_NAMES) assert.equal(columns[name].length, alone[name].length, name)
})

const lamp = (n: number): MarketDocument => ({
  ...{ id: `lst_${n}`.padEnd(7, 'x'), shopId: `shp_${n}`, category: `Lamps${n}`, priceCents: 500, takeOffers: true, publishedAtMs: n },
  ...{ title: `Lamp zor${n}`, oneLiner: null, values: [], description: null },
})

const idOf = (edit: Edit): string => ('put' in edit ? edit.put.id : edit.drop)

function built(truth: Map<string, MarketDocument>): MarketIndex {
  const index = new MarketIndex(ROOM)
  for (const document of truth.values()) index.put(document)
  return index
}

function restore(columns: Columns): MarketIndex {
  assert.equal(unfit(columns), null)
  const index = new MarketIndex(ROOM)
  for (const _ of index.restore(columns));
  return index
}

function same(seen: MarketIndex, expected: MarketIndex, queries: MarketQuery[], vectors: boolean): void {
  assert.equal(seen.size, expected.size)
  if (vectors) assert.equal(seen.embedded, expected.embedded)
  for (const query of queries) {
    const meant = vectors ? meaning : null
    assert.deepEqual(seen.search(query, meant), expected.search(query, meant))
    assert.deepEqual(seen.search({ ...query, q: null }), expected.search({ ...query, q: null }))
  }
  for (const start of ['z', 'bra', 't-s']) assert.deepEqual(seen.wordsBeginningWith(start, 5), expected.wordsBeginningWith(start, 5))
}

function collected(pieces: Iterable<Piece>, between: () => void = () => {}): Columns {
  const parts = new Map<ColumnName, number[]>()
  for (const { column, part } of pieces) {
    parts.set(column, [...(parts.get(column) ?? []), ...part])
    between()
  }
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].from(parts.get(name) ?? [])])) as Columns
}
