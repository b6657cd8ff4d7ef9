import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  afterTransition,
  decideListing,
  LISTING_OPERATIONS,
  LISTING_STATUSES,
  nameOf,
  stepOf,
  type ListingDates,
  type ListingFacts,
  type ListingOperation,
  type ListingStatus,
} from './listing.ts'

const facts = (status: ListingStatus, more: Partial<ListingFacts> = {}): ListingFacts => ({
  status,
  title: 'Boots',
  priceCents: 4500,
  everSold: status === 'sold',
  hasUnfinishedOrder: false,
  ...more,
})

/** Reduces a decision to one word: the new status, `stay`, `remove`, or the reason for the refusal. */
const outcome = (operation: ListingOperation, listing: ListingFacts): string => {
  const decision = decideListing(operation, listing)
  if (decision.kind === 'move') return decision.to
  return decision.kind === 'refuse' ? decision.reason : decision.kind
}

const TRANSITIONS: Record<ListingOperation, [draft: string, live: string, sold: string]> = {
  publish: ['live', 'stay', 'wrong_state'],
  unpublish: ['stay', 'draft', 'wrong_state'],
  mark_sold: ['wrong_state', 'sold', 'stay'],
  sell: ['wrong_state', 'sold', 'wrong_state'],
  relist: ['live', 'stay', 'live'],
  edit: ['stay', 'stay', 'wrong_state'],
  delete: ['remove', 'remove', 'ever_sold'],
}

for (const operation of LISTING_OPERATIONS) {
  for (const [index, status] of LISTING_STATUSES.entries()) {
    test(`the operation ${operation} on a ${status} listing results in ${TRANSITIONS[operation][index]}`, () => {
      assert.equal(outcome(operation, facts(status)), TRANSITIONS[operation][index])
    })
  }
}

test('a listing can be published or relisted only with a title and a price, and the error names the missing field', () => {
  for (const [operation, status] of [
    ['publish', 'draft'],
    ['relist', 'draft'],
    ['relist', 'sold'],
  ] as const) {
    const untitled = decideListing(operation, facts(status, { title: null, priceCents: null }))
    assert.ok(untitled.kind === 'refuse' && untitled.reason === 'needs_title' && untitled.param === 'title')
    const unpriced = decideListing(operation, facts(status, { priceCents: null }))
    assert.ok(unpriced.kind === 'refuse' && unpriced.reason === 'needs_price' && unpriced.param === 'price')
  }
})

test('a listing may have a price of 0', () => {
  assert.equal(outcome('publish', facts('draft', { priceCents: 0 })), 'live')
})

test('publishing a sold listing without a title returns an error about the status, not about the missing title', () => {
  assert.equal(outcome('publish', facts('sold', { title: null })), 'wrong_state')
})

test('a listing that was ever sold cannot be deleted, even after it was relisted', () => {
  assert.equal(outcome('delete', facts('live', { everSold: true })), 'ever_sold')
  assert.equal(outcome('delete', facts('draft', { everSold: true })), 'ever_sold')
})

test('a listing with an unfinished order cannot be unpublished, and only the order itself can mark the listing as sold', () => {
  assert.equal(outcome('unpublish', facts('live', { hasUnfinishedOrder: true })), 'order_unfinished')
  assert.equal(outcome('mark_sold', facts('live', { hasUnfinishedOrder: true })), 'order_unfinished')
  assert.equal(outcome('sell', facts('live', { hasUnfinishedOrder: true })), 'sold')
})

test('a listing with an unfinished order can be neither relisted nor deleted', () => {
  assert.equal(outcome('relist', facts('sold', { hasUnfinishedOrder: true })), 'order_unfinished')
  assert.equal(outcome('relist', facts('draft', { hasUnfinishedOrder: true })), 'order_unfinished')
  assert.equal(outcome('delete', facts('live', { hasUnfinishedOrder: true })), 'order_unfinished')
  assert.equal(outcome('relist', facts('live', { hasUnfinishedOrder: true })), 'stay')
})

const FIRST = new Date('2026-11-01T10:00:00.000Z')
const LATER = new Date('2026-11-02T10:00:00.000Z')

test('publishing a listing sets the publication date, selling it preserves the date, and unpublishing it clears the date', () => {
  const live = afterTransition({ publishedAt: null, everSold: false }, 'live', FIRST)
  assert.deepEqual(live, { status: 'live', publishedAt: FIRST, soldAt: null, everSold: false })
  const sold = afterTransition(live, 'sold', LATER)
  assert.deepEqual(sold, { status: 'sold', publishedAt: FIRST, soldAt: LATER, everSold: true })
  assert.deepEqual(afterTransition(live, 'draft', LATER), { status: 'draft', publishedAt: null, soldAt: null, everSold: false })
  assert.deepEqual(afterTransition(sold, 'live', LATER), { status: 'live', publishedAt: LATER, soldAt: null, everSold: true })
})

