import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeListing, makeOffer, makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as invitations from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, ids, inTx, listingId, order } = await moneyRows({ after })
const fay = await app.signUp('Fay')
const shopOfFay = await makeShop(ctx, fay.id, { name: 'Cellar', lowestPercent: 40 })

type Fields = { listing?: string; by?: string; to?: string[]; until?: Date; from?: Date }
/** Creates an invitation, by default from Ana to Ben, that can be accepted for one more minute. */
const invite = async ({ listing, by = ana.id, to = [ben.id], until = at(60), from = at(-60) }: Fields = {}) => {
  const id = ctx.newId('inv')
  const listing_id = listing ?? (await listingId())
  const row = { id, account_id: by, listing_id, amount_cents: 4000, note: null, expires_at: until, sent: to.length, created_at: from }
  await inTx((tx) => invitations.insertInvitation(tx, row, to))
  return { id, listing: listing_id }
}
/** Returns how an invitation and the answers of its recipients have ended, sorted by account. */
const stateOf = async ({ id }: { id: string }) => {
  const row = await db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const answers = await db.selectFrom('invitation_recipients').select('answer').where('invitation_id', '=', id).orderBy('account_id').execute() // prettier-ignore
  return [row.ended_as, ...answers.map(({ answer }) => answer)]
}

test('an invitation is found only by its sender and by the people whom it reached', async () => {
  const other = await invite({ to: [ben.id, eve.id] })
  const { id, listing } = await invite({ to: [ben.id] })
  for (const find of [invitations.findSent, invitations.lockSent]) {
    const found = async (account: string) => (await inTx((tx) => find(tx, account, id)))?.id
    assert.deepEqual([await found(ana.id), await found(ben.id)], [id, undefined])
  }
  for (const find of [invitations.findReceived, invitations.lockReceived]) {
    const found = async (account: string) => (await inTx((tx) => find(tx, account, id)))?.id
    assert.deepEqual([await found(ben.id), await found(eve.id), await found(ana.id)], [id, undefined, undefined])
    assert.equal((await inTx((tx) => find(tx, eve.id, other.id)))?.id, other.id)
  }
  const answer = { id: other.id, accountId: ben.id, orderId: null, now: at(1) }
  await inTx((tx) => invitations.writeAnswer(tx, { ...answer, answer: 'declined' }))
  const taken = () => db.selectFrom('invitations').select(['id', 'taken']).where('id', 'in', [id, other.id]).orderBy('id').execute()
  const counts = async () => (await taken()).map((row) => row.taken)
  assert.deepEqual(
    [await counts(), await stateOf(other), await stateOf({ id })],
    [
      [0, 0],
      [null, 'declined', null],
      [null, null],
    ],
  )
  const orderId = await order()
  await inTx((tx) => invitations.writeAnswer(tx, { ...answer, accountId: eve.id, answer: 'taken', orderId }))
  assert.deepEqual(
    [await counts(), await stateOf(other), await stateOf({ id })],
    [
      [1, 0],
      [null, 'declined', 'taken'],
      [null, null],
    ],
  )
  await inTx((tx) => invitations.endInvitation(tx, id, 'withdrawn', now))
  assert.deepEqual(
    [await stateOf(other), await stateOf({ id })],
    [
      [null, 'declined', 'taken'],
      ['withdrawn', null],
    ],
  )
  assert.equal((await inTx((tx) => invitations.expireOn(tx, listing, now)))?.id, undefined)
})

test('the account’s recent invitations count toward its limit, and the minimum price is that of the listing and its shop', async () => {
  const [gil, created] = [(await app.signUp('Gil')).id, [at(-30), at(-20), at(-10)] as const]
  for (const from of created) await invite({ by: gil, from })
  await invite({ from: at(-15) })
  const times = (since: number, limit: number) => invitations.invitationTimes(db, gil, at(since), limit)
  assert.deepEqual([await times(-30, 9), await times(-31, 2)], [[at(-10), at(-20)], [at(-10), at(-20)]]) // prettier-ignore
  assert.deepEqual(await times(-31, 9), created.toReversed())
  const { id } = await makeListing(ctx, shopOfFay, { lowestPriceCents: 4500 })
  assert.deepEqual(await invitations.findFloor(db, id), { lowest_price_cents: 4500, lowest_percent: 40 })
  assert.deepEqual(await invitations.findFloor(db, await listingId()), { lowest_price_cents: null, lowest_percent: 15 })
})

