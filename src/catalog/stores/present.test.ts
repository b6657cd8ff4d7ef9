import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, CORE, DETAIL, NOW } from '#test/cards.ts'
import { isRunning, presentStoreFront, storeFrontExpiresAtMs } from './present.ts'
import type { StoreFront } from './records.ts'

const STORE = { slug: 'attic', name: 'Attic', owner: { id: 'usr_1', name: 'Ana' }, about: 'Old lamps. And more.', location: 'Portland', createdAt: NOW, forSale: 3, sold: 2, paused: false, awayUntil: null, bundleTiers: [{ from: 2, percent: 5, id: 'x' }], bundleShipping: 'sum', pictureUrl: null, url: 'https://attic.market.example' } // prettier-ignore
const SALE = { percent: 20, endsAt: after(60), partial: true }
const FRONT = { store: STORE, followers: 4, following: true, sale: SALE, cards: [], shelf: { facets: null }, recentlySold: [{ title: 'Vase', priceCents: 2_050, soldAt: after(-90) }] } as unknown as StoreFront // prettier-ignore
const expires = (change: Partial<StoreFront>) => storeFrontExpiresAtMs(CORE, { ...FRONT, ...change })

test('a store shows its public fields, its running sale and what it sold recently', () => {
  assert.deepEqual(presentStoreFront(CORE, FRONT), {
    object: 'store',
    slug: 'attic',
    name: 'Attic',
    owner: 'Ana',
    tagline: 'Old lamps.',
    about: 'Old lamps. And more.',
    location: 'Portland',
    since: 'January 2030',
    for_sale: 3,
    sold: 2,
    paused: false,
    away_until: null,
    bundle_tiers: [{ from: 2, percent: 5 }],
    bundle_shipping: 'sum',
    picture_url: null,
    url: 'https://attic.market.example',
    followers: 4,
    following: true,
    sale: { percent: 20, ends_at: after(60).toISOString(), partial: true },
    listings: [],
    recently_sold: [{ title: 'Vase', price: 20.5, when: '1 hour ago' }],
  })
})

test('a sale is running until its end', () => {
  assert.deepEqual([isRunning(SALE, NOW), isRunning({ ...SALE, endsAt: NOW }, NOW), isRunning(null, NOW)], [true, false, false])
  assert.equal(presentStoreFront(CORE, { ...FRONT, sale: { ...SALE, endsAt: NOW } }).sale, null)
})

test('a store expires when a label, its sale, its absence or the age of a sold item changes, whichever is first', () => {
  // the age of the sold item changes from one hour to two
  assert.equal(expires({ sale: null }), after(30).getTime())
  assert.equal(expires({ sale: { ...SALE, endsAt: after(20) } }), after(20).getTime())
  assert.equal(expires({ sale: { ...SALE, endsAt: NOW } }), after(30).getTime())
  assert.equal(expires({ store: { ...FRONT.store, awayUntil: after(10) } }), after(10).getTime())
  assert.equal(expires({ cards: [{ ...DETAIL, reservedUntil: after(5) }] }), after(5).getTime())
  assert.equal(expires({ recentlySold: [] }), after(60).getTime())
})
