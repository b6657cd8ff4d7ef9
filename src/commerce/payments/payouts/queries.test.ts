import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as payouts from './queries.ts'

const { app, db, ana, ben, eve, now, at, dates, order, hold, payment, move } = await moneyRows({ after })

test('a payout account is found by its owner or its reference, and a change or deletion leaves other accounts unchanged', async () => {
  const save = (account_id: string, provider: 'test' | 'stripe', provider_ref: string, ready = true) =>
    payouts.savePayoutAccount(db, { account_id, provider, provider_ref, ready, ...dates })
  await save(eve.id, 'test', 'acct_2')
  await save(ana.id, 'stripe', 'acct_1')
  await save(ben.id, 'test', 'acct_1')
  const find = async (account: string, provider: 'test' | 'stripe') =>
    (await payouts.findPayoutAccount(db, account, provider))?.provider_ref
  assert.deepEqual([await find(ana.id, 'stripe'), await find(ana.id, 'test'), await find(ben.id, 'test')], ['acct_1', undefined, 'acct_1'])
  for (const [provider, ref, owner] of [['test', 'acct_1', ben.id], ['stripe', 'acct_1', ana.id], ['test', 'acct_2', eve.id], ['stripe', 'acct_2', undefined]] as const) {
    assert.equal((await payouts.findPayoutAccountByRef(db, provider, ref))?.account_id, owner)
    assert.equal((await db.transaction().execute((tx) => payouts.lockPayoutAccount(tx, provider, ref)))?.account_id, owner)
  } // prettier-ignore
  const state = async () => {
    const rows = await db.selectFrom('payout_accounts').selectAll().orderBy('account_id').execute()
    return rows.map((row) => [row.account_id, row.provider_ref, row.ready, row.left_at])
  }
  await payouts.changePayoutAccount(db, ben.id, { ready: false, left_at: at(1), updated_at: at(1) })
  const [ofAna, ofEve] = [
    [ana.id, 'acct_1', true, null],
    [eve.id, 'acct_2', true, null],
  ]
  assert.deepEqual(await state(), [ofAna, [ben.id, 'acct_1', false, at(1)], ofEve])
  await save(ben.id, 'test', 'acct_3')
  assert.deepEqual(await state(), [ofAna, [ben.id, 'acct_3', true, null], ofEve])
  await payouts.deletePayoutAccount(db, ben.id)
  assert.deepEqual(await state(), [ofAna, ofEve])
  await payouts.deletePayoutAccount(db, ana.id)
  await payouts.deletePayoutAccount(db, eve.id)
})

test('only the seller’s own payouts that are due count as owed, and they need an account until one is ready', async () => {
  const { id } = await app.signUp('Fay')
  const needs = (who: string) => payouts.hasDueWithoutAccount(db, who)
  const owed = () => Promise.all([payouts.dueToSeller(db, id), needs(id)])
  const orderId = await order()
  const first = await move({ order_id: orderId, amount_cents: 100 })
  await move({ kind: 'refund', order_id: orderId, payment_id: await payment({ order_id: orderId }), account_id: id, amount_cents: 7 })
  await move({ kind: 'reversal', order_id: orderId, of_move: first, account_id: id, amount_cents: 8 })
  for (const status of ['sent', 'failed'] as const)
    await move({ order_id: orderId, of_move: first, account_id: id, amount_cents: 9, status, sent_at: now })
  await move({ order_id: orderId, of_move: first, account_id: id, amount_cents: 9, status: 'dropped' })
  assert.deepEqual(await owed(), [0, false])
  await move({ order_id: orderId, of_move: first, account_id: id, amount_cents: 20, status: 'held' })
  assert.deepEqual(await owed(), [0, true])
  await move({ order_id: orderId, of_move: first, account_id: id, amount_cents: 300 })
  await move({ order_id: orderId, of_move: first, account_id: id, amount_cents: 4000 })
  assert.deepEqual(await owed(), [4300, true])
  await payouts.savePayoutAccount(db, { account_id: ana.id, provider: 'test', provider_ref: 'acct_4', ready: true, ...dates })
  await payouts.savePayoutAccount(db, { account_id: id, provider: 'test', provider_ref: 'acct_5', ready: false, ...dates })
  assert.deepEqual([await needs(id), await needs(ana.id)], [true, false])
  await payouts.changePayoutAccount(db, id, { ready: true, left_at: null, updated_at: now })
  assert.equal(await needs(id), false)
})

test('a page of payouts contains the seller’s own payouts, newest first, without dropped ones and with the amounts of their sale', async () => {
  const { id } = await app.signUp('Gil')
  const [orderId, holdId] = [await order({ fee_cents: 6, refunded_cents: 5, label_paid_cents: 300, recovered_cents: 20 }), await hold()]
  const other = await move({ order_id: orderId })
  const own = [
    await move({ order_id: orderId, of_move: other, account_id: id, created_at: at(1) }),
    await move({ hold_id: holdId, account_id: id, status: 'held', created_at: at(2) }),
  ]
  await move({ order_id: orderId, of_move: other, account_id: id, status: 'dropped' })
  await move({ kind: 'reversal', order_id: orderId, of_move: other, account_id: id })
  await move({ kind: 'refund', order_id: orderId, payment_id: await payment({ order_id: orderId }), account_id: id })
  const { rows, total } = await payouts.pageOfPayouts(db, id, { limit: 9, offset: 0 })
  const amounts = rows.map((row) => [row.id, row.listing_title, row.item_cents, row.shipping_cents, row.refunded_cents, row.fee_cents, row.labels_cents, row.deposit_cents]) // prettier-ignore
  assert.deepEqual(
    [total, amounts],
    [
      2,
      [
        [own[1], 'Vase', null, null, null, null, null, 100],
        [own[0], 'Lamp', 6000, 600, 5, 6, 320, null],
      ],
    ],
  )
  const page = async (limit: number, offset: number) => (await payouts.pageOfPayouts(db, id, { limit, offset })).rows.map((row) => row.id)
  assert.deepEqual([await page(1, 0), await page(1, 1), await page(9, 2)], [[own[1]], [own[0]], []])
})

test('the address for a payout account is the seller’s own email address, with the time of its verification', async () => {
  const verifiedAt = at(-9)
  await db.updateTable('accounts').set({ email_verified_at: verifiedAt }).where('id', '=', eve.id).execute()
  const addresses = [await payouts.addressOf(db, eve.id), await payouts.addressOf(db, ben.id)]
  assert.deepEqual(addresses, [{ email: eve.email, verifiedAt }, { email: ben.email, verifiedAt: null }]) // prettier-ignore
})
