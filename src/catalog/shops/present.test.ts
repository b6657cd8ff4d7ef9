import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentShopEvent } from './present.ts'
import type { ShopRow } from './queries.ts'

test('the event about a shop shows its public fields only', () => {
  const fields = { id: 'shp_1', slug: 'attic', name: 'Attic', visibility: 'public', paused: false } as const
  const row = { ...fields, lowest_percent: 15, ship_from: { line1: 'Hidden Street 1' } } as unknown as ShopRow
  assert.deepEqual(presentShopEvent(row), { object: 'shop', ...fields })
})
