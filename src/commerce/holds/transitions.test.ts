import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { inTransaction, type Person, type Tx } from '#platform/context/index.ts'
import { post } from '#commerce/ledger/index.ts'
import { earned, received } from '#commerce/ledger/rules.ts'
import { moneyRows } from '#test/money-rows.ts'
import { readHold } from './access.ts'
import { disputeHold, loseHold } from './chargebacks.ts'
import { endHold } from './keep.ts'
import * as queries from './queries.ts'
import { returnHold, returnHolds } from './return.ts'
import { transitionHold } from './transition.ts'
import { bindHold, holdOrderUnpaid, returnRest, useHold } from './use.ts'

/** Tests the result of each operation on a hold by value: its status, its deposit and its events. */

const { ctx, db, ana, ben, eve, order, hold: insert, payment, move, balances } = await moneyRows({ after })
const inTx: <T>(work: Parameters<typeof inTransaction<T>>[1]) => Promise<T> = (work) => inTransaction(ctx, work)
const past = new Date(ctx.now().getTime() - 1_000)

/** Returns a hold whose deposit of one dollar is in escrow. */
async function hold(more: Partial<Insertable<Tables['holds']>> = {}): Promise<string> {
  const holdId = await insert(more)
  await payment({ hold_id: holdId, amount_cents: 100 })
  await inTx((tx) => post(tx, received({ holdId }, 100)))
  return holdId
}
/** Returns a hold whose deposit the seller has earned. */
async function forfeited(): Promise<string> {
  const holdId = await hold({ status: 'kept' })
  await inTx((tx) => post(tx, earned({ holdId }, 100, 0)))
  return holdId
}
const read = (id: string) => db.selectFrom('holds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => {
  const { status, order_id: orderId } = await read(id)
  return [status, orderId]
}
const row = async (tx: Tx, id: string) => (await queries.findHold(tx.db, id))!
const transfersOf = (id: string) =>
  db.selectFrom('money_moves').select(['kind', 'account_id', 'amount_cents']).where('hold_id', '=', id).orderBy('created_at').orderBy('id').execute() // prettier-ignore
const eventsOf = async (id: string) => {
  const rows = await db.selectFrom('events').select(['account_id', 'type', 'data']).orderBy('id').execute()
  return rows.flatMap(({ account_id: account, type, data }) => {
    const { object } = JSON.parse(data)
    return object.id === id ? [[account, type, object.status]] : []
  })
}
const REFUND = [{ kind: 'refund', account_id: ben.id, amount_cents: 100 }]
const PAYOUT = [{ kind: 'payout', account_id: ana.id, amount_cents: 100 }]

test('a transition writes the new status and notifies the seller and the buyer, and a transition that is not allowed changes nothing', async () => {
  const id = await hold()
  const changed = await inTx(async (tx) => transitionHold(tx, await row(tx, id), 'return', 'seller'))
  assert.deepEqual([changed.status, (await read(id)).updated_at <= ctx.now()], ['returned', true])
  assert.deepEqual(await eventsOf(id), [[ana.id, 'hold.changed', 'returned'], [ben.id, 'hold.changed', 'returned']]) // prettier-ignore
  await assert.rejects(inTx(async (tx) => transitionHold(tx, await row(tx, id), 'return', 'seller')), { type: 'conflict', message: /there is no deposit to refund/ }) // prettier-ignore
  assert.equal((await eventsOf(id)).length, 2)
  const unpaid = await insert({ status: 'asked', until: past })
  await inTx(async (tx) => endHold(tx, await row(tx, unpaid)))
  assert.deepEqual([await stateOf(unpaid), await eventsOf(unpaid), await transfersOf(unpaid)], [['expired', null], [], []])
})

test('only the buyer’s own active hold on the listing can be used, and it is linked to its order', async () => {
  const id = await hold()
  const { listing_id: listingId } = await read(id)
  const use = (buyerId: string, listing = listingId) => inTx((tx) => useHold(tx, buyerId, listing))
  assert.deepEqual(await use(ben.id), { id, depositCents: 100 })
  assert.deepEqual([await use(eve.id), await use(ben.id, (await read(await hold())).listing_id)].map((one) => one?.id === id), [false, false]) // prettier-ignore
  const [overdue, requested] = [await insert({ until: past }), await insert({ status: 'asked' })]
  for (const other of [overdue, requested]) assert.equal(await use(ben.id, (await read(other)).listing_id), null)
  const orderId = await order()
  await inTx((tx) => bindHold(tx, id, orderId))
  assert.deepEqual([await stateOf(id), (await eventsOf(id)).length], [['used', orderId], 2])
  assert.equal(await use(ben.id), null)
})

test('if the order of a hold is unpaid, the hold resumes, or its deposit goes to the seller after the deadline, or to the buyer if the item is gone', async () => {
  const used = async (more: Partial<Insertable<Tables['holds']>> = {}) => hold({ status: 'used', order_id: await order(), ...more })
  const unpaid = (id: string) => inTx((tx) => holdOrderUnpaid(tx, id))
  const [resumed, late, gone, hidden] = [await used(), await used({ until: past }), await used({ until: past }), await used()]
  await db.updateTable('listings').set({ status: 'sold', sold_at: ctx.now(), ever_sold: true }).where('id', '=', (await read(gone)).listing_id).execute() // prettier-ignore
  await db
    .deleteFrom('listings')
    .where('id', '=', (await read(hidden)).listing_id)
    .execute()
  for (const id of [resumed, late, gone, hidden]) await unpaid(id)
  assert.deepEqual([await stateOf(resumed), await transfersOf(resumed)], [['active', null], []])
  assert.deepEqual([await stateOf(late), await transfersOf(late), await balances({ holdId: late })], [['kept', null], PAYOUT, { buyer: -100, seller: 100 }]) // prettier-ignore
  for (const id of [gone, hidden]) assert.deepEqual([await stateOf(id), await transfersOf(id)], [['returned', null], REFUND])
  const due = await used()
  const { until } = await read(due)
  await inTransaction({ ...ctx, now: () => until }, (tx) => holdOrderUnpaid(tx, due))
  assert.deepEqual(await stateOf(due), ['kept', null], 'at the deadline')
  const active = await hold({ until: past })
  await unpaid(active)
  assert.deepEqual([await stateOf(active), await eventsOf(active)], [['active', null], []], 'a hold without an order')
  await unpaid('hld_none')
})

