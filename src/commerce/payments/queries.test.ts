import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as payments from './queries.ts'

const { db, now, at, ids, inTx, order, hold, purchase, inPurchase, payment } = await moneyRows({ after })

test('payments are found by their order, hold or purchase, and only open payments are polled or replaced', async () => {
  // payments of other subjects, which the queries would find first
  for (const subject of [{ order_id: await order() }, { hold_id: await hold() }, { purchase_id: await purchase() }])
    for (const status of ['started', 'succeeded'] as const)
      await payment({ ...subject, status, provider: 'stripe', updated_at: at(-9), created_at: at(-9) })
  const [orderId, holdId, purchaseId] = [await order(), await hold(), await purchase()]
  const [first, second] = [await inPurchase(purchaseId), await inPurchase(purchaseId)]
  await inPurchase(await purchase())
  // failed attempts, which the queries would find first
  for (const subject of [{ order_id: orderId }, { hold_id: holdId }, { purchase_id: purchaseId }])
    await payment({ ...subject, status: 'failed', updated_at: at(-9), created_at: at(-9) })
  const open = {
    order: await payment({ order_id: orderId, status: 'started', updated_at: at(5) }),
    hold: await payment({ hold_id: holdId, status: 'pending', updated_at: at(5) }),
    purchase: await payment({ purchase_id: purchaseId, status: 'pending', updated_at: at(5) }),
  }
  const paid = {
    order: await payment({ order_id: orderId, provider: 'stripe', provider_ref: open.order, customer_ref: 'cus_1' }),
    hold: await payment({ hold_id: holdId, created_at: at(1) }),
    purchase: await payment({ purchase_id: purchaseId, created_at: at(2) }),
  }
  for (const [name, subject] of [['order', { orderId }], ['hold', { holdId }], ['purchase', { purchaseId }]] as const) {
    assert.equal((await payments.openPaymentOf(db, subject))?.id, open[name])
    assert.equal((await payments.arrivedPaymentOf(db, subject))?.id, paid[name])
  } // prettier-ignore
  const paidFor = async (hold_id: string | null, purchase_id: string | null) =>
    ids(await inTx((tx) => payments.paidFor(tx, { id: orderId, hold_id, purchase_id })))
  assert.deepEqual(await paidFor(null, null), [paid.order])
  assert.deepEqual(
    [await paidFor(holdId, null), await paidFor(null, purchaseId)],
    [
      [paid.hold, paid.order],
      [paid.purchase, paid.order],
    ],
  )
  for (const id of [open.order, paid.hold]) {
    assert.equal((await payments.findPayment(db, id))?.id, id)
    assert.equal((await inTx((tx) => payments.lockPayment(tx, id))).id, id)
  }
  const byRef = async (provider: 'test' | 'stripe', ref: string) => (await payments.findPaymentByRef(db, provider, ref))?.id
  assert.deepEqual([await byRef('stripe', open.order), await byRef('test', open.order)], [paid.order, undefined])
  assert.equal(await byRef('test', `ref_${paid.purchase}`), paid.purchase)

  const row = async (id: string) => (await payments.findPayment(db, id))!
  assert.equal(await payments.titleOf(db, await row(open.order)), 'Lamp')
  assert.equal(await payments.titleOf(db, await row(open.hold)), 'Vase')
  assert.equal(await payments.titleOf(db, await row(open.purchase)), '2 items of Attic')
  assert.deepEqual([await payments.firstOrderOf(db, await row(open.purchase)), first < second], [first, true])
  assert.equal(await payments.firstOrderOf(db, await row(open.order)), null)

  assert.equal((await payments.replacePaymentCustomer(db, paid.order, 'cus_2', 'cus_3')).customer_ref, 'cus_1')
  assert.equal((await payments.replacePaymentCustomer(db, paid.order, 'cus_1', null)).customer_ref, null)
  await payments.updatePayment(db, open.hold, { customer_ref: 'cus_1' })
  await payments.updatePayment(db, open.order, { customer_ref: 'cus_1' })
  const replaced = await payments.replacePaymentCustomer(db, open.order, 'cus_1', 'cus_4')
  assert.deepEqual([replaced.id, replaced.customer_ref, (await row(open.hold)).customer_ref], [open.order, 'cus_4', 'cus_1'])
  assert.equal((await row(paid.hold)).customer_ref, null)
  for (const id of [open.order, paid.hold]) await payments.touchPayment(db, id, at(7))
  const touched = await Promise.all([open.order, open.hold, paid.hold].map(async (id) => (await row(id)).updated_at))
  assert.deepEqual(touched, [at(7), at(5), now])
})

test('an open payment is due for polling after a time that depends on its subject, its status and its age, for a week', async () => {
  const subject = { order_id: await order() }
  const poll = (status: string, created: number, updated: number, more: object = subject) =>
    payment({ status, created_at: at(created), updated_at: at(updated), ...more } as Parameters<typeof payment>[0])
  const due = [
    await poll('started', -600, -61),
    await poll('pending', -100, -40),
    await poll('pending', -100, -11, { hold_id: await hold() }),
    await poll('pending', -6, -6),
  ]
  await poll('started', -600, -59)
  await poll('pending', -100, -20)
  await poll('pending', -100, -8, { hold_id: await hold() })
  await poll('pending', -4, -4)
  await poll('started', -8 * 86_400, -120)
  await poll('succeeded', -125, -120)
  await poll('started', -600, -120, { ...subject, provider: 'stripe' })
  const rows = await payments.openPayments(db, 'test', now, 9)
  assert.deepEqual(ids(rows), due)
})
