import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORE, NOW } from '#test/cards.ts'
import { aboutOf, presentOperatorReport } from './present.ts'
import type { ReportDetail } from './queries.ts'

const ROW = { id: 'rep_1', listing_id: 'lst_1', thread_id: null, order_id: null, listing_title: 'Lamp', listing_status: 'live', listing_hidden: false, listing_link: 'lamp-1', price_cents: 4_050, cover: 'lamp.webp', shop_slug: 'attic', shop_name: 'Attic', created_at: NOW, closed_at: null } as unknown as ReportDetail // prettier-ignore

test('a report names its subject: a listing, a conversation, an order or a shop', () => {
  const about = (change: Partial<ReportDetail>) => aboutOf({ ...ROW, listing_id: null, ...change })
  assert.equal(aboutOf(ROW), 'Lamp')
  assert.equal(aboutOf({ ...ROW, listing_title: null }), 'A listing')
  assert.equal(about({ thread_id: 'thr_1' }), 'Conversation about Lamp')
  assert.equal(about({ thread_id: 'thr_1', listing_title: null }), 'Conversation about Attic')
  assert.equal(about({ order_id: 'ord_1' }), 'Order of Lamp')
  assert.equal(about({}), 'Shop Attic')
})

test('a report about a listing shows its photo and its page, if it has them', () => {
  const listing = (change: Partial<ReportDetail>) => presentOperatorReport(CORE, { ...ROW, ...change }).listing
  const shown = { id: 'lst_1', title: 'Lamp', status: 'live', hidden: false, price: 40.5 }
  const [photo, url] = ['https://files.example/media/lamp.webp', 'https://attic.market.example/lamp-1']
  assert.deepEqual(listing({}), { ...shown, photo, url })
  assert.deepEqual(listing({ listing_hidden: true, cover: null, listing_link: null }), { ...shown, hidden: true, photo: null, url: null })
  assert.deepEqual([listing({ listing_id: null }), listing({ listing_status: null })], [null, null])
})