test('only the part of a deposit that exceeds the price is refunded', async () => {
  const [id, exact] = [await hold(), await hold()]
  await inTx((tx) => returnRest(tx, id, 60))
  await inTx((tx) => returnRest(tx, exact, 100))
  assert.deepEqual(await transfersOf(id), [{ kind: 'refund', account_id: ben.id, amount_cents: 40 }])
  assert.deepEqual(await transfersOf(exact), [])
  const unpaid = await insert({ status: 'asked' })
  await inTx((tx) => returnRest(tx, unpaid, 60))
  assert.deepEqual(await transfersOf(unpaid), [])
})

test('when listings are no longer for sale, only their unexpired holds end, and paid deposits are refunded', async () => {
  const [id, over, other, requested] = [await hold(), await hold({ until: past }), await hold(), await insert({ status: 'asked' })]
  const listings = await Promise.all([id, over, requested].map(async (one) => (await read(one)).listing_id))
  await inTx((tx) => returnHolds(tx, listings))
  const states = await Promise.all([id, over, other, requested].map(async (one) => (await read(one)).status))
  assert.deepEqual(states, ['returned', 'active', 'active', 'expired'])
  assert.deepEqual(await Promise.all([id, over, other, requested].map(transfersOf)), [REFUND, [], [], []])
})

test('only the seller can return a hold, and other accounts cannot find it', async () => {
  const id = await hold()
  const as = (accountId: string) => ({ accountId }) as Person
  await assert.rejects(
    inTx((tx) => returnHold(tx, as(eve.id), id)),
    { type: 'not_found' },
  )
  await assert.rejects(
    inTx((tx) => returnHold(tx, as(ben.id), id)),
    { type: 'conflict', message: /Only the seller/ },
  )
  for (const bad of ['hld_none', 'x']) await assert.rejects(readHold(ctx, as(ana.id), bad), { type: 'not_found' })
  assert.deepEqual(await stateOf(id), ['active', null])
  assert.equal((await inTx((tx) => returnHold(tx, as(ana.id), id))).status, 'returned')
  assert.deepEqual(await transfersOf(id), REFUND)
})

test('a chargeback of a deposit ends an active hold, and takes back a deposit that the seller has received', async () => {
  const dispute = (id: string) => inTx(async (tx) => disputeHold(tx, await row(tx, id)))
  const [active, due, sent, requested] = [await hold(), await forfeited(), await forfeited(), await insert({ status: 'asked' })]
  await move({ hold_id: due, amount_cents: 100 })
  const payout = await move({ hold_id: sent, amount_cents: 100 })
  await db.updateTable('money_moves').set({ sending_since: ctx.now() }).where('id', '=', payout).execute()
  await db.updateTable('money_moves').set({ status: 'sent', sending_since: null, provider_ref: 'tr_1', sent_at: ctx.now() }).where('id', '=', payout).execute() // prettier-ignore
  assert.deepEqual([await dispute(active), await stateOf(active)], [null, ['returned', null]])
  assert.deepEqual([await dispute(due), await dispute(requested)], [null, null])
  const reversal = await dispute(sent)
  const made = await db.selectFrom('money_moves').selectAll().where('id', '=', reversal).executeTakeFirstOrThrow()
  assert.deepEqual([made.kind, made.of_move, made.amount_cents, made.account_id], ['reversal', payout, 100, ana.id])
  assert.deepEqual(
    [await stateOf(sent), await stateOf(requested)],
    [
      ['kept', null],
      ['asked', null],
    ],
  )
})

test('a lost chargeback of a deposit lowers the seller’s unsent payout by the part that was not taken back yet', async () => {
  const lose = (id: string, backCents: number, takenBackCents: number) =>
    inTx(async (tx) => loseHold(tx, await row(tx, id), { backCents, takenBackCents } as Parameters<typeof loseHold>[2]))
  for (const [back, taken, lowered] of [
    [100, 30, 70],
    [30, 100, 0],
    [500, 0, 100],
  ] as const) {
    const id = await forfeited()
    const due = await move({ hold_id: id, amount_cents: 100 })
    assert.equal(await lose(id, back, taken), lowered)
    const books =
      lowered === 0 ? { buyer: -100, seller: 100 } : { buyer: -100, debt: lowered, ...(lowered < 100 && { seller: 100 - lowered }) }
    assert.deepEqual(await balances({ holdId: id }), books)
    const { amount_cents: left, status } = await db.selectFrom('money_moves').selectAll().where('id', '=', due).executeTakeFirstOrThrow()
    assert.equal(status === 'dropped' ? 0 : left, 100 - lowered)
  }
  const returned = await hold({ status: 'returned' })
  assert.equal(await lose(returned, 100, 0), 0)
  assert.deepEqual(await balances({ holdId: returned }), { buyer: -100, escrow: 100 })
})