test('after any sequence of operations, a listing satisfies the database constraints, and its record of whether it was ever sold is correct', () => {
  const operations = fc.array(fc.constantFrom(...LISTING_OPERATIONS), { maxLength: 30 })
  const words = fc.record({
    title: fc.constantFrom('Boots', null),
    priceCents: fc.constantFrom(0, 4500, null),
    hasUnfinishedOrder: fc.boolean(),
  })
  fc.assert(
    fc.property(operations, words, (sequence, given) => {
      let listing: ListingDates & ListingFacts = { ...facts('draft', given), publishedAt: null, soldAt: null }
      let sales = 0
      for (const operation of sequence) {
        const decision = decideListing(operation, listing)
        if (decision.kind === 'remove') assert.equal(sales, 0)
        if (decision.kind === 'remove') return
        if (decision.kind === 'refuse') assert.match(decision.message, /^.{15,}\.$/)
        if (decision.kind !== 'move') continue
        assert.notEqual(decision.to, listing.status)
        listing = { ...listing, ...afterTransition(listing, decision.to, LATER) }
        if (decision.to === 'sold') sales++
        assert.equal(listing.status === 'sold', listing.soldAt !== null)
        assert.equal(listing.status === 'draft', listing.publishedAt === null)
        assert.ok(listing.status === 'draft' || (listing.title !== null && listing.priceCents !== null))
        assert.equal(listing.everSold, sales > 0)
      }
    }),
  )
})

test('performing the same operation on a listing a second time has no further effect', () => {
  for (const operation of ['publish', 'unpublish', 'mark_sold', 'relist'] as const) {
    for (const status of LISTING_STATUSES) {
      const decision = decideListing(operation, facts(status))
      if (decision.kind === 'move') assert.equal(outcome(operation, facts(decision.to)), 'stay')
    }
  }
})

test('the steps of the editor are the photo, the details, the price and publication, in this order', () => {
  const draft = { status: 'draft', title: null, priceCents: null, hasOwnPhoto: false } as const
  assert.equal(stepOf(draft), 'photos')
  assert.equal(stepOf({ ...draft, hasOwnPhoto: true }), 'details')
  assert.equal(stepOf({ ...draft, hasOwnPhoto: true, title: 'Boots' }), 'price')
  assert.equal(stepOf({ ...draft, hasOwnPhoto: true, title: 'Boots', priceCents: 0 }), 'publish')
  assert.equal(stepOf({ ...draft, status: 'live' }), 'done')
  assert.equal(stepOf({ ...draft, status: 'sold' }), 'done')
})

test('a listing’s name is its title, otherwise the research result, otherwise the start of the prompt', () => {
  const prompt = 'my old\n leather boots '
  assert.equal(nameOf({ title: 'Boots', identified: 'Dr. Martens 1460', prompt }), 'Boots')
  assert.equal(nameOf({ title: null, identified: 'Dr. Martens 1460', prompt }), 'Dr. Martens 1460')
  assert.equal(nameOf({ title: null, identified: null, prompt }), 'my old leather boots')
  assert.equal(nameOf({ title: null, identified: null, prompt: 'boots '.repeat(20) }), 'boots '.repeat(10).trim())
  assert.equal(nameOf({ title: null, identified: null, prompt: null }), 'New listing')
})

test('a listing needs a title and a price only to go live, and a sold listing can never be deleted', () => {
  const live: ListingFacts = { status: 'live', title: null, priceCents: null, everSold: false, hasUnfinishedOrder: false }
  assert.deepEqual(decideListing('unpublish', live), { kind: 'move', to: 'draft' })
  assert.deepEqual(decideListing('unpublish', { ...live, title: 'Lamp' }), { kind: 'move', to: 'draft' })
  assert.deepEqual(decideListing('delete', { ...live, status: 'sold' }), {
    kind: 'refuse',
    reason: 'ever_sold',
    message: 'A listing that was ever sold cannot be deleted.',
  })
  assert.deepEqual(decideListing('sell', { ...live, status: 'draft' }), {
    kind: 'refuse',
    reason: 'wrong_state',
    message: 'This listing is not for sale.',
  })
})

test('a name that is made from a listing’s prompt has at most 60 characters', () => {
  const name = (length: number) => nameOf({ title: null, identified: null, prompt: 'a'.repeat(length) }).length
  assert.deepEqual([60, 61].map(name), [60, 60])
})
