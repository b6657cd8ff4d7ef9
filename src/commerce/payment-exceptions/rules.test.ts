import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtOf, MONEY_CASE_KINDS } from './rules.ts'

type Facts = Parameters<typeof debtOf>[0]

const facts: Facts = { kind: 'mismatch', closed: false, amountCents: 900, stage: null, takenCents: 0, coveredCents: 0, sent: false }

test('the seller owes the uncovered part of a chargeback only if the payout has already been sent', () => {
  const chargeback = { ...facts, kind: 'chargeback', takenCents: 900, coveredCents: 899 } as const
  assert.deepEqual(debtOf({ ...chargeback, sent: true }), { by: 'seller', to: 'service', cents: 1 })
  assert.equal(debtOf({ ...chargeback, sent: false }), null)
  assert.equal(debtOf({ ...chargeback, coveredCents: 900, sent: true }), null)
  assert.deepEqual(debtOf({ ...chargeback, coveredCents: 901, sent: true }), { by: 'service', to: 'seller', cents: 1 })
  assert.deepEqual(
    debtOf({ ...chargeback, closed: true, sent: true }),
    { by: 'seller', to: 'service', cents: 1 },
    'even after it is closed',
  )
})

test('money that did not arrive remains owed until the operator closes the payment exception', () => {
  const debts = Object.fromEntries(MONEY_CASE_KINDS.map((kind) => [kind, debtOf({ ...facts, kind })]))
  const toSeller = { by: 'service', to: 'seller', cents: 900 }
  assert.deepEqual(debts, {
    chargeback: null,
    refund_failed: { by: 'service', to: 'buyer', cents: 900 },
    transfer_failed: toSeller,
    transfer_reversed: toSeller,
    payout_failed: { by: 'provider', to: 'seller', cents: 900 },
    account_stopped: toSeller,
    mismatch: null,
  })
  for (const kind of MONEY_CASE_KINDS) {
    assert.equal(debtOf({ ...facts, kind, closed: true }), null, kind)
    assert.equal(debtOf({ ...facts, kind, amountCents: 0 }), null, kind)
  }
  assert.deepEqual(debtOf({ ...facts, kind: 'refund_failed', amountCents: 1 }), { by: 'service', to: 'buyer', cents: 1 })
})
