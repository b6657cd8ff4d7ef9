import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARGEBACK_STAGES, isStageChange, lossOf } from './rules.ts'

test('a decided chargeback never changes its stage, and no report returns a chargeback to an earlier stage', () => {
  const changes = [null, ...CHARGEBACK_STAGES].map((from) => CHARGEBACK_STAGES.filter((to) => isStageChange(from, to)))
  assert.deepEqual(changes, [['inquiry', 'open', 'won', 'lost'], ['open', 'won', 'lost'], ['won', 'lost'], [], []])
})

test('the cost of a refund is split between the seller and the fee, up to the amount that has not been refunded yet', () => {
  const order = { itemCents: 4_000, totalCents: 4_500, refundedCents: 0, feeCents: 400 }
  assert.deepEqual(lossOf(order, 1_000), { backCents: 1_000, feeLeftCents: 300, sellerCents: 900, feeCents: 100 })
  assert.deepEqual(lossOf(order, 9_999), { backCents: 4_500, feeLeftCents: 0, sellerCents: 4_100, feeCents: 400 })
  assert.deepEqual(lossOf({ ...order, refundedCents: 1_000, feeCents: 300 }, 3_600), {
    backCents: 3_500,
    feeLeftCents: 0,
    sellerCents: 3_200,
    feeCents: 300,
  })
})
