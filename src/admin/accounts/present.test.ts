import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORE } from '#test/cards.ts'
import { presentOperatorReview, presentPerson } from './present.ts'
import type { ListingOf, PersonRow, ReviewOf } from './queries.ts'

test('a listing in the operator’s view of an account links to its page, if it was ever published', () => {
  const row = { id: 'usr_1', name: 'Ana', email: 'ana@demo.test', created_at: new Date('2030-01-01'), shops: [] } as unknown as PersonRow
  const listing: ListingOf = { id: 'lst_1', title: 'Lamp', status: 'live', hidden: false, shop_slug: 'attic', link: 'lamp-1' }
  const { link: _, shop_slug: __, ...shown } = listing
  assert.deepEqual(presentPerson(CORE, row, [listing, { ...listing, id: 'lst_2', link: null }]).listings, [
    { ...shown, url: 'https://attic.market.example/lamp-1' },
    { ...shown, id: 'lst_2', url: null },
  ])
})

test('the operator sees who wrote a review, where, and why it is hidden', () => {
  const at = (day: number) => new Date(Date.UTC(2030, 0, day))
  const row: ReviewOf = { id: 'rev_1', rating: 4, body: 'Fine.', reply_body: 'Thanks.', hidden_at: at(2), hidden_reason: 'Rude', created_at: at(1), listing_title: 'Lamp', shop_name: 'Attic', buyer_id: 'usr_2', buyer_name: 'Ben' } // prettier-ignore
  assert.deepEqual(presentOperatorReview(row), {
    object: 'review',
    id: 'rev_1',
    rating: 4,
    body: 'Fine.',
    reply: 'Thanks.',
    listing: { title: 'Lamp' },
    shop: { name: 'Attic' },
    buyer: { id: 'usr_2', name: 'Ben' },
    hidden_at: '2030-01-02T00:00:00.000Z',
    hidden_reason: 'Rude',
    created_at: '2030-01-01T00:00:00.000Z',
  })
  assert.equal(presentOperatorReview({ ...row, hidden_at: null }).hidden_at, null)
})
