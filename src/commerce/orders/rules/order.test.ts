import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  conditionsOf,
  CONDITIONS,
  decideOrder,
  fieldsAfter,
  ORDER_OPERATIONS,
  ORDER_PARTIES,
  ORDER_RULES,
  ORDER_STATUSES,
  feeAfterRefund,
  lateFrom,
  payoutOfCompleted,
  protectedOnceDelivered,
  protectedWhileShipped,
  sharesOf,
  shipBy,
  statusAt,
  UNFINISHED,
  type OrderFacts,
  type OrderOperation,
  type OrderParty,
  type OrderStatus,
} from './order.ts'
import { ruleFor } from '#core/state-machine.ts'

const NOW = new Date('2026-11-18T12:00:00.000Z')
const EARLIER = new Date('2026-11-01T12:00:00.000Z')
const LATER = new Date('2026-12-18T12:00:00.000Z')

const calm: OrderFacts = {
  status: 'paid',
  pickup: false,
  pay_by: LATER,
  paid_at: NOW,
  ship_by: LATER,
  cancel_by: null,
  protect_until: LATER,
  offered_cents: null,
  disputed_cents: 0,
  all_back: false,
  bank_alone: false,
  return_status: null,
  return_by: null,
}
/** Facts about an order with a cancellation request and an offered refund, after all of its deadlines have passed. */
const due: OrderFacts = { ...calm, paid_at: EARLIER, ship_by: EARLIER, cancel_by: EARLIER, protect_until: EARLIER, offered_cents: 5 }

const outcome = (operation: OrderOperation, by: OrderParty, facts: OrderFacts): string => {
  const decision = decideOrder(operation, by, facts, NOW)
  return decision.kind === 'move' ? [decision.to, ...decision.money].join(' + ') : 'refused'
}

