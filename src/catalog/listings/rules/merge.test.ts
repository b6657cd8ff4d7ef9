import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MAX_FIELDS, type DetailLine } from './fields.ts'
import { mergeFindings, RESEARCH_PRICE_BASES, type Findings, type Mergeable } from './merge.ts'

const EMPTY: Mergeable = { category: null, priceCents: null, lowestPriceCents: null, priceBasis: null, fields: [] }
const FOUND: Findings = {
  category: 'Home',
  suggestedCents: 4000,
  basis: 'comparables',
  bandLowCents: 3400,
  facts: [
    { label: 'Brand', value: 'Le Creuset' },
    { label: 'Colour', value: 'Flame' },
  ],
  questions: ['Condition', 'When bought'],
}
const line = (key: string, value: string, source: DetailLine['source']): DetailLine => ({ key, label: key, value, source })
const shown = (fields: readonly DetailLine[]) => fields.map(({ key, value, source }) => `${key}=${value} (${source})`)

describe('merging research findings into a listing', () => {
  test('a merge fills in a missing category, price and minimum price, and adds each question as an empty detail line', () => {
    const { fields, ...rest } = mergeFindings(EMPTY, FOUND)
    assert.deepEqual(rest, { category: 'Home', priceCents: 4000, lowestPriceCents: 3400, priceBasis: 'comparables' })
    assert.deepEqual(shown(fields), ['brand=Le Creuset (agent)', 'colour=Flame (agent)', 'condition= (agent)', 'when_bought= (agent)'])
  })

  test('a merge preserves the seller’s input and leaves out questions that the seller has already answered', () => {
    const own = [line('brand', 'Staub', 'you'), line('condition', 'Worn', 'you'), line('colour', 'Blue', 'import')]
    const { fields, ...rest } = mergeFindings(
      { ...EMPTY, category: 'Garden', priceCents: 9900, lowestPriceCents: 5000, fields: own },
      FOUND,
    )
    assert.deepEqual(rest, { category: 'Garden', priceCents: 9900, lowestPriceCents: 5000, priceBasis: null })
    assert.deepEqual(shown(fields), ['brand=Staub (you)', 'condition=Worn (you)', 'colour=Blue (import)', 'when_bought= (agent)'])
  })

  test('a merge preserves a price of zero and sets the minimum price to zero as well', () => {
    const { priceCents, lowestPriceCents } = mergeFindings({ ...EMPTY, priceCents: 0 }, FOUND)
    assert.deepEqual([priceCents, lowestPriceCents], [0, 0])
  })

  test('merging findings never raises the minimum price above the price', () => {
    assert.equal(mergeFindings({ ...EMPTY, priceCents: 2000 }, FOUND).lowestPriceCents, 2000)
  })

  test('a merge never suggests a price that is below the seller’s minimum price', () => {
    const { priceCents, lowestPriceCents, priceBasis } = mergeFindings({ ...EMPTY, lowestPriceCents: 5000 }, FOUND)
    assert.deepEqual([priceCents, lowestPriceCents, priceBasis], [5000, 5000, null])
  })

  test('a merge preserves the recorded basis of a price that does not change', () => {
    const { priceBasis } = mergeFindings({ ...EMPTY, priceCents: 4000, priceBasis: 'default' }, FOUND)
    assert.equal(priceBasis, 'default')
  })

  test('new research findings replace earlier findings, and leave detail lines from other sources unchanged', () => {
    const before = [line('brand', 'Wrong', 'agent'), line('engine', '1.6', 'agent'), line('size', '10', 'you')]
    const { fields } = mergeFindings({ ...EMPTY, fields: before }, FOUND)
    assert.deepEqual(shown(fields), [
      'size=10 (you)',
      'brand=Le Creuset (agent)',
      'colour=Flame (agent)',
      'condition= (agent)',
      'when_bought= (agent)',
    ])
  })

  test('a merge stores at most 60 detail lines, and prefers questions to facts', () => {
    const own = Array.from({ length: 57 }, (_, index) => line(`k${index}`, 'v', 'you'))
    const { fields } = mergeFindings({ ...EMPTY, fields: own }, FOUND)
    assert.deepEqual(shown(fields.slice(57)), ['brand=Le Creuset (agent)', 'condition= (agent)', 'when_bought= (agent)'])
    const full = Array.from({ length: 60 }, (_, index) => line(`k${index}`, 'v', 'you'))
    assert.deepEqual(mergeFindings({ ...EMPTY, fields: full }, FOUND).fields, full)
  })

  test('merging the same research findings a second time changes nothing', () => {
    const once = mergeFindings(EMPTY, FOUND)
    assert.deepEqual(mergeFindings(once, FOUND), once)
  })

  test('after any merge of random findings, there are at most 60 unique detail lines, and the minimum price does not exceed the price', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 })
    const source = fc.constantFrom('you' as const, 'agent' as const, 'import' as const)
    const lines = fc.uniqueArray(fc.record({ key: fc.string({ maxLength: 6 }), label: text, value: text, source }), {
      maxLength: 60,
      selector: ({ key }) => key,
    })
    const price = fc.option(fc.nat(10_000_000))
    const listing = fc.record({
      category: fc.option(text),
      priceCents: price,
      lowestPriceCents: price,
      priceBasis: fc.constant(null),
      fields: lines,
    })
    const found = fc.record({
      category: text,
      suggestedCents: fc.integer({ min: 100, max: 10_000_000 }),
      bandLowCents: fc.integer({ min: 100, max: 10_000_000 }),
      basis: fc.constantFrom(...RESEARCH_PRICE_BASES),
      facts: fc.array(fc.record({ label: text, value: text }), { maxLength: 80 }),
      questions: fc.array(text, { maxLength: 80 }),
    })
    fc.assert(
      fc.property(listing, found, (before, findings) => {
        const after = mergeFindings(before, findings)
        const own = ({ fields }: Mergeable) => fields.filter((one) => one.source !== 'agent')
        assert.deepEqual(own(after), own(before))
        assert.ok(after.fields.length <= MAX_FIELDS)
        assert.equal(new Set(after.fields.map(({ key }) => key)).size, after.fields.length)
        assert.ok(before.lowestPriceCents !== null && before.priceCents !== null ? true : after.lowestPriceCents! <= after.priceCents!)
      }),
      { numRuns: 1000 },
    )
  })
})

test('a merge leaves an unknown category empty, raises the price to the seller’s minimum price, and drops lines with invalid text', () => {
  assert.equal(mergeFindings(EMPTY, { ...FOUND, category: 'Other' }).category, null)
  const raised = mergeFindings({ ...EMPTY, lowestPriceCents: 5000 }, FOUND)
  assert.deepEqual([raised.priceCents, raised.priceBasis, raised.lowestPriceCents], [5000, null, 5000])
  const facts = [{ label: 'A', value: '\u0001' }, { label: '\u0001', value: 'b' }, { label: 'C', value: 'c' }] // prettier-ignore
  assert.deepEqual(mergeFindings(EMPTY, { ...FOUND, facts, questions: [] }).fields.map(({ label }) => label), ['C']) // prettier-ignore
})