test('an invitation reaches the people who like the listing, unless they are suspended, blocked, offering or were invited recently', async () => {
  const names = ['Ivo', 'Jo', 'Kim', 'Lea', 'Mo', 'Nia', 'Oz', 'Pam', 'Rae', 'Sam', 'Tia'] as const
  const people = await Promise.all(names.map((name) => app.signUp(name)))
  const [late, early, soon, suspended, blocked, blocking, offering, countered, invited, elsewhere, ended] = people.map(({ id }) => id) as [string, string, string, string, string, string, string, string, string, string, string] // prettier-ignore
  const [listing, other] = [await listingId(), await listingId()]
  const like = async (account_id: string, listing_id: string, seconds: number) =>
    db
      .insertInto('likes')
      .values({ account_id, listing_id, created_at: at(seconds) })
      .execute()
  for (const [index, { id }] of people.entries()) await like(id, listing, -200 - index)
  await like(ana.id, listing, -500)
  await like(ben.id, other, -500)
  await db.updateTable('likes').set({ created_at: at(-99) }).where('account_id', '=', soon).execute() // prettier-ignore
  await db.updateTable('accounts').set({ suspended_at: now }).where('id', '=', suspended).execute()
  const block = (account_id: string, blocked_id: string) => db.insertInto('blocks').values({ account_id, blocked_id, created_at: now }).execute() // prettier-ignore
  await block(ana.id, blocked)
  await block(blocking, ana.id)
  await block(elsewhere, ben.id)
  await makeOffer(ctx, shop, { id: listing }, { buyerId: offering, expiresAt: at(1) })
  await makeOffer(ctx, shop, { id: listing }, { buyerId: countered, status: 'countered', expiresAt: at(1) })
  await makeOffer(ctx, shop, { id: listing }, { buyerId: early, expiresAt: now })
  await makeOffer(ctx, shop, { id: listing }, { buyerId: ended, status: 'declined', expiresAt: at(1) })
  await makeOffer(ctx, shop, { id: other }, { buyerId: elsewhere, expiresAt: at(1) })
  const WEEK = 7 * 86_400
  await invite({ listing, to: [invited], from: at(1 - WEEK), until: at(-1) })
  await inTx((tx) => invitations.expireOn(tx, listing, now))
  await invite({ listing, to: [ended], from: at(-WEEK), until: at(-1) })
  await invite({ listing: other, to: [elsewhere, late] })
  const audience = { listingId: listing, sellerId: ana.id, likedBefore: at(-100), now, limit: 9 }
  const expected = [late, early, elsewhere, ended]
  const reached = async (more: Partial<typeof audience> = {}) => {
    const accounts = await inTx((tx) => invitations.lockEligible(tx, { ...audience, ...more }))
    assert.equal(await invitations.countEligible(db, { ...audience, ...more }), accounts.length)
    return accounts
  }
  assert.deepEqual([await reached(), await reached({ limit: 2 })], [expected, [late, early]])
  assert.deepEqual(await reached({ likedBefore: at(-99) }), [soon, ...expected])
})

test('only the open invitations to the given listings end, as expired if their deadline has passed and otherwise as closed', async () => {
  const [open, due, other] = [await invite(), await invite({ until: now }), await invite({ until: now })]
  const past = await invite({ until: now })
  await inTx((tx) => invitations.endInvitation(tx, past.id, 'withdrawn', now))
  const expire = async ({ listing }: { listing: string }) => (await inTx((tx) => invitations.expireOn(tx, listing, now)))?.id
  assert.deepEqual([await expire(open), await expire(past)], [open.id, undefined])
  assert.deepEqual([await stateOf(due), await stateOf(other)], [[null, null], [null, null]]) // prettier-ignore
  assert.equal(await expire(due), undefined)
  assert.deepEqual([await stateOf(open), await stateOf(due), await stateOf(other)], [[null, null], ['expired', null], [null, null]]) // prettier-ignore
  const late = await invite({ until: now })
  await inTx((tx) => invitations.closeOn(tx, [open.listing, late.listing, past.listing], now))
  const states = [await stateOf(open), await stateOf(late), await stateOf(past), await stateOf(other)]
  assert.deepEqual(states, [['closed', null], ['expired', null], ['withdrawn', null], [null, null]]) // prettier-ignore
})

