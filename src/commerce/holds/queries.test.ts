import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeListing, makeOrder } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as holds from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, ids, inTx, order, hold } = await moneyRows({ after })

test('holds are found by id, listing, party and status, and the due holds include every hold whose deadline has passed', async () => {
  const [requested, active] = [await hold({ status: 'asked', until: at(-1) }), await hold({ until: now })]
  const returned = await hold({ status: 'returned', until: at(-2) })
  await hold({ until: at(1) })
  const rows = await db.selectFrom('holds').select(['id', 'listing_id']).where('id', 'in', [requested, returned]).orderBy('id').execute()
  assert.deepEqual(ids(await holds.dueHolds(db, now, 9)), [requested, active])
  assert.deepEqual(ids(await inTx((tx) => holds.lockActiveOn(tx, rows.map((row) => row.listing_id)))), [requested]) // prettier-ignore
  assert.deepEqual(await inTx((tx) => holds.lockActiveOn(tx, [])), [])
  for (const id of [requested, active]) {
    assert.equal((await holds.findHold(db, id))?.id, id)
    assert.equal((await inTx((tx) => holds.lockHold(tx, id)))?.id, id)
  }
  await holds.updateHold(db, requested, { status: 'expired', updated_at: at(1) })
  const statuses = await db.selectFrom('holds').select('status').where('id', 'in', [requested, active]).orderBy('id').execute()
  assert.deepEqual(statuses.map(({ status }) => status), ['expired', 'active']) // prettier-ignore
  const page = async (filter: holds.HoldFilter) => (await holds.pageOfHolds(db, filter, { limit: 9, offset: 0 })).total
  assert.deepEqual([await page({ accountId: ben.id, role: 'buyer' }), await page({ accountId: ben.id, role: 'seller' })], [4, 0])
  assert.deepEqual([await page({ accountId: ana.id, role: undefined }), await page({ accountId: eve.id, role: undefined })], [4, 0])
})

test('an account has a held deposit while its hold is active, or used by an order that is not yet paid', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const has = () => Promise.all([fay, gil].map(({ id }) => holds.hasHeldOf(db, id)))
  const used = await hold({ buyer_id: fay.id, status: 'used', order_id: await order() })
  await hold({ buyer_id: gil.id, status: 'returned' })
  assert.deepEqual(await has(), [false, false])
  const unpaid = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: fay.id, status: 'awaiting_payment' })
  await db.updateTable('orders').set({ pay_by: at(86_400) }).where('id', '=', unpaid).execute() // prettier-ignore
  assert.deepEqual(await has(), [false, false], 'an unpaid order without this hold')
  await db.updateTable('holds').set({ order_id: unpaid }).where('id', '=', used).execute()
  assert.deepEqual(await has(), [true, false])
  await hold({ buyer_id: gil.id })
  assert.deepEqual(await has(), [true, true])
  const open = (accounts: string[]) => inTx((tx) => holds.lockIfOpen(tx, accounts))
  assert.equal(await open([fay.id, gil.id]), true)
  const { id, cookie, password } = await app.signUp('Hal')
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie, json: { password } })).status, 200)
  assert.deepEqual([await open([fay.id]), await open([fay.id, id])], [true, false])
})
