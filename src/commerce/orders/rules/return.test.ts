import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ruleFor } from '#core/state-machine.ts'
import {
  agreeBy,
  checkBy,
  decideReturn,
  RETURN_CONDITIONS,
  RETURN_RULES,
  RETURN_STATUSES,
  returnAfter,
  returnStatusAt,
  sendBy,
  type ReturnFacts,
  type ReturnOperation,
  type ReturnParty,
  type ReturnStatus,
} from './return.ts'

const NOW = new Date('2026-11-18T12:00:00.000Z')
const LATER = new Date('2026-11-19T12:00:00.000Z')

const calm: ReturnFacts = { status: 'problem', pickup: false, shipped_at: NOW, disputed_cents: 0, return_status: null, return_by: null }

const outcome = (operation: ReturnOperation, by: ReturnParty, facts: Partial<ReturnFacts>): string => {
  const decision = decideReturn(operation, by, { ...calm, ...facts }, NOW)
  return decision.kind === 'move' ? decision.to : 'refused'
}

// transitions of a return, written by hand (spec: completions 13.6): [party, operation, status before, facts, result]
const TRANSITIONS: [ReturnParty, ReturnOperation, ReturnStatus | null, Partial<ReturnFacts>, string][] = [
  ['seller', 'offer', null, {}, 'offered'],
  ['operator', 'offer', null, {}, 'offered'],
  ['buyer', 'offer', null, {}, 'refused'],
  ['seller', 'offer', null, { status: 'shipped' }, 'refused'],
  ['seller', 'offer', null, { status: 'completed' }, 'refused'],
  ['seller', 'offer', null, { pickup: true }, 'refused'],
  ['seller', 'offer', null, { shipped_at: null }, 'refused'],
  ['seller', 'offer', null, { disputed_cents: 5 }, 'refused'],
  ['seller', 'offer', 'declined', {}, 'refused'],
  ['seller', 'offer', 'offered', { return_by: LATER }, 'refused'],
  ['buyer', 'agree', 'offered', { return_by: LATER }, 'agreed'],
  ['buyer', 'agree', 'offered', { return_by: NOW }, 'refused'],
  ['seller', 'agree', 'offered', { return_by: LATER }, 'refused'],
  ['buyer', 'decline', 'offered', { return_by: LATER }, 'declined'],
  ['buyer', 'decline', 'offered', { return_by: NOW }, 'refused'],
  ['buyer', 'decline', 'agreed', { return_by: LATER }, 'refused'],
  ['service', 'expire', 'offered', { return_by: NOW }, 'expired'],
  ['service', 'expire', 'offered', { return_by: LATER }, 'refused'],
  ['buyer', 'send', 'agreed', { return_by: LATER }, 'sent'],
  ['buyer', 'send', 'agreed', { return_by: NOW }, 'refused'],
  ['buyer', 'send', 'offered', { return_by: LATER }, 'refused'],
  ['service', 'expire', 'agreed', { return_by: NOW }, 'expired'],
  ['service', 'expire', 'sent', {}, 'refused'],
  ['service', 'expire', 'received', { return_by: NOW }, 'refused'],
  ['seller', 'receive', 'sent', {}, 'received'],
  ['buyer', 'receive', 'sent', {}, 'refused'],
  ['seller', 'receive', 'agreed', { return_by: LATER }, 'refused'],
  ['seller', 'contest', 'received', { return_by: LATER }, 'contested'],
  ['seller', 'contest', 'received', { return_by: NOW }, 'refused'],
  ['buyer', 'contest', 'received', { return_by: LATER }, 'refused'],
  ['seller', 'contest', 'sent', {}, 'refused'],
]

for (const [by, operation, from, facts, expected] of TRANSITIONS) {
  const about = Object.entries(facts).map(([name, value]) => `${name} ${value instanceof Date ? (value === NOW ? 'now' : 'later') : value}`)
  test(`${operation} by ${by} on a return that is ${from ?? 'none'}${about.length > 0 ? ` (${about.join(', ')})` : ''} results in: ${expected}`, () => {
    assert.equal(outcome(operation, by, { ...facts, return_status: from }), expected)
  })
}

test('an accepted operation on a return always matches a rule whose conditions are met, and every refusal is a complete sentence', () => {
  const facts = fc.record({
    status: fc.constantFrom('paid', 'shipped', 'problem', 'completed'),
    pickup: fc.boolean(),
    shipped_at: fc.option(fc.constant(NOW)),
    disputed_cents: fc.constantFrom(0, 500),
    return_status: fc.option(fc.constantFrom(...RETURN_STATUSES.filter((one): one is ReturnStatus => one !== 'none'))),
    return_by: fc.option(fc.constantFrom(NOW, LATER)),
  })
  const operations = [...new Set(RETURN_RULES.map(({ operation }) => operation))]
  const parties = ['buyer', 'seller', 'operator', 'service', 'order'] as const
  fc.assert(
    fc.property(fc.constantFrom(...operations), fc.constantFrom(...parties), facts, (operation, by, order) => {
      const decision = decideReturn(operation, by, order, NOW)
      if (decision.kind === 'refuse') return assert.match(decision.message, /^[A-Z].*\.$/)
      const from = by === 'service' ? order.return_status : returnStatusAt(order, NOW)
      const rule = ruleFor(RETURN_RULES, from ?? 'none', operation, by)!
      assert.equal(rule.to, decision.to)
      assert.ok((rule.when ?? []).every((name) => RETURN_CONDITIONS[name].holds(order, NOW)))
    }),
    { numRuns: 5_000 },
  )
})

test('a return ends together with its order, in the status that the state table defines, but no other order status ends a return', () => {
  for (const { from, to, operation } of RETURN_RULES.filter(({ by }) => by === 'order'))
    assert.equal(returnAfter(from as ReturnStatus, operation === 'refund' ? 'refunded' : 'completed'), to)
  for (const status of ['refunded', 'closed'] as const) assert.equal(returnAfter(status, 'completed'), status)
  assert.equal(returnAfter(null, 'refunded'), null)
  assert.equal(returnAfter('sent', 'problem'), 'sent')
})

test('a return counts as expired as soon as the deadline for a response has passed', () => {
  for (const return_status of ['offered', 'agreed'] as const) {
    assert.equal(returnStatusAt({ return_status, return_by: NOW }, NOW), 'expired')
    assert.equal(returnStatusAt({ return_status, return_by: LATER }, NOW), return_status)
  }
  assert.equal(returnStatusAt({ return_status: 'received', return_by: NOW }, NOW), 'received')
  assert.equal(returnStatusAt({ return_status: 'offered', return_by: null }, NOW), 'offered')
  assert.equal(returnStatusAt({ return_status: null, return_by: null }, NOW), null)
})

test('the buyer has 3 days to answer an offer to return the item, and then 7 days to send the item', () => {
  assert.deepEqual(agreeBy(NOW), new Date('2026-11-21T12:00:00.000Z'))
  assert.deepEqual(sendBy(NOW), new Date('2026-11-25T12:00:00.000Z'))
})

test('weekends do not count toward the seller’s deadline for checking a returned item', () => {
  assert.equal(checkBy(new Date('2026-11-19T09:00:00.000Z')).toISOString(), '2026-11-24T09:00:00.000Z')
})
