import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownCase } from '#commerce/payment-exceptions/queries.ts'
import { presentMoneyCase } from './present.ts'

const at = (day: number) => new Date(Date.UTC(2030, 0, day))
const ROW = {
  id: 'mcs_1',
  kind: 'refund_failed',
  ref: 're_1/mov_1',
  stage: null,
  provider: 'stripe',
  amount_cents: 1_250,
  taken_cents: 0,
  covered_cents: 0,
  sent_cents: 0,
  due_by: at(4),
  reason: 'expired_card',
  order_id: 'ord_1',
  hold_id: null,
  listing_title: 'Lamp',
  seller_id: 'usr_1',
  seller_name: 'Ana',
  buyer_id: 'usr_2',
  buyer_name: 'Ben',
  order_status: 'paid',
  created_at: at(1),
  updated_at: at(2),
  closed_at: null,
} as unknown as ShownCase
const present = (change: Partial<ShownCase> = {}) => presentMoneyCase({ ...ROW, ...change })

test('an open exception shows its debt, its deadline, how it can end, and both people', () => {
  assert.deepEqual(present(), {
    object: 'money_case',
    id: 'mcs_1',
    kind: 'refund_failed',
    status: 'open',
    stage: null,
    amount: 12.5,
    owed: { by: 'service', to: 'buyer', amount: 12.5 },
    due_by: '2030-01-04T00:00:00.000Z',
    reason: 'expired_card',
    ends: ['again', 'by_hand'],
    order: 'ord_1',
    hold: null,
    listing: { title: 'Lamp' },
    seller: { id: 'usr_1', name: 'Ana' },
    buyer: { id: 'usr_2', name: 'Ben' },
    provider: { name: 'stripe', ref: 're_1/mov_1', url: 'https://dashboard.stripe.com/search?query=re_1' },
    created_at: '2030-01-01T00:00:00.000Z',
    updated_at: '2030-01-02T00:00:00.000Z',
    closed_at: null,
  })
})

test('a closed exception has no debt and no way to end, and absent records are null', () => {
  const absent = { due_by: null, listing_title: null, seller_id: null, buyer_id: null }
  const { status, closed_at, ends, owed, due_by, listing, seller, buyer } = present({ closed_at: at(3), ...absent })
  assert.deepEqual([status, closed_at, ends, owed], ['closed', '2030-01-03T00:00:00.000Z', [], null])
  assert.deepEqual([due_by, listing, seller, buyer], [null, null, null, null])
})

test('a lost chargeback is the seller’s debt only if a payout was sent', () => {
  const chargeback = { kind: 'chargeback', stage: 'lost', taken_cents: 1_000, covered_cents: 400 } as const
  assert.deepEqual(present({ ...chargeback, sent_cents: 1 }).owed, { by: 'seller', to: 'service', amount: 6 })
  assert.equal(present({ ...chargeback, sent_cents: 0 }).owed, null)
})

test('only references of Stripe link to its dashboard', () => {
  const urlOf = (kind: ShownCase['kind'], ref: string, provider = 'stripe') => present({ kind, ref, provider } as Partial<ShownCase>).provider.url // prettier-ignore
  assert.deepEqual(
    [urlOf('chargeback', 'dp_1'), urlOf('account_stopped', 'acct_1'), urlOf('payout_failed', 'po_1')],
    [
      'https://dashboard.stripe.com/disputes/dp_1',
      'https://dashboard.stripe.com/connect/accounts/acct_1',
      'https://dashboard.stripe.com/search?query=po_1',
    ],
  )
  assert.deepEqual([urlOf('chargeback', 'dp_1', 'test'), urlOf('chargeback', 'by hand'), urlOf('chargeback', '')], [null, null, null])
})
