import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOW } from '#test/cards.ts'
import { presentBulk, presentPreview } from './present.ts'
import type { Plan } from './plan.ts'
import type { BulkRow, Progress } from './queries.ts'

const ROW = { id: 'blk_1', status: 'running', undoing: false, change: {}, ended_at: null, created_at: NOW } as unknown as BulkRow
const shown = (row: object, counts: Progress['counts']) => {
  const refused = ['refused', 'unrestored'].map((state) => ({ state, listing_id: state, message: null, param: null }))
  const { done, total, refused: list } = presentBulk({ ...ROW, ...row }, { counts, refused } as unknown as Progress)
  return [done, total, list]
}

test('the progress of a bulk change counts all its listings, and that of its undo only the changed ones', () => {
  const refused = (id: string) => [{ id, message: '', param: null }]
  assert.deepEqual(shown({}, {}), [0, 0, refused('refused')])
  assert.deepEqual(shown({}, { waiting: 1, changed: 20, refused: 300 }), [20, 321, refused('refused')])
  assert.deepEqual(shown({ undoing: true }, {}), [0, 0, refused('unrestored')])
  assert.deepEqual(shown({ undoing: true }, { changed: 1, restored: 20, unrestored: 300 }), [20, 321, refused('unrestored')])
})

test('the preview of a bulk change shows who set a price, if there is a price', () => {
  const listing = { id: 'lst_1', title: 'Lamp', prompt: null }
  const values = {
    status: 'live',
    visibility: 'everyone',
    price: 4_050,
    priceBasis: null,
    lowestPrice: null,
    shipping: 850,
    takeOffers: true,
  }
  const { rows } = presentPreview(
    { rows: [{ listing, before: values, after: { ...values, price: null, priceBasis: 'default' } }, { listing, before: values, after: null }], refused: [], order: [] } as unknown as Plan, // prettier-ignore
    { text: 'token', expiresAt: NOW },
  )
  const before = { status: 'live', visibility: 'everyone', price: 40.5, price_basis: 'seller', lowest_price: null, shipping: 8.5, take_offers: true } // prettier-ignore
  assert.deepEqual(rows, [
    { id: 'lst_1', name: 'Lamp', before, after: { ...before, price: null, price_basis: null } },
    { id: 'lst_1', name: 'Lamp', before, after: null },
  ])
})
