import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Context, type Helper, type Person } from '#platform/context/index.ts'
import { makeListing, makeOffer } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { counterOffer } from './counter.ts'

const { ctx, db, ana, ben, shop, now, at } = await moneyRows({ after })
const clock: Context = { ...ctx, now: () => now }
const actorOf = ({ id }: { id: string }) => ({ kind: 'key', accountId: id }) as Person
const AGENT: Helper = { kind: 'helper', name: 'negotiator', accountId: ana.id }

/** Creates an offer of 40 dollars by Ben for a listing with a price of 100 dollars. */
const open = async (expiresAt = at(60)) => {
  const listing = await makeListing(ctx, shop, { priceCents: 10_000, status: 'live' })
  return makeOffer(ctx, shop, listing, { buyerId: ben.id, expiresAt, amountCents: 4_000 })
}
const counter = (actor: Person | Helper, id: string, { amountCents = 7_000, context = clock } = {}) =>
  inTransaction(context, (tx) => counterOffer(tx, actor, id, { amountCents, note: null, message: null }))
const messagesOf = async (accountId: string) =>
  (await db.selectFrom('messages as m').innerJoin('threads as t', 't.id', 'm.thread_id').select('m.sender').where('t.buyer_id', '=', accountId).orderBy('m.id').execute()).map(({ sender }) => sender) // prettier-ignore

test('the owner or the agent makes a counteroffer, which is open for 48 hours, and its message names who made it', async () => {
  const before = (await messagesOf(ben.id)).length
  for (const [actor, by] of [
    [actorOf(ana), 'owner'],
    [AGENT, 'agent'],
  ] as const) {
    // prettier-ignore
    const row = (await counter(actor, await open()))!
    assert.deepEqual(
      [row.status, row.counter_cents, row.counter_by, row.counter_expires_at, row.expires_at],
      ['countered', 7_000, by, at(48 * 3_600), at(48 * 3_600)],
    )
  }
  assert.deepEqual((await messagesOf(ben.id)).slice(before), ['owner', 'agent'])
})

test('a counteroffer is above the offer and below the price', async () => {
  const id = await open()
  for (const amountCents of [4_000, 10_000]) await assert.rejects(counter(actorOf(ana), id, { amountCents }), { param: 'amount' })
  assert.equal((await counter(actorOf(ana), id, { amountCents: 4_001 }))?.counter_cents, 4_001)
  assert.equal((await counter(actorOf(ana), await open(), { amountCents: 9_999 }))?.counter_cents, 9_999)
})

test('a counteroffer that is not possible is an error for the owner and the buyer, and nothing for the agent', async () => {
  const late = await open(now)
  await assert.rejects(counter(actorOf(ana), late), { type: 'conflict' })
  assert.equal(await counter(AGENT, late), null)
  await assert.rejects(counter(actorOf(ben), await open()), { type: 'conflict' })
  const failing: Context = {
    ...clock,
    newId: () => {
      throw new Error('a bug')
    },
  }
  await assert.rejects(counter(AGENT, await open(), { context: failing }), /a bug/, 'a bug is an error for everyone')
})
