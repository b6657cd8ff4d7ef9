import { column, joined, PIECE, type ColumnName, type Piece } from './columns.ts'
import type { Documents } from './documents.ts'
import { WIDTH } from './facet-columns.ts'
import { grown } from './grow-array.ts'
import type { Postings } from './postings.ts'
import type { SlotOrder, SortedSlots } from './sorted-slots.ts'
import type { StringTable } from './string-table.ts'
import type { TitleWords } from './title-words.ts'
import type { Vectors } from './vectors.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Parts of an index that a snapshot contains. */
export type Parts = {
  documents: Documents
  vocabulary: Vocabulary
  postings: Postings
  titleWords: TitleWords
  newest: SortedSlots
  priced: SortedSlots
  vectors: Vectors
}

/** Snapshot of the index. `pieces` yields the parts of the columns, which the caller may read slowly while the index changes. */
export type Captured = { listings: number; pieces(): Generator<Piece> }

/**
 * Captures which slots are live. This is fast even for a large index. The other data in a slot never changes, so data read later still
 * describes the moment of the capture, with one exception: a listing that changes in the meantime may lack its vector. After a restore, the
 * caller must therefore apply all changes since the capture again.
 */
export function capture(parts: Parts): Captured {
  const { documents, newest, priced } = parts
  const flags = documents.flags.slice(0, documents.slots)
  const orders = { newest: newest.capture(), priced: priced.capture() }
  return { listings: documents.alive, pieces: () => piecesOf(parts, flags, orders) }
}

function* piecesOf(parts: Parts, flags: Uint8Array, orders: { newest: SlotOrder; priced: SlotOrder }): Generator<Piece> {
  const { documents, vocabulary, postings, titleWords, vectors } = parts
  const living = new Int32Array(flags.reduce((sum, flag) => sum + (flag === 0 ? 0 : 1), 0))
  const position = new Int32Array(flags.length).fill(-1)
  for (let slot = 0, at = 0; slot < flags.length; slot++) {
    if (flags[slot] === 0) continue
    living[at] = slot
    position[slot] = at++
  }
  const ofLiving = (name: ColumnName, read: (slot: number) => number) => column(name, living.length, (at) => read(living[at]!))

  const shops = new Numbering()
  const categories = new Numbering()
  const sets = new Numbering()
  yield* ofLiving('shop', (slot) => shops.of(documents.shop[slot]!))
  yield* ofLiving('category', (slot) => categories.of(documents.category[slot]!))
  yield* column('facets', living.length * WIDTH, (at) => {
    const set = documents.facets.numbers[living[Math.floor(at / WIDTH)]! * WIDTH + (at % WIDTH)]!
    return set === 0 ? 0 : sets.of(set - 1) + 1
  })
  yield* ofLiving('price', (slot) => documents.price[slot]!)
  yield* ofLiving('publishedAt', (slot) => documents.publishedAt[slot]!)
  yield* ofLiving('flags', (slot) => flags[slot]!)
  yield* texts('idUnits', 'idEnds', documents.ids, living.length, (at) => documents.id[living[at]!]!)
  yield* textsOf('shopUnits', 'shopEnds', documents.shops, shops)
  yield* textsOf('categoryUnits', 'categoryEnds', documents.categories, categories)
  yield* textsOf('facetUnits', 'facetEnds', documents.facets.sets, sets)
  yield* postingsOf(postings, vocabulary, position)
  yield* titlesOf(titleWords, living)
  for (const name of ['newest', 'priced'] as const) yield* inOrder(name, orders[name], position)
  // excludes slots without a vector: they never had one, or lost it after the capture
  const known = living.filter((slot) => vectors.of(slot) !== null)
  yield* column('vectorSlots', known.length, (at) => position[known[at]!]!)
  const numbers = (slot: number) => vectors.of(slot) ?? new Int8Array(vectors.dimensions)
  yield* joined('vectorNumbers', mapped(known, numbers))
}

class Numbering {
  readonly order: number[] = []
  #numbers = new Int32Array(256)

  of(old: number): number {
    this.#numbers = grown(this.#numbers, old + 1)
    return (this.#numbers[old] ||= this.order.push(old)) - 1
  }
}

const textsOf = (units: ColumnName, ends: ColumnName, table: StringTable, { order }: Numbering): Generator<Piece> =>
  texts(units, ends, table, order.length, (at) => order[at]!)

function* texts(
  units: ColumnName,
  ends: ColumnName,
  table: StringTable,
  length: number,
  numberAt: (at: number) => number,
): Generator<Piece> {
  const each = function* () {
    for (let at = 0; at < length; at++) yield table.unitsOf(numberAt(at))
  }
  yield* joined(units, each())
  let end = 0
  yield* column(ends, length, (at) => (end += table.unitsOf(numberAt(at)).length))
}

function* postingsOf(postings: Postings, vocabulary: Vocabulary, position: Int32Array): Generator<Piece> {
  const terms: number[] = []
  const ends: number[] = []
  const { size } = vocabulary
  let end = 0
  const living = function* () {
    for (let term = 0; term < size; term++) {
      const before = end
      for (const block of postings.blocks(term, PIECE)) {
        const remapped = remap(position, block)
        end += remapped.length
        yield remapped
      }
      if (end === before) continue
      terms.push(term)
      ends.push(end)
    }
  }
  yield* joined('entries', living())
  yield* column('entryEnds', ends.length, (at) => ends[at]!)
  yield* texts('termUnits', 'termEnds', vocabulary, terms.length, (at) => terms[at]!)
}

/** Returns the postings of captured live slots, with their new slot numbers. */
function remap(position: Int32Array, block: Uint32Array): Uint32Array {
  const remapped = new Uint32Array(block.length)
  let length = 0
  for (const entry of block) {
    const slot = entry >>> 8
    const at = slot < position.length ? position[slot]! : -1
    if (at >= 0) remapped[length++] = (at << 8) | (entry & 255)
  }
  return remapped.subarray(0, length)
}

function* titlesOf(titleWords: TitleWords, living: Int32Array): Generator<Piece> {
  const forms = new Numbering()
  yield* joined(
    'written',
    mapped(living, (slot) => titleWords.formsOf(slot).map((form) => forms.of(form))),
  )
  let end = 0
  yield* column('writtenEnds', living.length, (at) => (end += titleWords.formsOf(living[at]!).length))
  yield* textsOf('formUnits', 'formEnds', titleWords.forms, forms)
}

function* inOrder(name: 'newest' | 'priced', slots: SlotOrder, position: Int32Array): Generator<Piece> {
  let length = 0
  const positions = new Int32Array(PIECE)
  for (const slot of slots()) {
    if (position[slot]! < 0) continue
    positions[length++] = position[slot]!
    if (length < PIECE) continue
    yield { column: name, part: positions.slice() }
    length = 0
  }
  yield { column: name, part: positions.slice(0, length) }
}

function* mapped<T, R>(all: Iterable<T>, change: (one: T) => R): Generator<R> {
  for (const one of all) yield change(one)
}
