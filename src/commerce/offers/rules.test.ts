import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideOffer,
  OFFER_ACTORS,
  OFFER_OPERATIONS,
  OFFER_RULES,
  OFFER_STATUSES,
  payableCents,
  statusAt,
  type OfferStatus,
} from './rules.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const LATER = new Date(NOW.getTime() + 1)

/** Transitions of an offer, written by hand from the specification (completions 6). */
const ALLOWED: Record<string, OfferStatus> = {
  'open accept owner': 'accepted',
  'open decline owner': 'declined',
  'open counter owner': 'countered',
  'open counter agent': 'countered',
  'open withdraw buyer': 'withdrawn',
  'open replace buyer': 'replaced',
  'open close listing': 'closed',
  'countered accept buyer': 'accepted',
  'countered decline buyer': 'declined',
  'countered withdraw buyer': 'withdrawn',
  'countered replace buyer': 'replaced',
  'countered close listing': 'closed',
  'accepted lapse clock': 'lapsed',
}

test('an offer follows the transition table for every status, operation and actor, and refuses all other transitions', () => {
  let allowed = 0
  for (const status of OFFER_STATUSES) {
    for (const operation of OFFER_OPERATIONS) {
      for (const by of OFFER_ACTORS) {
        const decision = decideOffer(operation, by, { status, expiresAt: LATER }, NOW)
        const to = ALLOWED[`${status} ${operation} ${by}`]
        if (to) {
          assert.deepEqual(decision, { kind: 'move', to }, `${status} ${operation} ${by}`)
          allowed++
        } else {
          assert.equal(decision.kind, 'refuse', `${status} ${operation} ${by}`)
          assert.ok(decision.kind === 'refuse' && decision.status === status && decision.message.includes(status))
        }
      }
    }
  }
  assert.equal(allowed, Object.keys(ALLOWED).length)
})

test('after its deadline, an open offer can only expire', () => {
  for (const status of ['open', 'countered'] as const) {
    const due = { status, expiresAt: NOW }
    assert.equal(statusAt(due, NOW), 'expired')
    assert.equal(statusAt({ status, expiresAt: LATER }, NOW), status)
    for (const operation of OFFER_OPERATIONS) {
      for (const by of OFFER_ACTORS) {
        const decision = decideOffer(operation, by, due, NOW)
        if (operation === 'expire' && by === 'clock') assert.deepEqual(decision, { kind: 'move', to: 'expired' })
        else assert.ok(decision.kind === 'refuse' && decision.status === 'expired', `${operation} ${by}`)
      }
    }
  }
})

test('an offer that has a final status never expires', () => {
  for (const status of OFFER_STATUSES.filter((one) => one !== 'open' && one !== 'countered'))
    assert.equal(statusAt({ status, expiresAt: NOW }, LATER), status)
})

test('the agent can only make counteroffers, and can never accept or decline an offer', () => {
  assert.deepEqual([...new Set(OFFER_RULES.filter(({ by }) => by === 'agent').map(({ operation }) => operation))], ['counter'])
})

test('when a party may not accept or decline an offer, the 409 error states which party may', () => {
  const messageOf = (operation: 'accept' | 'decline', by: 'owner' | 'buyer', status: OfferStatus) => {
    const decision = decideOffer(operation, by, { status, expiresAt: LATER }, NOW)
    return decision.kind === 'refuse' ? decision.message : ''
  }
  assert.equal(messageOf('accept', 'owner', 'countered'), 'This offer is countered: only its buyer can accept it now.')
  assert.equal(messageOf('decline', 'buyer', 'open'), 'This offer is open: only its seller can decline it now.')
  assert.equal(messageOf('decline', 'owner', 'declined'), 'This offer is declined and cannot be declined.')
})

test('when a party may not counter, withdraw or replace an offer, the 409 error states which party may', () => {
  const messages = (['counter', 'withdraw', 'replace', 'lapse'] as const).map((operation) => {
    const decision = decideOffer(operation, operation === 'counter' ? 'buyer' : 'owner', { status: 'open', expiresAt: LATER }, NOW)
    return decision.kind === 'refuse' ? decision.message : ''
  })
  assert.deepEqual(messages, [
    'This offer is open: only its seller can counter it now.',
    'This offer is open: only its buyer can withdraw it now.',
    'This offer is open: only its buyer can replace it now.',
    'This offer is open and cannot be lapsed.',
  ])
  assert.deepEqual(decideOffer('expire', 'clock', { status: 'open', expiresAt: LATER }, NOW), {
    ...{ kind: 'refuse', status: 'open', message: 'This offer is open and cannot be expired.' },
  })
})

test('accepting an offer sells the item at the offered amount, or at the listing’s current price if that price is lower', () => {
  assert.deepEqual(
    [99, 100, 101].map((agreedCents) => payableCents({ agreedCents, priceCents: 100 })),
    [99, 100, 100],
  )
})
