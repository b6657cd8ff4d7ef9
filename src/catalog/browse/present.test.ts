import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, CORE, DETAIL, NOW, picture } from '#test/cards.ts'
import { cardsExpireAtMs, detailExpiresAtMs, isInStock, presentCard, presentDetail, variantOf } from './present.ts'

const CARD = {
  object: 'public_listing',
  id: 'lst_1',
  slug: 'brass-lamp-1',
  store: 'attic',
  title: 'Brass lamp',
  one_liner: 'A lamp that works.',
  price: 40.5,
  was_price: 51.25,
  shipping: 8.5,
  photo: 'https://files.example/media/lamp-large',
  category: 'Home',
  brand: 'Kaiser',
  size: 'Large',
  condition: 'good',
  open_to_offers: true,
  sold: false,
  reserved: false,
  just_listed: false,
  url: 'https://attic.market.example/brass-lamp-1',
  seller: { name: 'Ana' },
  liked: false,
}

test('a card shows the public fields of a listing', () => {
  assert.deepEqual(presentCard(CORE, DETAIL), CARD)
  const { was_price, shipping, photo } = presentCard(CORE, { ...DETAIL, wasCents: null, shipping: { kind: 'ask' }, cover: null })
  assert.deepEqual([was_price, shipping, photo], [null, null, null])
  assert.equal(presentCard(CORE, { ...DETAIL, shipping: { kind: 'pickup', place: 'Portland' } }).shipping, 0)
})

test('a sold or reserved listing accepts no offers or no order', () => {
  const shown = (change: Partial<typeof DETAIL>) => {
    const { open_to_offers, sold, reserved } = presentCard(CORE, { ...DETAIL, ...change })
    return [open_to_offers, sold, reserved, isInStock(CORE, { ...DETAIL, ...change })]
  }
  assert.deepEqual(shown({}), [true, false, false, true])
  assert.deepEqual(shown({ takesOffers: false }), [false, false, false, true])
  assert.deepEqual(shown({ status: 'sold' }), [false, true, false, false])
  assert.deepEqual(shown({ reservedUntil: after(1) }), [true, false, true, false])
  assert.deepEqual(shown({ reservedUntil: NOW }), [true, false, false, true])
  assert.deepEqual(shown({ shop: { ...DETAIL.shop, awayUntil: after(1) } }), [true, false, false, false])
})

test('a detail adds the description, details, all photos, the age and the countries', () => {
  assert.deepEqual(presentDetail(CORE, DETAIL), {
    ...CARD,
    description: ['First.', 'Second.'],
    details: DETAIL.details,
    photos: [
      { url: 'https://files.example/media/lamp-large', video: false },
      { url: 'https://files.example/media/film-large', video: true },
    ],
    listed: 'Listed 3 months ago',
    ships_to: ['US'],
  })
})

test('cards expire when the first of their labels changes', () => {
  const recent = { ...DETAIL, publishedAt: after(-60) }
  const endOfRecent = after(72 * 60 - 60).getTime() + 1
  assert.equal(cardsExpireAtMs(CORE, [DETAIL]), Infinity)
  assert.equal(cardsExpireAtMs(CORE, [DETAIL, recent]), endOfRecent)
  assert.equal(cardsExpireAtMs(CORE, [recent, { ...DETAIL, reservedUntil: after(15) }]), after(15).getTime())
})

test('a detail expires when the age, a label or the absence of the shop changes, whichever is first', () => {
  const away = (minutes: number) => ({ ...DETAIL.shop, awayUntil: after(minutes) })
  // the age changes after 100 days and 30 minutes: with the 101st day
  const nextDay = after(24 * 60 - 30).getTime()
  assert.equal(detailExpiresAtMs(CORE, DETAIL), nextDay)
  assert.equal(detailExpiresAtMs(CORE, { ...DETAIL, shop: away(10) }), after(10).getTime())
  assert.equal(detailExpiresAtMs(CORE, { ...DETAIL, shop: away(10), reservedUntil: after(5) }), after(5).getTime())
  assert.equal(detailExpiresAtMs(CORE, { ...DETAIL, shop: away(48 * 60) }), nextDay)
})

test('a photo is shown in the given size, or else in its last size', () => {
  const lamp = picture('lamp')
  assert.equal(variantOf(lamp, 'large').key, 'lamp-large')
  assert.equal(variantOf({ variants: [lamp.variants[0]!, lamp.variants[2]!] }, 'large').key, 'lamp-medium')
})
