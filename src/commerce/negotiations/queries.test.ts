import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeListing, makeOffer, makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as negotiations from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, ids, inTx, whileLocked, listingId } = await moneyRows({ after })

test('an offer is read with its listing, its seller’s account and the latest counteroffer to the same buyer for the same listing', async () => {
  const [lamp, vase] = [(await makeListing(ctx, shop, { title: 'Lamp', lowestPriceCents: 4500 })).id, await listingId()]
  const countered = async (id: string, buyerId: string, counterCents: number, seconds: number) => {
    const offer = await makeOffer(ctx, shop, { id }, { buyerId, status: 'countered', counterCents, expiresAt: at(60) })
    await db.updateTable('offers').set({ created_at: at(seconds) }).where('id', '=', offer).execute() // prettier-ignore
    await db.updateTable('offers').set({ status: 'withdrawn' }).where('id', '=', offer).execute()
    return offer
  }
  await countered(lamp, ben.id, 55_00, -9)
  const second = await countered(lamp, ben.id, 54_00, -5)
  await countered(lamp, eve.id, 53_00, -1)
  await countered(vase, ben.id, 52_00, -1)
  const declined = await makeOffer(ctx, shop, { id: lamp }, { buyerId: ben.id, status: 'declined', expiresAt: at(60) })
  await db.updateTable('offers').set({ created_at: at(1) }).where('id', '=', declined).execute() // prettier-ignore
  const open = await makeOffer(ctx, shop, { id: lamp }, { buyerId: ben.id, expiresAt: at(60) })
  const [row, ...others] = await negotiations.findOnTables(db, [open])
  assert.deepEqual(others, [])
  const { offer_id, title, lowest_price_cents, lowest_percent, last_counter_cents } = row!
  assert.deepEqual([offer_id, title, lowest_price_cents, lowest_percent, last_counter_cents], [open, 'Lamp', 4500, 15, 54_00])
  const [ofSecond] = await negotiations.findOnTables(db, [second])
  assert.equal(ofSecond!.last_counter_cents, 55_00, 'not its own')
  assert.deepEqual((await negotiations.findOnTables(db, [declined, open])).map((one) => one.offer_id).toSorted(), [declined, open])
})

test('the seller’s account, the owner of a test account, and the listing are locked, and no others', async () => {
  const { seller } = await openTestTenant(app, ana)
  const accounts = [ana.id, ben.id, seller.id].toSorted()
  const free = async () =>
    ids(await db.selectFrom('accounts').select('id').where('id', 'in', accounts).orderBy('id').forUpdate().skipLocked().execute())
  const without = (...locked: string[]) => accounts.filter((id) => !locked.includes(id))
  assert.deepEqual(await whileLocked((tx) => negotiations.holdAccount(tx, seller.id), free), without(seller.id, ana.id))
  assert.deepEqual(await whileLocked((tx) => negotiations.holdAccount(tx, ana.id), free), without(ana.id))
  const [locked, other] = [await listingId(), await listingId()]
  const lockable = async () => ids(await db.selectFrom('listings').select('id').where('id', 'in', [locked, other]).forUpdate().skipLocked().execute()) // prettier-ignore
  assert.deepEqual(await whileLocked((tx) => negotiations.lockListing(tx, locked), lockable), [other])
})

test('a decision is stored once for each offer, and only the decisions on the given offers are found', async () => {
  const own = await makeShop(ctx, ana.id)
  const offer = async () => makeOffer(ctx, own, await makeListing(ctx, own), { buyerId: ben.id, expiresAt: at(60) })
  const [one, two, three] = [await offer(), await offer(), await offer()]
  const decide = (offer_id: string, outcome: 'owner' | 'firm') =>
    inTx((tx) => negotiations.insertNegotiation(tx, { offer_id, outcome, counter_cents: null, reasoning: {}, worded_by: null, created_at: now })) // prettier-ignore
  await decide(one, 'owner')
  await decide(two, 'owner')
  await decide(two, 'firm')
  await decide(three, 'firm')
  const found = await negotiations.findNegotiations(db, [two, three])
  assert.deepEqual(new Map(found.map((row) => [row.offer_id, row.outcome])), new Map([[two, 'owner'], [three, 'firm']])) // prettier-ignore
  assert.equal((await negotiations.findNegotiation(db, three))?.outcome, 'firm')
  assert.equal(await negotiations.findNegotiation(db, await offer()), undefined)
})
