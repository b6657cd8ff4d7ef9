import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { CommonTerms } from './common-terms.ts'
import { Documents } from './documents.ts'
import { Matches } from './matches.ts'
import { Postings } from './postings.ts'
import type { Group } from './resolve.ts'

const TERMS = 7
const aTerm = fc.integer({ min: 0, max: TERMS - 1 })
/**
 * Listing with one weight per term. A weight of 0 means that the listing does not contain the term. The first terms are frequent, and the
 * last terms are rare.
 */
const aListing = fc.record({
  weights: fc.tuple(
    ...Array.from({ length: TERMS }, (_, term) => fc.integer({ min: -60 * term, max: 255 }).map((weight) => Math.max(0, weight))),
  ),
  shop: fc.integer({ min: 0, max: 4 }),
  dies: fc.boolean(),
})
const aGroup: fc.Arbitrary<Group> = fc.record({
  answers: fc.array(
    fc.record({
      terms: fc.uniqueArray(aTerm, { minLength: 1, maxLength: 3 }),
      worth: fc.constantFrom(1, 0.6, 0.3),
      exact: fc.constant(true),
      named: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  soft: fc.boolean(),
  vague: fc.constant(false),
})

test('the index intersection finds the same listings and scores as a full scan', () => {
  fc.assert(
    fc.property(
      fc.array(aListing, { maxLength: 120 }),
      fc.array(aGroup, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 3, 1e9),
      (listings, groups, commonPart) => {
        const { documents, postings, common } = filled(listings, commonPart)
        const living = (term: number) => listings.filter(({ weights, dies }) => !dies && weights[term]! > 0).length
        const binding = groups.reduce((bits, { soft }, at) => (soft ? bits : bits | (1 << at)), 0)
        const any = new Matches(documents, postings, common)
        any.collect(groups, living)
        const whole = new Matches(documents, postings, common)
        // calls `collectWhole` both before and after `collect`, because these methods share their arrays
        for (const collect of ['collectWhole', 'collect', 'collectWhole'] as const) whole[collect](groups, living)
        assert.deepEqual(seen(whole, binding), seen(any, binding))
        if (groups.length > 1 && binding !== 0) assert.equal(whole.length, seen(whole, binding).length)
        for (const slot of listings.keys())
          if ((any.answeredBy(slot) & binding) === binding) assert.equal(whole.answeredBy(slot), any.answeredBy(slot))

        const has = (slot: number, { answers }: Group) =>
          answers.some(({ terms }) => terms.every((term) => listings[slot]!.weights[term]! > 0))
        const expected = [...listings.keys()].filter((slot) => {
          const required = groups.filter(({ soft }) => !soft)
          return (
            !listings[slot]!.dies && (required.length > 0 ? required.every((group) => has(slot, group)) : groups.some((g) => has(slot, g)))
          )
        })
        assert.deepEqual(
          seen(whole, binding).map(({ slot }) => slot),
          expected,
        )
      },
    ),
    { numRuns: 600 },
  )
})

test('the cached lists for common terms still match the live listings after changes', () => {
  fc.assert(
    fc.property(fc.array(aListing, { maxLength: 60 }), fc.array(aListing, { maxLength: 60 }), aTerm, (before, after, term) => {
      const { documents, postings, common } = filled(before, 1e9)
      common.of(term)
      add(documents, postings, after)
      const all = [...before, ...after]
      common.of(term)
      die(documents, common, after, before.length)
      const cached = common.of(term)
      if (cached === null) return assert.equal(postings.count(term), 0)
      const living = [...all.keys()].filter((slot) => !all[slot]!.dies && all[slot]!.weights[term]! > 0)
      assert.deepEqual(
        [...cached.weights.keys()].filter((slot) => cached.weights[slot] !== 0),
        living,
      )
      for (const slot of living) assert.equal(cached.weights[slot], all[slot]!.weights[term])
      assert.equal(cached.total, living.length)
      assert.equal(cached.stores, new Set(living.map((slot) => all[slot]!.shop)).size)
      assert.equal(cached.facets.result().price.any, living.length)
    }),
    { numRuns: 200 },
  )
})

test('the search index caches a limited number of common terms, and never a rare term', () => {
  const documents = new Documents()
  const postings = new Postings()
  const common = new CommonTerms(documents, postings)
  for (let slot = 0; slot < 100; slot++) {
    addOne(documents, 0)
    for (let term = 0; term < 20; term++) postings.add(term, slot, 1)
    if (slot < 3) postings.add(20, slot, 1)
  }
  assert.equal(common.of(20), null)
  const cached = Array.from({ length: 20 }, (_, term) => common.of(term))
  assert.equal(common.of(19), cached[19])
  assert.notEqual(common.of(0), cached[0])
})

type Listing = { weights: number[]; shop: number; dies: boolean }

function filled(listings: readonly Listing[], commonPart: number) {
  const documents = new Documents()
  const postings = new Postings()
  const common = new CommonTerms(documents, postings, commonPart)
  add(documents, postings, listings)
  die(documents, common, listings, 0)
  return { documents, postings, common }
}

function add(documents: Documents, postings: Postings, listings: readonly Listing[]): void {
  for (const { weights, shop } of listings) {
    const slot = addOne(documents, shop)
    for (const [term, weight] of weights.entries()) if (weight > 0) postings.add(term, slot, weight)
  }
}

const addOne = (documents: Documents, shop: number): number =>
  documents.add({
    id: `lst_${documents.slots}`,
    shopId: `shp_${shop}`,
    category: 'Home',
    priceCents: 500,
    takeOffers: true,
    publishedAtMs: 1,
  })

function die(documents: Documents, common: CommonTerms, listings: readonly Listing[], from: number): void {
  for (const [at, { dies }] of listings.entries()) {
    if (!dies) continue
    common.drop(from + at)
    documents.drop(from + at)
  }
}

const seen = ({ touched, length, answered, score }: Matches, binding: number) =>
  Array.from({ length }, (_, index) => ({ slot: touched[index]!, answered: answered[index]!, score: score[index]! }))
    .filter((one) => (one.answered & binding) === binding)
    .toSorted((a, b) => a.slot - b.slot)
