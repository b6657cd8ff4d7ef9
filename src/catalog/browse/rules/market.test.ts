import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { REAL } from '#core/tenant.ts'
import { LISTING_STATUSES, LISTING_VISIBILITIES } from '#catalog/listings/rules/listing.ts'
import {
  busyScore,
  listingSeen,
  MARKET_CATEGORIES,
  PRICE_BAND_CENTS,
  PRICE_BANDS,
  RESEARCH_CATEGORIES,
  SHOP_VISIBILITIES,
  shopSeen,
  viewerOf,
  type ListingSeen,
  type PriceBand,
  type Viewer,
} from './market.ts'

const VIEWERS: Viewer[] = ['owner', 'other']
const open = { visibility: 'public', paused: false } as const
const live = { status: 'live', visibility: 'everyone' } as const
const sold = { status: 'sold', visibility: 'everyone' } as const
const nowhere: ListingSeen = { search: false, store: null, read: false }
const readOnly: ListingSeen = { search: false, store: null, read: true }

const cases = SHOP_VISIBILITIES.flatMap((visibility) =>
  [true, false].flatMap((paused) =>
    LISTING_VISIBILITIES.flatMap((listingVisibility) =>
      LISTING_STATUSES.flatMap((status) =>
        VIEWERS.map((viewer) => ({
          shop: { visibility, paused },
          listing: { status, visibility: listingVisibility },
          viewer,
          seen: listingSeen({ visibility, paused }, { status, visibility: listingVisibility }, viewer),
        })),
      ),
    ),
  ),
)

test('search shows exactly the live, public listings in public shops that are not paused', () => {
  for (const { shop, listing, seen } of cases) {
    const expected = listing.status === 'live' && listing.visibility === 'everyone' && shop.visibility === 'public' && !shop.paused
    assert.equal(seen.search, expected)
  }
})

test('drafts, and all listings in private or paused shops, are hidden from everyone except the owner', () => {
  for (const { shop, listing, viewer, seen } of cases) {
    if (viewer === 'other' && (listing.status === 'draft' || shop.visibility === 'private' || shop.paused)) assert.deepEqual(seen, nowhere)
  }
})

test('every listing in search or on a store page can also be read by its id, and a link-only listing never appears in a list', () => {
  for (const { listing, seen } of cases) {
    if (seen.search || seen.store !== null) assert.ok(seen.read)
    if (seen.search) assert.equal(seen.store, 'for_sale')
    if (listing.visibility === 'link') assert.ok(!seen.search && seen.store === null)
  }
})

test('an owner can read all of their listings that other viewers can read', () => {
  for (const { shop, listing, seen } of cases) {
    const owner = listingSeen(shop, listing, 'owner')
    assert.ok(owner.read || !seen.read)
    assert.equal(owner.search, seen.search)
  }
})

test('a link-only listing can be read by anyone, but appears in no list', () => {
  assert.deepEqual(listingSeen(open, { status: 'live', visibility: 'link' }, 'other'), readOnly)
  assert.deepEqual(listingSeen(open, { status: 'sold', visibility: 'link' }, 'other'), readOnly)
})

test('a link-only shop lists its items on its own page, but the items do not appear in search', () => {
  const shop = { visibility: 'link', paused: false } as const
  assert.deepEqual(shopSeen(shop, 'other'), { listed: false, page: 'open' })
  assert.deepEqual(listingSeen(shop, live, 'other'), { search: false, store: 'for_sale', read: true })
})

test('a sold item disappears from search, but remains readable and appears as recently sold', () => {
  assert.deepEqual(listingSeen(open, sold, 'other'), { search: false, store: 'recently_sold', read: true })
})

test('the page of a paused shop says that the shop is paused, and only the owner can read its listings', () => {
  const shop = { visibility: 'public', paused: true } as const
  assert.deepEqual(shopSeen(shop, 'other'), { listed: false, page: 'paused' })
  assert.deepEqual(listingSeen(shop, live, 'other'), nowhere)
  assert.deepEqual(listingSeen(shop, live, 'owner'), readOnly)
})

