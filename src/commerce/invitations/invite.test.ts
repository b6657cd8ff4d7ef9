import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { makeListing } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { declineInvitation } from './decline.ts'
import { countAudience, inviteLikers } from './invite.ts'

const { app, ctx: service, db, ana, ben, eve, shop, at, now } = await moneyRows({ after })
const ctx: Context = { ...service, now: () => now }
const HOUR = 3_600

/** Creates a listing for 100 dollars that the accounts liked two hours ago. */
async function liked(...accounts: { id: string }[]): Promise<string> {
  const { id } = await makeListing(ctx, shop, { priceCents: 10_000, lowestPriceCents: 6_000 })
  for (const account of accounts) await db.insertInto('likes').values({ listing_id: id, account_id: account.id, created_at: at(-2 * HOUR) }).execute() // prettier-ignore
  return id
}
const actorOf = ({ id }: { id: string }) => ({ kind: 'key', accountId: id }) as Person
const invite = (listing: string, { by = ana, amount = 8_000, note }: { by?: { id: string }; amount?: number; note?: string } = {}) =>
  inTransaction(ctx, (tx) => inviteLikers(tx, actorOf(by), listing, { amount, note }))
const past = (by: { id: string }, listing: string, seconds: number) => ({ id: ctx.newId('inv'), account_id: by.id, listing_id: listing, amount_cents: 8_000, note: null, expires_at: at(seconds + 1), ended_as: 'closed' as const, sent: 1, created_at: at(seconds), updated_at: at(seconds) }) // prettier-ignore

test('an invitation goes to all people who like the listing, is open for 48 hours, and each of them gets an event', async () => {
  const listing = await liked(ben, eve)
  assert.equal(await countAudience(ctx, actorOf(ana), listing), 2)
  const { id, ...row } = await invite(listing, { note: 'Take it?' })
  assert.deepEqual(
    [row.account_id, row.listing_id, row.amount_cents, row.note, row.sent, row.created_at, row.expires_at],
    [ana.id, listing, 8_000, 'Take it?', 2, now, at(48 * HOUR)],
  )
  const events = await db.selectFrom('events').select(['account_id', 'data']).where('type', '=', 'invitation.received').execute()
  assert.deepEqual(events.map(({ account_id }) => account_id).toSorted(), [ben.id, eve.id].toSorted())
  assert.deepEqual(new Set(events.map(({ data }) => (JSON.parse(data) as { object: { id: string; amount: number } }).object.amount)), new Set([80])) // prettier-ignore
  await assert.rejects(invite(listing), { type: 'conflict', message: /already has an open invitation/ })
  assert.equal((await invite(await liked(await app.signUp('Fay')))).note, null)
})

test('an account sends at most 50 invitations in 24 hours, and learns when the next one is possible', async () => {
  const gil = await app.signUp('Gil')
  await db.deleteFrom('invitations').execute()
  const listing = await liked(gil)
  await db.insertInto('invitations').values([past(ana, listing, -24 * HOUR), past(ana, listing, -20 * HOUR + 0.001), ...Array.from({ length: 48 }, () => past(ana, listing, -HOUR)), past(gil, listing, -HOUR)]).execute() // prettier-ignore
  assert.equal((await invite(listing)).sent, 1)
  await assert.rejects(invite(await liked(await app.signUp('Hal'))), {
    type: 'rate_limit',
    headers: { 'Retry-After': String(4 * HOUR + 1) },
  })
})

test('only the owner can invite, only to a listing that is for sale, and only for an amount between the minimum price and 95%', async () => {
  await db.deleteFrom('invitations').execute()
  const listing = await liked(await app.signUp('Ivy'))
  await assert.rejects(invite(listing, { by: ben }), { type: 'not_found' })
  await assert.rejects(countAudience(ctx, actorOf(ben), listing), { type: 'not_found' })
  for (const amount of [5_999, 9_501]) await assert.rejects(invite(listing, { amount }), { type: 'invalid_request', param: 'amount' })
  const setListing = (columns: object) => db.updateTable('listings').set(columns).where('id', '=', listing).execute()
  const setShop = (columns: object) => db.updateTable('shops').set(columns).where('id', '=', shop.id).execute()
  for (const [change, back] of [
    [() => setListing({ hidden_at: now }), () => setListing({ hidden_at: null })],
    [() => setShop({ paused: true }), () => setShop({ paused: false })],
    [() => setShop({ visibility: 'private' }), () => setShop({ visibility: 'public' })],
  ] as const) {
    await change()
    await assert.rejects(invite(listing), { type: 'conflict', message: /is not for sale now/ })
    await back()
  }
  await setShop({ away_until: at(HOUR) })
  await assert.rejects(invite(listing), { type: 'conflict', code: 'away' })
  await setShop({ away_until: null })
  await assert.rejects(invite(await liked()), { type: 'conflict', message: /no one to invite/ })
  assert.equal((await invite(listing, { amount: 9_500 })).amount_cents, 9_500)
})

test('an invitation that was answered or has expired cannot be declined', async () => {
  await db.deleteFrom('invitations').execute()
  const jo = await app.signUp('Jo')
  const { id } = await invite(await liked(jo))
  const decline = (seconds: number) => inTransaction({ ...ctx, now: () => at(seconds) }, (tx) => declineInvitation(tx, actorOf(jo), id))
  await assert.rejects(decline(48 * HOUR), { type: 'conflict', code: 'expired' })
  assert.equal((await decline(48 * HOUR - 1)).answer, 'declined')
  await assert.rejects(decline(1), { type: 'conflict', code: 'declined' })
})
