import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORE } from '#test/cards.ts'
import type { SearchResult } from './index.ts'
import { presentFound } from './present.ts'

test('a listing that the operator finds links to its page, unless it is a draft', () => {
  const listing = { id: 'lst_1', title: 'Lamp', status: 'live', hidden: false, owner_id: 'usr_1', shop_slug: 'attic', link: 'lamp-1' }
  const listings = [listing, { ...listing, status: 'draft' }, { ...listing, link: null }]
  const found = presentFound(CORE, { accounts: [], listings, orders: [] } as unknown as SearchResult)
  assert.deepEqual(
    found.listings.map(({ url, owner }) => [url, owner]),
    [
      ['https://attic.market.example/lamp-1', 'usr_1'],
      [null, 'usr_1'],
      [null, 'usr_1'],
    ],
  )
})
