import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORE, NOW } from '#test/cards.ts'
import { presentOrder, presentReturn } from './present.ts'
import type { OrderRow, Problem, ReturnDetails } from './queries.ts'

const ORDER = { id: 'ord_1', status: 'paid', shop_slug_now: 'attic', listing_link: 'lamp-1', tenant: '', shop_location: 'Portland', pickup_code: '012345', carrier: null, tracking_number: null, return_status: null, return_details: null, pay_by: NOW, created_at: NOW, updated_at: NOW } as unknown as OrderRow // prettier-ignore
const DETAILS = { payer: 'buyer', agree_by: null, send_by: null, check_by: null, carrier: 'UPS', tracking_number: '1Z999AA10123456784', contest: { body: 'Not mine.', photos: ['a', 'b'], at: '2030-01-02' } } as unknown as ReturnDetails // prettier-ignore
const returned = (change: object = {}) =>
  presentReturn(CORE, { id: 'ord_1', problem: null, return_status: 'received', return_by: null, return_details: DETAILS, ...change })

test('an order shows its pickup place only if it is a pickup, and its code only to the buyer', () => {
  const shown = (pickup: boolean, viewer: 'buyer' | 'seller') => {
    const { pickup_place, ...rest } = presentOrder(CORE, { ...ORDER, pickup }, [], viewer)
    return [pickup_place, 'pickup_code' in rest && rest.pickup_code]
  }
  assert.deepEqual(shown(true, 'buyer'), ['Portland', '012345'])
  assert.deepEqual(shown(false, 'seller'), [null, false])
})

test('a return shows its parcel, and the photos of its contest after those of the problem', () => {
  const photos = (problem: { photos: string[] } | null) => returned({ problem: problem as unknown as Problem })!.contest!.photos
  const url = (number: number) => CORE.urls.problemPhoto('ord_1', number)
  assert.deepEqual(photos(null), [url(1), url(2)])
  assert.deepEqual(photos({ photos: ['x', 'y'] }), [url(3), url(4)])
  assert.deepEqual(returned()!.tracking, {
    carrier: 'UPS',
    number: '1Z999AA10123456784',
    url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  })
  assert.deepEqual([returned({ return_status: null }), returned({ return_details: null })], [null, null])
})
