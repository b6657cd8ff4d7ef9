import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeOffer } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as offers from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, ids, inTx, whileLocked, listingId } = await moneyRows({ after })
const DAY = 86_400_000

test('offers are found by id, listing and party, and an offer past its deadline counts as expired', async () => {
  const [lamp, vase] = [await listingId(), await listingId()]
  const make = (id: string, more: Partial<Parameters<typeof makeOffer>[3]> = {}) =>
    makeOffer(ctx, shop, { id }, { buyerId: ben.id, expiresAt: at(9), ...more })
  const [open, late] = [await make(lamp), await make(vase, { expiresAt: now })]
  const [theirs, ended] = [await make(lamp, { buyerId: eve.id, status: 'countered' }), await make(lamp, { status: 'withdrawn' })]
  const found = async (account: string, id: string) => (await offers.findOffer(db, account, id))?.id
  assert.deepEqual([await found(ben.id, late), await found(ana.id, open), await found(eve.id, open)], [late, open, undefined])
  const locked = (id: string, account: string | null) => inTx(async (tx) => (await offers.lockOffer(tx, id, account))?.id)
  assert.deepEqual([await locked(late, null), await locked(late, ben.id), await locked(late, eve.id)], [late, late, undefined])
  const active = (listing: string, buyer: string) => inTx(async (tx) => (await offers.lockActive(tx, listing, buyer))?.id)
  assert.deepEqual([await active(vase, ben.id), await active(lamp, eve.id), await active(vase, eve.id)], [late, theirs, undefined])
  const activeOn = async (listings: string[], except: string | null) => ids(await inTx((tx) => offers.lockActiveOn(tx, listings, except)))
  assert.deepEqual([await activeOn([lamp], null), await activeOn([lamp], open)], [[open, theirs], [theirs]])
  const count = (seller: string, buyer: string) => offers.countActiveFrom(db, seller, buyer, now)
  assert.deepEqual([await count(ana.id, ben.id), await count(ana.id, eve.id), await count(eve.id, ben.id)], [1, 1, 0])
  const all = { accountId: ana.id, role: undefined, status: undefined, listing: undefined, updatedAfter: undefined, now }
  const page = async (filter: Partial<offers.OfferFilter>) => {
    const { rows, total } = await offers.pageOfOffers(db, { ...all, ...filter }, { limit: 9, offset: 0 })
    assert.equal(total, rows.length)
    return ids(rows).toSorted()
  }
  assert.deepEqual(await page({}), [open, late, theirs, ended])
  assert.deepEqual(await page({ role: 'buyer' }), [])
  assert.deepEqual([await page({ accountId: eve.id }), await page({ listing: vase })], [[theirs], [late]])
  assert.deepEqual([await page({ status: 'expired' }), await page({ status: 'open' })], [[late], [open]])
  await offers.updateOffers(db, [open], { status: 'withdrawn', updated_at: at(2) })
  assert.deepEqual([await page({ updatedAfter: at(1) }), await page({ updatedAfter: at(2) })], [[open], []])
  await inTx((tx) => offers.updateOffer(tx, late, { status: 'declined', updated_at: at(3) }, null))
  assert.deepEqual([await page({ status: 'declined' }), await page({ status: 'countered' })], [[late], [theirs]])
  const [{ created_at: made }] = await db.selectFrom('offers').select('created_at').where('id', '=', ended).execute() as [{ created_at: Date }] // prettier-ignore
  const times = (listing: string, buyer: string, since: number) =>
    offers.offerTimes(db, listing, buyer, new Date(made.getTime() - since), 9)
  assert.equal((await times(lamp, ben.id, DAY)).length, 2)
  assert.deepEqual([(await times(lamp, eve.id, DAY)).length, (await times(vase, eve.id, DAY)).length, await times(lamp, ben.id, 0)], [1, 0, []]) // prettier-ignore
})

test('active offers are locked by buyer and listing, by the two people, or by their deadline, and ended offers never', async () => {
  const [lamp, vase] = [await listingId(), await listingId()]
  const make = (id: string, more: Partial<Parameters<typeof makeOffer>[3]> = {}) =>
    makeOffer(ctx, shop, { id }, { buyerId: ben.id, expiresAt: at(-3_600), ...more })
  const { id: fay } = await app.signUp('Fay')
  // created before and after the offers that the functions must find
  const over = { buyerId: fay, expiresAt: at(-3_700) }
  await make(lamp, { ...over, status: 'declined' })
  await make(vase, { ...over, status: 'expired' })
  const [first, theirs] = [
    await make(vase, { buyerId: fay, expiresAt: at(-3_602) }),
    await make(lamp, { buyerId: eve.id, expiresAt: at(-3_601) }),
  ]
  const second = await make(lamp, { buyerId: fay, status: 'countered', expiresAt: at(-3_603) })
  await make(lamp, { ...over, status: 'withdrawn' })
  const active = (listing: string, buyer: string) => inTx(async (tx) => (await offers.lockActive(tx, listing, buyer))?.id)
  assert.deepEqual([await active(lamp, fay), await active(vase, fay), await active(vase, eve.id)], [second, first, undefined])
  const between = async (one: string, other: string) => ids(await inTx((tx) => offers.lockActiveBetween(tx, one, other)))
  assert.deepEqual([await between(ana.id, fay), await between(fay, ana.id), await between(fay, eve.id)], [[first, second], [first, second], []]) // prettier-ignore
  const due = async (seconds: number, limit = 9) => ids(await inTx((tx) => offers.lockDue(tx, at(seconds), limit)))
  assert.deepEqual([await due(-3_601), await due(-3_602), await due(-3_604)], [[second, first, theirs], [second, first], []])
  assert.deepEqual(await due(-3_601, 2), [second, first])
})

test('a transaction locks only the given listings', async () => {
  const [locked, free] = [await listingId(), await listingId()]
  const lockable = () => db.selectFrom('listings').select('id').where('id', 'in', [locked, free]).forUpdate().skipLocked().execute()
  const rows = await whileLocked((tx) => offers.lockListings(tx, [locked]), lockable)
  assert.deepEqual(ids(rows), [free])
})