// transitions of an order, written by hand (spec: completions 7): [party, operation, status before, facts, result]
const TRANSITIONS: [OrderParty, OrderOperation, OrderStatus, Partial<OrderFacts>, string][] = [
  ['provider', 'pay', 'awaiting_payment', {}, 'paid + take'],
  ['provider', 'pay', 'awaiting_payment', { pay_by: NOW }, 'refused'],
  ['provider', 'pay', 'expired', {}, 'refused'],
  ['provider', 'pay', 'cancelled', {}, 'refused'],
  ['service', 'expire', 'awaiting_payment', { pay_by: NOW }, 'expired'],
  ['service', 'expire', 'awaiting_payment', {}, 'refused'],
  ['buyer', 'cancel', 'awaiting_payment', {}, 'cancelled'],
  ['buyer', 'cancel', 'awaiting_payment', { pay_by: NOW }, 'refused'],
  ['seller', 'cancel', 'awaiting_payment', {}, 'refused'],
  ['seller', 'ship', 'paid', {}, 'shipped'],
  ['seller', 'ship', 'paid', { pickup: true }, 'refused'],
  ['buyer', 'ship', 'paid', {}, 'refused'],
  ['seller', 'hand_over', 'paid', { pickup: true }, 'delivered'],
  ['seller', 'hand_over', 'paid', {}, 'refused'],
  ['service', 'cancel_unshipped', 'paid', { ship_by: NOW }, 'cancelled + give back all'],
  ['service', 'cancel_unshipped', 'paid', {}, 'refused'],
  ['service', 'cancel_unshipped', 'paid', { ship_by: null }, 'refused'],
  ['service', 'cancel_unshipped', 'shipped', { ship_by: NOW }, 'refused'],
  ['seller', 'cancel', 'paid', {}, 'cancelled + give back all'],
  ['buyer', 'cancel', 'paid', {}, 'refused'],
  ['seller', 'cancel', 'shipped', {}, 'refused'],
  ['buyer', 'ask_to_cancel', 'paid', {}, 'paid'],
  ['seller', 'agree_to_cancel', 'paid', { cancel_by: LATER }, 'cancelled + give back all'],
  ['seller', 'agree_to_cancel', 'paid', {}, 'refused'],
  ['seller', 'refuse_to_cancel', 'paid', { cancel_by: LATER }, 'paid'],
  ['service', 'cancel_by_silence', 'paid', { cancel_by: NOW }, 'cancelled + give back all'],
  ['service', 'cancel_by_silence', 'paid', { cancel_by: LATER }, 'refused'],
  ['buyer', 'deliver', 'shipped', {}, 'delivered'],
  ['provider', 'deliver', 'shipped', {}, 'delivered'],
  ['seller', 'deliver', 'shipped', {}, 'refused'],
  ['buyer', 'confirm', 'shipped', {}, 'completed + pay out'],
  ['buyer', 'confirm', 'delivered', {}, 'completed + pay out'],
  ['seller', 'confirm', 'delivered', {}, 'refused'],
  ['buyer', 'confirm', 'paid', {}, 'refused'],
  ['service', 'end_window', 'shipped', { protect_until: NOW }, 'completed + pay out'],
  ['service', 'end_window', 'delivered', { protect_until: NOW }, 'completed + pay out'],
  ['service', 'end_window', 'delivered', {}, 'refused'],
  ['service', 'end_window', 'problem', { protect_until: NOW }, 'refused'],
  ['buyer', 'report', 'paid', { paid_at: EARLIER }, 'problem'],
  ['buyer', 'report', 'paid', {}, 'refused'],
  ['buyer', 'report', 'paid', { paid_at: null }, 'refused'],
  ['buyer', 'report', 'shipped', {}, 'problem'],
  ['buyer', 'report', 'delivered', {}, 'problem'],
  ['buyer', 'report', 'completed', {}, 'refused'],
  ['seller', 'refund', 'problem', {}, 'refunded + give back all'],
  ['operator', 'refund', 'problem', {}, 'refunded + give back all'],
  ['seller', 'refund', 'paid', {}, 'refused'],
  ['seller', 'refund', 'completed', {}, 'refused'],
  ['buyer', 'refund', 'problem', {}, 'refused'],
  ['seller', 'offer_part', 'problem', {}, 'problem'],
  ['buyer', 'take_part', 'problem', { offered_cents: 5 }, 'completed + give back the part + pay out'],
  ['buyer', 'take_part', 'problem', {}, 'refused'],
  ['buyer', 'refuse_part', 'problem', { offered_cents: 5 }, 'problem'],
  ['buyer', 'confirm', 'problem', {}, 'completed + pay out'],
  ['operator', 'confirm', 'problem', {}, 'completed + pay out'],
  ['provider', 'dispute', 'awaiting_payment', {}, 'cancelled'],
  ['provider', 'dispute', 'paid', {}, 'problem'],
  ['provider', 'dispute', 'shipped', {}, 'problem'],
  ['provider', 'dispute', 'delivered', {}, 'problem'],
  ['provider', 'dispute', 'problem', {}, 'problem'],
  ['provider', 'dispute', 'completed', {}, 'refused'],
  ['buyer', 'dispute', 'paid', {}, 'refused'],
  ['seller', 'refund', 'problem', { disputed_cents: 5 }, 'refused'],
  ['seller', 'offer_part', 'problem', { disputed_cents: 5 }, 'refused'],
  ['buyer', 'take_part', 'problem', { disputed_cents: 5, offered_cents: 5 }, 'refused'],
  ['buyer', 'confirm', 'problem', { disputed_cents: 5 }, 'refused'],
  ['operator', 'refund', 'problem', { disputed_cents: 5 }, 'refused'],
  ['seller', 'answer', 'problem', { disputed_cents: 5 }, 'problem'],
  ['provider', 'lose_dispute', 'problem', { all_back: true }, 'refunded + taken by the bank'],
  ['provider', 'lose_dispute', 'problem', {}, 'refused'],
  ['provider', 'lose_dispute', 'problem', { all_back: true, disputed_cents: 5 }, 'refused'],
  ['service', 'refund_returned', 'problem', { return_status: 'received', return_by: NOW }, 'refunded + give back all'],
  ['service', 'refund_returned', 'problem', { return_status: 'received', return_by: LATER }, 'refused'],
  ['service', 'refund_returned', 'problem', { return_status: 'received', return_by: NOW, disputed_cents: 5 }, 'refused'],
  ['service', 'refund_returned', 'problem', { return_status: 'contested', return_by: NOW }, 'refused'],
  ['service', 'refund_returned', 'problem', {}, 'refused'],
  ['buyer', 'confirm', 'problem', { return_status: 'sent' }, 'refused'],
  ['buyer', 'confirm', 'problem', { return_status: 'contested' }, 'refused'],
  ['buyer', 'confirm', 'problem', { return_status: 'agreed' }, 'completed + pay out'],
  ['operator', 'confirm', 'problem', { return_status: 'sent' }, 'completed + pay out'],
  ['seller', 'offer_part', 'problem', { return_status: 'received' }, 'refused'],
  ['seller', 'refund', 'problem', { return_status: 'received' }, 'refunded + give back all'],
  ['buyer', 'take_part', 'problem', { return_status: 'sent', offered_cents: 5 }, 'refused'],
  ['buyer', 'take_part', 'problem', { return_status: 'offered', offered_cents: 5 }, 'completed + give back the part + pay out'],
  ['provider', 'win_dispute', 'problem', { bank_alone: true }, 'completed + pay out'],
  ['provider', 'win_dispute', 'problem', {}, 'refused'],
  ['provider', 'win_dispute', 'problem', { bank_alone: true, disputed_cents: 5 }, 'refused'],
]