test('an account’s open invitations and answers end, and a block ends the open answers between two people, but no others', async () => {
  const [gil, hal] = [(await app.signUp('Gil')).id, (await app.signUp('Hal')).id]
  const listing = async () => (await makeListing(ctx, shopOfFay)).id
  const of = async (by: string, to: string[], until = at(60)) => invite({ by, to, until, listing: await listing() })
  const [sent, received] = [await of(gil, [ben.id]), await of(ana.id, [gil, hal])]
  const [sentLate, receivedLate, others] = [await of(gil, [ben.id], now), await of(ana.id, [gil], now), await of(ana.id, [hal])]
  const [sentEnded, receivedEnded, declined] = [await of(gil, [ben.id]), await of(ana.id, [gil]), await of(ana.id, [gil])]
  for (const { id } of [sentEnded, receivedEnded]) await inTx((tx) => invitations.endInvitation(tx, id, 'withdrawn', now))
  await inTx((tx) => invitations.writeAnswer(tx, { id: declined.id, accountId: gil, answer: 'declined', orderId: null, now }))
  const all = [sent, received, sentLate, receivedLate, others, sentEnded, receivedEnded, declined]
  const states = async () => (await Promise.all(all.map(stateOf))).map((state) => state.join())
  await inTx((tx) => invitations.closeBetween(tx, ben.id, hal, now))
  const before = [',', ',,', ',', ',', ',', 'withdrawn,', 'withdrawn,', ',declined']
  assert.deepEqual(await states(), before)
  await inTx((tx) => invitations.closeOf(tx, gil, now))
  const after = ['closed,', ',closed,', ',', ',', ',', 'withdrawn,', 'withdrawn,', ',declined']
  assert.deepEqual(await states(), after)
  const both = [await of(hal, [gil, ben.id]), await of(gil, [hal, ben.id])]
  const remaining = [await of(hal, [gil], now), await of(hal, [ben.id]), await of(ana.id, [gil])]
  await inTx((tx) => invitations.closeBetween(tx, gil, hal, now))
  const answers = async (which: { id: string }[]) => (await Promise.all(which.map(stateOf))).map((state) => state.map((one) => one ?? '-').join(' ')) // prettier-ignore
  assert.deepEqual(await answers(both), [ben.id < gil ? '- - closed' : '- closed -', ben.id < hal ? '- - closed' : '- closed -'])
  assert.deepEqual(await answers(remaining), ['- -', '- -', '- -'])
})

test('a page of invitations contains those that the account sent or received, with the given listing and status, newest first', async () => {
  const [gil, hal] = [(await app.signUp('Gil')).id, (await app.signUp('Hal')).id]
  const make = (until?: Date) => invite({ by: gil, to: [hal, ben.id], ...(until && { until }) })
  const [open, late, ended, closed] = [await make(), await make(now), await make(), await make()]
  await invite({ to: [eve.id] })
  await inTx((tx) => invitations.endInvitation(tx, ended.id, 'withdrawn', now))
  const decline = { id: closed.id, accountId: hal, answer: 'declined', orderId: null, now } as const
  await inTx((tx) => invitations.writeAnswer(tx, decline))
  const all = { accountId: gil, status: undefined, listing: undefined, now } satisfies invitations.InvitationFilter
  const { pageOfSent, pageOfReceived } = invitations
  type Page = typeof pageOfSent | typeof pageOfReceived
  const page = async (which: Page, more: Partial<invitations.InvitationFilter>, part = { limit: 9, offset: 0 }) => {
    const { rows, total } = await which(db, { ...all, ...more }, part)
    return [total, ...ids(rows)]
  }
  const every = [closed.id, ended.id, late.id, open.id]
  for (const [which, accountId] of [[pageOfSent, gil], [pageOfReceived, hal]] as const) {
    const isSent = which === pageOfSent
    assert.deepEqual(await page(which, { accountId }), [4, ...every])
    assert.deepEqual(await page(which, { accountId, listing: late.listing }), [1, late.id])
    assert.deepEqual(await page(which, { accountId, status: 'open' }), isSent ? [2, closed.id, open.id] : [1, open.id])
    assert.deepEqual(await page(which, { accountId, status: 'declined' }), isSent ? [0] : [1, closed.id])
    assert.deepEqual([await page(which, { accountId, status: 'expired' }), await page(which, { accountId, status: 'withdrawn' })], [[1, late.id], [1, ended.id]]) // prettier-ignore
    assert.deepEqual(await page(which, { accountId }, { limit: 2, offset: 1 }), [4, ended.id, late.id])
    assert.deepEqual(await page(which, { accountId: ana.id, listing: open.listing }), [0])
  } // prettier-ignore
})
