import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { makeOffer } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { closeOffers, closeOffersBetween, leaveOffers } from './close.ts'

const { ctx, db, ana, ben, shop, now, at, listingId } = await moneyRows({ after })

const byName = (a: string, b: string) => (a < b ? -1 : 1)

/** Actions that end active offers, with the status and the event of an offer whose deadline has not passed. */
const ACTIONS: [what: string, end: (tx: Tx, listing: string) => Promise<void>, status: string, events: string[]][] = [
  ['its listing is sold', (tx, listing) => closeOffers(tx, [listing], 'sold'), 'closed', ['ben offer.closed']],
  ['the seller blocks the buyer', (tx) => closeOffersBetween(tx, ana.id, ben.id), 'closed', ['ben offer.closed']],
  ['the buyer blocks the seller', (tx) => closeOffersBetween(tx, ben.id, ana.id), 'closed', ['ana offer.updated']],
  ['the buyer closes the account', (tx) => leaveOffers(tx, ben.id), 'withdrawn', ['ana offer.updated']],
  ['the seller closes the account', (tx) => leaveOffers(tx, ana.id), 'closed', ['ben offer.closed']],
]
for (const [what, end, status, events] of ACTIONS)
  test(`when ${what}, an active offer ends, but an offer past its deadline expires`, async () => {
    const offer = async (expiresAt: Date) => {
      const listing = await listingId()
      return { listing, id: await makeOffer(ctx, shop, { id: listing }, { buyerId: ben.id, expiresAt }) }
    }
    const [open, late] = [await offer(at(1)), await offer(now)]
    await inTransaction({ ...ctx, now: () => now }, async (tx) => {
      await end(tx, open.listing)
      await end(tx, late.listing)
    })
    const stateOf = async (id: string) => {
      const { status: stored } = await db.selectFrom('offers').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      const rows = await db.selectFrom('events').select(['account_id', 'type', 'data']).execute()
      const about = rows.filter(({ data }) => JSON.parse(data).object.id === id)
      return [stored, about.map(({ account_id, type }) => `${account_id === ana.id ? 'ana' : 'ben'} ${type}`).toSorted(byName)]
    }
    assert.deepEqual(await stateOf(open.id), [status, events])
    assert.deepEqual(await stateOf(late.id), ['expired', ['ana offer.expired', 'ben offer.expired']])
  })
