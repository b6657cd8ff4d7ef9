import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import { chargeOf } from './attempt.ts'
import type { PaymentRow } from './queries.ts'
import { mismatchReason, recordCharge } from './record.ts'

const { ctx, order, payment } = await moneyRows({ after })
const charge = { ref: 'ch_1', failure: null, clientSecret: null, proof: null }

test('a payment stores the provider’s reference, and a later result without a reference does not remove it', async () => {
  const id = await payment({ order_id: await order(), status: 'started', provider_ref: null })
  const recorded = async (result: Partial<Parameters<typeof recordCharge>[2]>) => {
    const row = await inTransaction(ctx, (tx) => recordCharge(tx, id, { ...charge, status: 'pending', ...result }))
    return row && [row.status, row.provider_ref, row.failure]
  }
  assert.deepEqual(await recorded({}), ['pending', 'ch_1', null])
  assert.equal(await recorded({}), null, 'a repeated result changes nothing')
  assert.deepEqual(await recorded({ ref: null, status: 'failed', failure: 'The card was declined.' }), ['failed', 'ch_1', 'The card was declined.']) // prettier-ignore
})

test('a payment of another service is implausible', () => {
  const row = { id: 'pay_1', provider_ref: null, amount_cents: 1_250 } as PaymentRow
  const reason = (payment: string | null) =>
    mismatchReason(row, { ...charge, status: 'succeeded', proof: { payment, currency: 'usd', amountCents: 1_250 } })
  assert.deepEqual(['pay_1', 'pay_2', null].map(reason), [null, 'it belongs to pay_2', 'it belongs to no payment of this service'])
})

test('the provider receives the order, the hold or the purchase as the subject of a payment', () => {
  const subject = (change: Partial<PaymentRow>) =>
    chargeOf(ctx, { order_id: null, hold_id: null, purchase_id: null, ...change } as PaymentRow).subject
  const subjects = [{ order_id: 'ord_1' }, { hold_id: 'hol_1' }, { purchase_id: 'pur_1' }].map(subject)
  assert.deepEqual(subjects, ['ord_1', 'hol_1', 'pur_1'])
})