for (const [by, operation, status, facts, expected] of TRANSITIONS) {
  test(`${operation} by ${by} on status ${status}${Object.keys(facts).length > 0 ? ` (${Object.keys(facts).join(', ')})` : ''} results in: ${expected}`, () => {
    assert.equal(outcome(operation, by, { ...calm, ...facts, status }), expected)
  })
}

test('a finished order refuses every operation by any party', () => {
  for (const status of ORDER_STATUSES.filter((one) => !UNFINISHED.some((open) => open === one))) {
    for (const operation of ORDER_OPERATIONS) {
      for (const by of ORDER_PARTIES) for (const facts of [calm, due]) assert.equal(outcome(operation, by, { ...facts, status }), 'refused')
    }
  }
})

test('an accepted operation on an order always matches a rule whose conditions are met, and every refusal is a complete sentence', () => {
  const date = fc.constantFrom(EARLIER, NOW, LATER)
  const facts = fc.record({
    status: fc.constantFrom(...ORDER_STATUSES),
    pickup: fc.boolean(),
    pay_by: date,
    paid_at: fc.option(date),
    ship_by: fc.option(date),
    cancel_by: fc.option(date),
    protect_until: fc.option(date),
    offered_cents: fc.option(fc.nat()),
    disputed_cents: fc.constantFrom(0, 500),
    all_back: fc.boolean(),
    bank_alone: fc.boolean(),
    return_status: fc.option(fc.constantFrom('offered' as const, 'sent' as const, 'received' as const, 'contested' as const)),
    return_by: fc.option(date),
  })
  fc.assert(
    fc.property(fc.constantFrom(...ORDER_OPERATIONS), fc.constantFrom(...ORDER_PARTIES), facts, (operation, by, order) => {
      const decision = decideOrder(operation, by, order, NOW)
      if (decision.kind === 'refuse') return assert.match(decision.message, /^[A-Z].*\.$/)
      const rule = ruleFor(ORDER_RULES, order.status, operation, by)!
      assert.equal(rule.to, decision.to)
      assert.ok(conditionsOf(rule).every((name) => CONDITIONS[name].holds(order, NOW)))
    }),
    { numRuns: 5_000 },
  )
})

test('the full payment is refunded only for a cancelled or refunded order, and paid out only for a completed order', () => {
  for (const { to, money = [] } of ORDER_RULES) {
    assert.equal(money.includes('pay out'), to === 'completed')
    if (money.includes('give back all')) assert.ok(to === 'cancelled' || to === 'refunded')
    if (to === 'refunded') assert.ok(money.includes('give back all') || money.includes('taken by the bank'))
  }
})

test('an unpaid order expires exactly at its payment deadline', () => {
  assert.equal(statusAt({ status: 'awaiting_payment', pay_by: NOW }, NOW), 'expired')
  assert.equal(statusAt({ status: 'awaiting_payment', pay_by: LATER }, NOW), 'awaiting_payment')
  assert.equal(statusAt({ status: 'paid', pay_by: EARLIER }, NOW), 'paid')
})

test('the seller’s share, the fee and the refund always add up to the total that the buyer paid', () => {
  const cents = fc.nat(10_000_000)
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (item, shipping, back, fee) => {
        const totalCents = item + shipping
        const order = { totalCents, refundedCents: Math.floor(totalCents * back), feeCents: Math.floor(item * fee) }
        const { sellerCents, feeCents } = sharesOf(order)
        assert.equal(sellerCents + feeCents + order.refundedCents, totalCents)
        assert.ok(sellerCents >= 0 && feeCents >= 0 && feeCents <= order.feeCents)
      },
    ),
  )
})

test('if an order is paid for on a weekend, its deadlines are counted from the end of Friday', () => {
  const [friday, saturday, sunday] = ['2026-11-20T23:59:59.999Z', '2026-11-21T10:00:00.000Z', '2026-11-22T23:00:00.000Z']
  for (const paidAt of [friday, saturday, sunday]) {
    assert.equal(shipBy(new Date(paidAt)).toISOString(), '2026-11-27T23:59:59.999Z', paidAt)
    assert.equal(lateFrom(new Date(paidAt)).toISOString(), '2026-11-25T23:59:59.999Z', paidAt)
  }
})

