import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as exceptions from './queries.ts'

const { app, ctx, db, ana, ben, eve, now, at, dates, ids, inTx, order, hold, payment, move } = await moneyRows({ after })

type Fields = Partial<Insertable<Tables['money_cases']>>
/** Inserts a payment exception, by default a transfer that failed. */
const exception = async (more: Fields = {}) => {
  const id = ctx.newId('mcs')
  const row = { id, provider: 'test' as const, kind: 'transfer_failed' as const, ref: `ref_${id}`, amount_cents: 100, ...dates }
  assert.equal((await exceptions.insertCase(db, { ...row, ...more }))?.id, id)
  return id
}
const chargeback = (more: Fields = {}) => exception({ kind: 'chargeback', stage: 'open', ...more })

test('a payment exception is locked by its key or id, and an update changes only that exception', async () => {
  const key = { provider: 'test', kind: 'payout_failed', ref: 're_1' } as const
  const others = [
    await exception({ ...key, ref: 're_2' }),
    await exception({ ...key, kind: 'mismatch' }),
    await exception({ ...key, provider: 'stripe' }),
  ]
  const locked = () => inTx(async (tx) => (await exceptions.lockCase(tx, key))?.id)
  assert.equal(await locked(), undefined)
  const id = await exception(key)
  assert.equal(await locked(), id)
  const again = { id: ctx.newId('mcs'), ...key, amount_cents: 100, ...dates }
  assert.equal(await exceptions.insertCase(db, again), undefined)
  assert.equal(await inTx(async (tx) => (await exceptions.lockCaseById(tx, id))?.id), id)
  assert.equal((await exceptions.updateCase(db, id, { entries: 3 })).id, id)
  const rows = await db
    .selectFrom('money_cases')
    .select('entries')
    .where('id', 'in', [...others, id])
    .orderBy('id')
    .execute()
  assert.deepEqual(rows.map(({ entries }) => entries), [0, 0, 0, 3]) // prettier-ignore
})

test('the amounts of chargebacks are returned by reference', async () => {
  await chargeback({ ref: 'dp_1', amount_cents: 700 })
  await chargeback({ ref: 'dp_1', amount_cents: 800, provider: 'stripe' })
  await chargeback({ ref: 'dp_2', amount_cents: 900 })
  await chargeback({ ref: 'dp_3', amount_cents: 40 })
  await exception({ ref: 'dp_4' })
  const amounts = await exceptions.chargebackAmounts(db, 'test', ['dp_1', 'dp_2', 'dp_4'])
  assert.deepEqual(amounts, new Map([['dp_1', 700], ['dp_2', 900]])) // prettier-ignore
})

test('only the open exceptions of a transfer that an operator can settle are locked, and a reversal covers only its own chargeback', async () => {
  const order_id = await order()
  const [payout, other] = [await move({ order_id }), await move({ order_id: await order() })]
  const settled = [
    await exception({ move_id: payout }),
    await exception({ move_id: payout, kind: 'refund_failed' }),
    await exception({ move_id: payout, kind: 'transfer_reversed' }),
  ]
  await exception({ move_id: payout, closed_at: now })
  await exception({ move_id: payout, kind: 'payout_failed' })
  await exception({ move_id: other })
  const covered = [await chargeback({ move_id: payout, covered_cents: 5 }), await chargeback({ move_id: other })]
  assert.deepEqual(ids(await inTx((tx) => exceptions.lockCasesOfTransfer(tx, payout))).toSorted(), settled)
  await exceptions.coverByTransfer(db, payout, 30, at(1))
  const rows = await db.selectFrom('money_cases').select(['covered_cents', 'updated_at']).where('id', 'in', [...covered, settled[0]!]).orderBy('id').execute() // prettier-ignore
  assert.deepEqual(rows, [
    { covered_cents: 0, updated_at: now },
    { covered_cents: 35, updated_at: at(1) },
    { covered_cents: 0, updated_at: now },
  ])
})

test('the operators are the open accounts with the operator role', async () => {
  const { id } = await app.signUp('Fay')
  assert.deepEqual(await exceptions.operatorIds(db), [])
  const closed = await app.signUp('Gil')
  const { status } = await app.call('DELETE', '/v1/accounts/me', { cookie: closed.cookie, json: { password: closed.password } })
  assert.equal(status, 200)
  await db.updateTable('accounts').set({ is_operator: true }).where('id', 'in', [id, closed.id]).execute()
  assert.deepEqual(await exceptions.operatorIds(db), [id])
  await db.updateTable('accounts').set({ is_operator: false }).where('id', '=', id).execute()
})

test('an exception is shown with its sale, its parties and the amount that the seller has received for this sale', async () => {
  const holdId = await hold()
  const orderId = await order({ hold_id: holdId, disputed_cents: 1 })
  const sent = { status: 'sent', sent_at: now } as const
  const payout = await move({ order_id: orderId, amount_cents: 5000, ...sent })
  await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 300, ...sent })
  await move({ kind: 'reversal', order_id: orderId, of_move: payout, amount_cents: 7 })
  await move({ kind: 'refund', order_id: orderId, payment_id: await payment({ order_id: orderId }), amount_cents: 20, ...sent })
  await move({ order_id: await order(), amount_cents: 900, ...sent })
  await move({ hold_id: holdId, amount_cents: 60, ...sent })
  await move({ order_id: orderId, hold_id: holdId, of_move: payout, amount_cents: 8, ...sent })
  const [ofOrder, ofHold] = [await chargeback({ order_id: orderId, hold_id: holdId }), await chargeback({ hold_id: holdId })]
  const shown = async (id: string) => {
    const row = (await exceptions.findShownCase(db, id))!
    return [row.id, row.listing_title, row.buyer_name, row.seller_name, row.order_status, row.sent_cents]
  }
  assert.deepEqual(await shown(ofOrder), [ofOrder, 'Lamp', 'Ben', 'Ana', 'paid', 4708])
  assert.deepEqual(await shown(ofHold), [ofHold, 'Vase', 'Ben', 'Ana', null, 60])
})

test('open exceptions are listed by deadline and closed ones latest first, and a seller sees the open ones that concern the seller', async () => {
  await db.deleteFrom('money_cases').execute()
  const [late, none, soon] = [await exception({ due_by: at(9) }), await exception(), await exception({ due_by: at(5) })]
  const [early, last] = [await exception({ closed_at: at(1) }), await exception({ closed_at: at(2) })]
  const page = async (isOpen: boolean, part = { limit: 9, offset: 0 }) => {
    const { rows, total } = await exceptions.pageOfCases(db, isOpen, part)
    return [total, ...ids(rows)]
  }
  assert.deepEqual([await page(true), await page(false)], [[3, soon, late, none], [2, last, early]]) // prettier-ignore
  assert.deepEqual(await page(true, { limit: 1, offset: 1 }), [3, late])
  const theirs = [
    await exception({ account_id: ana.id }),
    await exception({ account_id: ana.id, kind: 'account_stopped', created_at: at(1) }),
  ]
  for (const kind of ['mismatch', 'refund_failed'] as const) await exception({ account_id: ana.id, kind })
  await exception({ account_id: ana.id, closed_at: now })
  await exception({ account_id: eve.id })
  const open = async (account: string, limit = 9) => ids(await exceptions.openCasesOf(db, account, limit))
  assert.deepEqual([await open(ana.id), await open(ana.id, 1), await open(ben.id)], [theirs.toReversed(), [theirs[1]], []])
})
