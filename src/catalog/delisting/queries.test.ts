import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeShop } from '#test/rows.ts'
import { findPendingDeals } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const [ana, ben] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id]
const now = ctx.now()
const later = new Date(now.getTime() + 1_000)

type Deals = { until?: Date; offer?: 'open' | 'countered' | 'declined'; hold?: 'asked' | 'active' | 'returned' }
const CASES: readonly (readonly [name: string, deals: Deals, expected: { offers: boolean; deposits: boolean }])[] = [
  ['an open offer', { offer: 'open' }, { offers: true, deposits: false }],
  ['a counteroffer', { offer: 'countered' }, { offers: true, deposits: false }],
  ['a declined offer', { offer: 'declined' }, { offers: false, deposits: false }],
  ['an expired offer', { offer: 'open', until: now }, { offers: false, deposits: false }],
  ['a paid deposit', { hold: 'active' }, { offers: false, deposits: true }],
  ['an unpaid hold', { hold: 'asked' }, { offers: false, deposits: false }],
  ['a returned deposit', { hold: 'returned' }, { offers: false, deposits: false }],
  ['an expired deposit', { hold: 'active', until: now }, { offers: false, deposits: false }],
  ['no deal', {}, { offers: false, deposits: false }],
]

test('only unexpired offers without a decision and paid deposits of the given listings or shop are pending', async () => {
  const listings: string[] = []
  const pending = (listingIds: readonly string[], shopId: string | null) => findPendingDeals(ctx.db, { listingIds, shopId }, now)
  for (const [name, { until = later, offer, hold }, expected] of CASES) {
    const shop = await makeShop(ctx, ana)
    const { id } = await makeListing(ctx, shop)
    listings.push(id)
    if (offer) await makeOffer(ctx, shop, { id }, { buyerId: ben, status: offer, expiresAt: until })
    const row = { id: ctx.newId('hld'), listing_id: id, shop_id: shop.id, seller_id: ana, buyer_id: ben, listing_title: 'Lamp', deposit_cents: 100, created_at: now, updated_at: now } // prettier-ignore
    if (hold) await ctx.db.insertInto('holds').values({ ...row, status: hold, until }).execute() // prettier-ignore
    assert.deepEqual([await pending([id], null), await pending([], shop.id)], [expected, expected], name)
  }
  assert.deepEqual(await pending(listings, null), { offers: true, deposits: true })
})
