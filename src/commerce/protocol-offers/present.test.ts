import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfferRow } from '#commerce/offers/queries.ts'
import type { Core } from '#platform/context/index.ts'
import { protocolOffer } from './present.ts'

const [CREATED, UPDATED, NOW, COUNTER_UNTIL, UNTIL] = [1, 2, 3, 4, 5].map((day) => new Date(`2030-01-0${day}T00:00:00Z`))
const CTX = { now: () => NOW! } as Core
const ROW = { id: 'off_1', status: 'open', listing_id: 'lst_1', listing_title: 'Lamp', listing_price_cents: 5_000, amount_cents: 4_050, note: null, counter_cents: null, counter_note: null, counter_by: null, counter_expires_at: null, expires_at: UNTIL, created_at: CREATED, updated_at: UPDATED } as unknown as OfferRow // prettier-ignore
const shown = (change: Partial<OfferRow>) => protocolOffer(CTX, { ...ROW, ...change })
const COUNTER = { status: 'countered', counter_cents: 4_500, counter_by: 'owner', counter_expires_at: COUNTER_UNTIL! } as const

test('an agent sees an offer with its item, amounts in cents and times', () => {
  assert.deepEqual(shown({}), {
    id: 'off_1',
    status: 'open',
    item: { id: 'lst_1', title: 'Lamp', price: 5_000 },
    currency: 'USD',
    amount: 4_050,
    can_checkout: false,
    expires_at: '2030-01-05T00:00:00.000Z',
    created_at: '2030-01-01T00:00:00.000Z',
    updated_at: '2030-01-02T00:00:00.000Z',
  })
  assert.equal(shown({ note: 'Please' }).note, 'Please')
})

test('an agent sees who made a counteroffer, its note and its end', () => {
  const counter = { amount: 4_500, by: 'seller', expires_at: '2030-01-04T00:00:00.000Z' }
  assert.deepEqual(shown(COUNTER).counter, counter)
  assert.deepEqual(shown({ ...COUNTER, counter_by: 'agent', counter_note: 'Meet me here' }).counter, {
    ...counter,
    by: 'negotiator',
    note: 'Meet me here',
  })
})

test('an agent can check out with an offer that is accepted or countered, until the offer ends', () => {
  const canCheckOut = (change: Partial<OfferRow>) => {
    const { status, can_checkout: can } = shown(change)
    return [status, can]
  }
  assert.deepEqual(canCheckOut(COUNTER), ['countered', true])
  assert.deepEqual(canCheckOut({ status: 'accepted' }), ['accepted', true])
  assert.deepEqual(canCheckOut({ status: 'declined' }), ['declined', false])
  assert.deepEqual(canCheckOut({ ...COUNTER, expires_at: NOW! }), ['expired', false])
})
