import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REAL } from '#core/tenant.ts'
import { CORE, NOW, picture } from '#test/cards.ts'
import type { ListingRow, ListingSurroundings } from './queries.ts'
import { listingUrl, presentListing, presentListingEvent } from './present.ts'

const ROW = { id: 'lst_1', shop_slug: 'attic', tenant: REAL, status: 'live', visibility: 'everyone', title: 'Lamp', price_cents: 4_050, link: 'lamp-1' } as const // prettier-ignore

test('the event about a listing shows its public fields only', () => {
  assert.deepEqual(presentListingEvent(CORE, { ...ROW, lowest_price_cents: 3_000 } as typeof ROW), {
    object: 'listing',
    id: 'lst_1',
    shop: 'attic',
    status: 'live',
    visibility: 'everyone',
    title: 'Lamp',
    price: 40.5,
    url: 'https://attic.market.example/lamp-1',
  })
})

test('a listing that was never published has the URL of its draft', () => {
  assert.equal(listingUrl(CORE, { ...ROW, link: null }), 'https://market.example/listings/lst_1')
  assert.equal(listingUrl(CORE, { ...ROW, tenant: 'usr_1' }), 'https://market.example/test/attic/lamp-1')
})

test('the owner sees the next step, and who set the price', () => {
  const row = { ...ROW, status: 'draft', fields: [], parcel: null, prompt: null, price_basis: null, created_at: NOW, updated_at: NOW } as unknown as ListingRow // prettier-ignore
  const shown = (change: Partial<ListingRow>, photos: { source: string; is_video: boolean }[]) => {
    const surroundings = {
      photos: photos.map((photo) => ({ ...picture('lamp'), ...photo })),
      pendingPhotos: [],
      stats: {},
      priceDrop: null,
    }
    const { step, price_basis } = presentListing(CORE, { ...row, ...change }, surroundings as unknown as ListingSurroundings)
    return [step, price_basis]
  }
  const [own, stock, video] = [{ source: 'own', is_video: false }, { source: 'stock', is_video: false }, { source: 'own', is_video: true }] // prettier-ignore
  assert.deepEqual(shown({ price_cents: null }, [own]), ['price', null])
  assert.deepEqual(shown({}, [own]), ['publish', 'seller'])
  assert.deepEqual(shown({ price_basis: 'comparables' }, [stock, video]), ['photos', 'comparables'])
})