test('the fee is a percentage of the item price after all refunds are deducted', () => {
  const order = { itemCents: 4_000, refundedCents: 0, feeCents: 400 }
  assert.deepEqual(
    [0, 1_250, 4_000, 4_800].map((back) => feeAfterRefund(order, back)),
    [400, 275, 0, 0],
  )
  assert.equal(feeAfterRefund({ ...order, refundedCents: 1_000, feeCents: 300 }, 250), 275)
  assert.equal(feeAfterRefund({ itemCents: 0, refundedCents: 0, feeCents: 0 }, 0), 0)
  assert.equal(feeAfterRefund({ itemCents: 1, refundedCents: 0, feeCents: 1 }, 0), 1, 'the last cent of the price')
  assert.equal(feeAfterRefund({ itemCents: 2, refundedCents: 0, feeCents: 2 }, 3), 0, 'a refund above the price')
})

test('after a partial refund, the fee is rounded to the nearest cent, and half a cent is rounded up', () => {
  const order = { itemCents: 4_000, refundedCents: 0, feeCents: 400 }
  assert.deepEqual(
    [1_244, 1_245, 1_246].map((back) => feeAfterRefund(order, back)),
    [276, 276, 275],
  )
})

test('buyer protection ends 3 days after delivery, or 14 days after shipping if the carrier reports no delivery', () => {
  assert.deepEqual(protectedOnceDelivered(NOW), new Date('2026-11-21T12:00:00.000Z'))
  assert.deepEqual(protectedWhileShipped(NOW), new Date('2026-12-02T12:00:00.000Z'))
})

test('the payout of a completed order is `on_hold` while money is disputed or held, and otherwise `waiting` while money is due', () => {
  const money = { disputedCents: 0, heldCents: 0, dueCents: 0, sentCents: 0 }
  assert.equal(payoutOfCompleted(money), 'none')
  assert.equal(payoutOfCompleted({ ...money, sentCents: 1 }), 'sent')
  assert.equal(payoutOfCompleted({ ...money, sentCents: 1, dueCents: 1 }), 'waiting')
  assert.equal(payoutOfCompleted({ ...money, sentCents: 1, dueCents: 1, disputedCents: 1 }), 'on_hold')
  assert.equal(payoutOfCompleted({ ...money, sentCents: 1, dueCents: 1, heldCents: 1 }), 'on_hold')
})

test('the payment and payout fields of an order are derived from its status and amounts', () => {
  const money = { paid: true, refundedCents: 0, totalCents: 10, payoutCents: 10 }
  assert.deepEqual(fieldsAfter('paid', money), { payment: 'paid', payout: 'none' })
  assert.deepEqual(fieldsAfter('problem', money), { payment: 'paid', payout: 'on_hold' })
  assert.deepEqual(fieldsAfter('completed', money), { payment: 'paid', payout: 'waiting' })
  assert.deepEqual(fieldsAfter('completed', { ...money, payoutCents: 0 }), { payment: 'paid', payout: 'none' })
  assert.deepEqual(fieldsAfter('completed', { ...money, refundedCents: 3 }), { payment: 'partly_refunded', payout: 'waiting' })
  assert.deepEqual(fieldsAfter('refunded', { ...money, refundedCents: 10 }), { payment: 'refunded', payout: 'none' })
  assert.deepEqual(fieldsAfter('cancelled', { ...money, paid: false }), { payment: 'unpaid', payout: 'none' })
  assert.deepEqual(fieldsAfter('cancelled', money), { payment: 'refunded', payout: 'none' })
  assert.deepEqual(fieldsAfter('refunded', money), { payment: 'refunded', payout: 'none' })
  assert.deepEqual(fieldsAfter('delivered', { ...money, refundedCents: 10 }), { payment: 'refunded', payout: 'none' })
  assert.deepEqual(fieldsAfter('paid', { ...money, refundedCents: 1, totalCents: 1 }), { payment: 'refunded', payout: 'none' })
  assert.deepEqual(fieldsAfter('completed', { ...money, refundedCents: 1, payoutCents: 1 }), {
    payment: 'partly_refunded',
    payout: 'waiting',
  })
  assert.deepEqual(fieldsAfter('paid', { paid: true, refundedCents: 0, totalCents: 0, payoutCents: 0 }), {
    payment: 'paid',
    payout: 'none',
  })
})
