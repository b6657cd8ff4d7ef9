import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertGuest } from '#commerce/guests/queries.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as checkouts from './queries.ts'

const { ctx, db, ana, ben, eve, now, at, inTx, listingId, order, purchase, inPurchase } = await moneyRows({ after })
const keyOf = async (account: string) =>
  (await db.selectFrom('keys').select('id').where('account_id', '=', account).executeTakeFirstOrThrow()).id
const [keyOfAna, keyOfBen] = [await keyOf(ana.id), await keyOf(ben.id)]

type Fields = Partial<Parameters<typeof checkouts.insertCheckout>[1]>
/** Creates a checkout, by default with Ben’s key. */
const checkout = async (more: Fields = {}) => {
  const id = ctx.newId('chk')
  const owner = { account_id: ben.id, key_id: keyOfBen, items: null, buyer: null, destination: null }
  const row = { id, ...owner, listing_id: await listingId(), title: 'Lamp', item_cents: 100, expires_at: at(60), forget_at: at(60), created_at: now, updated_at: now } // prettier-ignore
  await inTx((tx) => checkouts.insertCheckout(tx, { ...row, ...more }))
  return id
}
const read = async (...ids: string[]) => db.selectFrom('checkouts').selectAll().where('id', 'in', ids).orderBy('id').execute()

test('a checkout is found only with the key that started it, and a guest’s checkout only without a key', async () => {
  const [first, second, ofGuest] = [await checkout(), await checkout(), await checkout({ account_id: null, key_id: null })]
  const theirs = await checkout({ account_id: ana.id, key_id: keyOfAna })
  const mine = { accountId: ben.id, keyId: keyOfBen }
  for (const find of [checkouts.findCheckout, checkouts.lockCheckout]) {
    const found = async (by: Parameters<typeof find>[1]) => (await inTx((tx) => find(tx, by)))?.id
    assert.deepEqual([await found({ ...mine, id: second }), await found({ ...mine, id: first })], [second, first])
    assert.deepEqual([await found({ ...mine, id: theirs }), await found({ ...mine, id: ofGuest })], [undefined, undefined])
    assert.deepEqual([await found({ ...mine, accountId: ana.id, id: first }), await found({ ...mine, keyId: keyOfAna, id: first })], [undefined, undefined]) // prettier-ignore
    assert.deepEqual([await found({ keyId: null, id: ofGuest }), await found({ keyId: null, id: first })], [ofGuest, undefined])
  }
})

test('a change to a checkout leaves other checkouts unchanged', async () => {
  const [other, id] = [await checkout({ account_id: null, key_id: null }), await checkout({ account_id: null, key_id: null })]
  const [unchanged] = await read(other)
  const listing = await listingId()
  const items = [{ id: 'lst_1', title: 'Lamp', cents: 70 }, { id: 'lst_2', title: 'Vase', cents: 30 }] // prettier-ignore
  const put = {
    listing_id: listing,
    offer_id: null,
    title: 'Vase',
    item_cents: 100,
    discount_cents: 10,
    shipping_cents: 5,
    updated_at: at(1),
  }
  const buyer = { email: 'ben@example.test' } as checkouts.CheckoutRow['buyer']
  await inTx((tx) => checkouts.putCheckout(tx, id, { ...put, items, buyer, destination: null }))
  const orderId = await order()
  await inTx((tx) => checkouts.giveOrder(tx, id, orderId, at(9)))
  await inTx((tx) => checkouts.cancelCheckout(tx, id, at(2)))
  await inTx((tx) => checkouts.giveAccount(tx, id, eve.id))
  const [row] = await read(id)
  const expected = { ...unchanged!, ...put, id, items, buyer, order_id: orderId, forget_at: at(9), cancelled_at: at(2), updated_at: at(2), account_id: eve.id } // prettier-ignore
  assert.deepEqual(row, expected)
  assert.deepEqual(await read(other), [unchanged])
  const plain = await db.selectFrom('checkouts').select('id').where('id', 'in', [other, id]).where('destination', 'is', null).where('items', 'is', null).where('buyer', 'is', null).execute() // prettier-ignore
  assert.deepEqual(plain, [{ id: other }])
})

test('only a checkout without a key has a guest, and only the webhooks of the given account are forgotten', async () => {
  const guest = ctx.newId('usr')
  await insertGuest(db, { id: guest, name: 'Guest', guest_email: 'guest@example.test', now })
  const webhook = { webhook_url: 'https://agent.test/hook' }
  const [ofBen, ofGuest, ofOther] = [
    await checkout({ account_id: ben.id, key_id: null }),
    await checkout({ account_id: guest, key_id: null, ...webhook }),
    await checkout({ account_id: guest }),
  ]
  assert.deepEqual(
    [await checkouts.guestOf(db, ofGuest), await checkouts.guestOf(db, ofBen), await checkouts.guestOf(db, ofOther)],
    [guest, undefined, undefined],
  )
  const [mine, theirs] = [await checkout(webhook), await checkout({ account_id: ana.id, key_id: keyOfAna, ...webhook })]
  await inTx((tx) => checkouts.forgetWebhooks(tx, ben.id))
  assert.deepEqual((await read(ofGuest, mine, theirs)).map((row) => row.webhook_url), [webhook.webhook_url, null, webhook.webhook_url]) // prettier-ignore
})

test('each order has its latest checkout, which it shares with the other orders of its purchase', async () => {
  const bundle = await purchase()
  const [single, first, second] = [await order(), await inPurchase(bundle), await inPurchase(bundle)]
  const [without, other] = [await order(), await inPurchase(await purchase())]
  await checkout({ order_id: single, created_at: at(-9) })
  const latest = await checkout({ order_id: single })
  const shared = await checkout({ order_id: second })
  const otherShared = await checkout({ order_id: other })
  await checkout()
  const found = async (...orders: string[]) => (await checkouts.checkoutsOfOrders(db, orders)).map((row) => [row.for_order, row.id])
  assert.deepEqual(await found(single, first, second, without), [[single, latest], [first, shared], [second, shared]]) // prettier-ignore
  assert.deepEqual([await found(other), await found()], [[[other, otherShared]], []])
})
