import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyRows } from '#test/money-rows.ts'
import * as carts from './queries.ts'

const { ctx, db, ana, ben, now, at, inTx, listingId } = await moneyRows({ after })
const keyOf = async (account: string) =>
  (await db.selectFrom('keys').select('id').where('account_id', '=', account).executeTakeFirstOrThrow()).id
const [keyOfAna, keyOfBen] = [await keyOf(ana.id), await keyOf(ben.id)]

const cart = async (more: Partial<carts.CartRow> = {}, most = 9) => {
  const id = ctx.newId('crt')
  const owner = { account_id: ben.id, key_id: keyOfBen, checkout_id: null, buyer: null }
  const row = { id, ...owner, items: [{ id: 'lst_1', title: 'Lamp' }], expires_at: at(60), created_at: now, updated_at: now, ...more }
  return { id, inserted: await inTx((tx) => carts.insertCart(tx, row, most)) }
}

test('a cart is found only by its own key before it expires, and a change or deletion leaves other carts unchanged', async () => {
  const [first, second] = [await cart(), await cart()]
  const theirs = await cart({ account_id: ana.id, key_id: keyOfAna })
  const mine = { accountId: ben.id, keyId: keyOfBen, now }
  for (const find of [carts.findCart, carts.lockCart]) {
    const found = async ({ id }: { id: string }, more: object = {}) => (await inTx((tx) => find(tx, { ...mine, ...more, id })))?.id
    assert.deepEqual([await found(second), await found(first), await found(theirs)], [second.id, first.id, undefined])
    assert.deepEqual([await found(second, { keyId: keyOfAna }), await found(second, { accountId: ana.id })], [undefined, undefined])
    assert.deepEqual([await found(second, { now: at(59) }), await found(second, { now: at(60) })], [second.id, undefined])
  }
  const checkout = ctx.newId('chk')
  await db
    .insertInto('checkouts')
    .values({
      id: checkout,
      listing_id: await listingId(),
      title: 'Lamp',
      item_cents: 1,
      expires_at: now,
      forget_at: now,
      created_at: now,
      updated_at: now,
    }) // prettier-ignore
    .execute()
  const put = {
    items: [{ id: 'lst_2', title: 'Vase' }],
    buyer: { email: 'ben@example.test' } as carts.CartRow['buyer'],
    expires_at: at(99),
  }
  await inTx((tx) => carts.putCart(tx, first.id, { ...put, updated_at: at(1) }))
  await inTx((tx) => carts.setCheckout(tx, first.id, checkout))
  const read = async ({ id }: { id: string }) => {
    const row = await carts.findCart(db, { ...mine, id })
    return row && [row.items[0]!.title, row.buyer, row.expires_at, row.updated_at, row.checkout_id]
  }
  const unchanged = ['Lamp', null, at(60), now, null]
  assert.deepEqual([await read(first), await read(second)], [['Vase', put.buyer, at(99), at(1), checkout], unchanged])
  await inTx((tx) => carts.deleteCart(tx, first.id))
  assert.deepEqual([await read(first), await read(second)], [undefined, unchanged])
})

test('an account can have a limited number of carts, and expired carts and the carts of other accounts do not count', async () => {
  const owner = { account_id: ana.id, key_id: keyOfAna }
  await cart({ ...owner, expires_at: at(5), created_at: at(-5) })
  const create = async (seconds: number) => (await cart({ ...owner, created_at: at(seconds) }, 3)).inserted
  assert.deepEqual([await create(4), await create(4), await create(5), await create(5)], [true, false, true, false])
})
