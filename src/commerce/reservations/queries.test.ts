import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as reservations from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, hold } = await moneyRows({ after })

/** Creates an order, by default of Ben in Ana’s shop. */
const ordered = async (status: 'awaiting_payment' | 'paid' | 'completed', pay_by: Date, { of = shop, buyerId = ben.id } = {}) => {
  const { id: listing, link } = await makeListing(ctx, of)
  const id = await makeOrder(ctx, of, { id: listing, link }, { buyerId, status })
  await db.updateTable('orders').set({ pay_by }).where('id', '=', id).execute() // prettier-ignore
  return { id, listing }
}

test('a listing is reserved by its unfinished order until the deadline to pay, or by its active hold until the deadline of the hold', async () => {
  const [open, late, done] = [
    await ordered('awaiting_payment', at(1)),
    await ordered('awaiting_payment', now),
    await ordered('completed', at(1)),
  ]
  const paid = await ordered('paid', at(-9))
  for (const [{ listing }, buyer] of [[open, ben.id], [late, null], [done, null], [paid, ben.id]] as const) {
    assert.equal((await reservations.unfinishedOrderOf(db, listing, now))?.buyer_id ?? null, buyer)
    assert.deepEqual(await reservations.reservationOn(db, listing, now), { orderedBy: buyer, heldBy: null })
  } // prettier-ignore
  const heldBy = async (id: string) => {
    const { listing_id } = await db.selectFrom('holds').select('listing_id').where('id', '=', id).executeTakeFirstOrThrow()
    return reservations.reservationOn(db, listing_id, now)
  }
  assert.deepEqual(await heldBy(await hold({ buyer_id: eve.id, until: at(1) })), { orderedBy: null, heldBy: eve.id })
  for (const more of [{ until: now }, { status: 'asked' as const }, { status: 'returned' as const }])
    assert.deepEqual(await heldBy(await hold(more)), { orderedBy: null, heldBy: null })
})

test('an account has unfinished orders as their buyer or seller, and a shop has sales once an order is unfinished or was paid', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const own = await makeShop(ctx, fay.id)
  const has = () =>
    Promise.all([
      reservations.hasUnfinishedOf(db, fay.id, now),
      reservations.hasUnfinishedOf(db, gil.id, now),
      reservations.hasSalesIn(db, own.id, now),
    ])
  const sale = { of: own, buyerId: gil.id }
  const { id } = await ordered('awaiting_payment', now, sale)
  assert.deepEqual(await has(), [false, false, false])
  await db.updateTable('orders').set({ pay_by: at(1) }).where('id', '=', id).execute() // prettier-ignore
  assert.deepEqual(await has(), [true, true, true])
  await db.updateTable('orders').set({ pay_by: now }).where('id', '=', id).execute() // prettier-ignore
  await ordered('completed', at(1), sale)
  assert.deepEqual(await has(), [false, false, true])
  assert.deepEqual([await reservations.hasUnfinishedOf(db, ana.id, now), await reservations.hasSalesIn(db, shop.id, now)], [true, true])
})