test('a private shop is visible only to its owner, whether or not it is paused', () => {
  for (const paused of [true, false]) {
    assert.deepEqual(shopSeen({ visibility: 'private', paused }, 'other'), { listed: false, page: 'hidden' })
  }
  assert.deepEqual(shopSeen({ visibility: 'private', paused: false }, 'owner'), { listed: false, page: 'open' })
  assert.equal(listingSeen({ visibility: 'private', paused: false }, live, 'owner').read, true)
})

test('no public view shows a draft, even to its owner', () => {
  assert.deepEqual(listingSeen(open, { status: 'draft', visibility: 'everyone' }, 'owner'), nowhere)
})

const inBand = (band: PriceBand, cents: number): boolean => {
  const { minCents, maxCents } = PRICE_BAND_CENTS[band]
  return (minCents === null || cents >= minCents) && (maxCents === null || cents <= maxCents)
}

test('the middle price band includes both 25 and 100 dollars', () => {
  assert.ok(inBand('under-25', 24_99) && !inBand('under-25', 25_00))
  assert.ok(inBand('25-100', 25_00) && inBand('25-100', 100_00))
  assert.ok(inBand('over-100', 100_01) && !inBand('over-100', 100_00))
})

test('every price belongs to the price band `any` and to exactly one other price band', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      assert.ok(inBand('any', cents))
      assert.equal(PRICE_BANDS.filter((band) => band !== 'any' && inBand(band, cents)).length, 1)
    }),
  )
})

test('a shop’s activity score depends on views, likes, messages, offers and sales', () => {
  assert.equal(busyScore({ views: 1, likes: 1, messages: 1, offers: 1, sales: 1 }), 86)
  assert.equal(busyScore({ views: 7, likes: 0, messages: 2, offers: 0, sales: 1 }), 77)
})

test('there are nine search categories and ten research categories', () => {
  assert.equal(MARKET_CATEGORIES.length, 9)
  assert.equal(RESEARCH_CATEGORIES.length, 10)
})

test('an account of a different tenant sees no shop, even if its id equals that of the owner', () => {
  const owner = { id: 'acc_1', tenant: REAL } as const
  assert.equal(viewerOf(owner, { accountId: 'acc_1', tenant: REAL }), 'owner')
  assert.equal(viewerOf(owner, { accountId: 'acc_2', tenant: REAL }), 'other')
  assert.equal(viewerOf(owner, { accountId: null, tenant: REAL }), 'other')
  assert.equal(viewerOf(owner, { accountId: 'acc_1', tenant: 'usr_2' }), 'elsewhere')
  assert.deepEqual(shopSeen(open, 'elsewhere'), { listed: false, page: 'hidden' })
  assert.deepEqual(listingSeen(open, live, 'elsewhere'), nowhere)
})

test('a listing that the operator has hidden can be read only by its owner', () => {
  const hidden = { status: 'live', visibility: 'hidden' } as const
  assert.deepEqual(listingSeen(open, hidden, 'owner'), readOnly)
  assert.deepEqual(listingSeen(open, hidden, 'other'), nowhere)
})

test('each price belongs to exactly one price band besides `any`', () => {
  const bandsOf = (cents: number) =>
    PRICE_BANDS.filter((band) => {
      const { minCents, maxCents } = PRICE_BAND_CENTS[band]
      return band !== 'any' && (minCents ?? 0) <= cents && cents <= (maxCents ?? Infinity)
    })
  assert.deepEqual([0, 24_99, 25_00, 100_00, 100_01].map(bandsOf), [['under-25'], ['under-25'], ['25-100'], ['25-100'], ['over-100']])
})

test('the activity score adds up the weighted counts of one week', () => {
  const week = { views: 2, likes: 2, messages: 2, offers: 2, sales: 2 }
  assert.equal(busyScore(week), 2 * (1 + 5 + 10 + 20 + 50))
})
