import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { CORE, NOW } from '#test/cards.ts'
import { presentPurchase, presentQuote, type Bundle } from './present.ts'
import type { PurchaseRow } from './queries.ts'

const ADDRESS = { name: 'Ben', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

test('a purchase shows the price of its items before the discount, and the sum of its refunds', () => {
  const row = { id: 'pur_1', shop_slug_now: 'attic', shop_name: 'Attic', buyer_name: 'Ben', percent: 10, total_cents: 8_200, shipping_cents: 1_000, discount_cents: 800, pay_by: NOW, created_at: NOW, updated_at: NOW } as unknown as PurchaseRow // prettier-ignore
  const order = (id: string, more: object) =>
    ({ id, status: 'paid', listing_id: `lst_${id}`, listing_title: id, item_cents: 3_600, shipping_cents: 500, address: null, ...more }) as unknown as OrderRow // prettier-ignore
  const orders = [
    order('a', { discount_cents: 400, refunded_cents: 100, address: ADDRESS }),
    order('b', { discount_cents: null, refunded_cents: 25 }),
  ]
  const shown = presentPurchase(CORE, row, orders)
  assert.deepEqual([shown.items, shown.discount, shown.shipping, shown.total, shown.refunded], [80, 8, 10, 82, 1.25])
  assert.deepEqual(shown.orders, [
    { id: 'a', status: 'paid', listing: { id: 'lst_a', title: 'a' }, discount: 4, item: 36, shipping: 5, refunded: 1 },
    { id: 'b', status: 'paid', listing: { id: 'lst_b', title: 'b' }, discount: 0, item: 36, shipping: 5, refunded: 0.25 },
  ])
  assert.deepEqual([shown.address, presentPurchase(CORE, row, []).address], [{ ...ADDRESS, line2: null }, null])
})

test('a quote names the shop of its first listing', () => {
  const listings = ['a', 'b'].map((id) => ({ id, title: id, price_cents: 4_000, shop_slug: `shop-${id}`, shop_name: `Shop ${id}` }))
  const parts = [{ discountCents: 400, shippingCents: 500 }, { discountCents: 0, shippingCents: 250 }] // prettier-ignore
  const quote = { parts, percent: 5, priceCents: 8_000, discountCents: 400, shippingCents: 750, totalCents: 8_350 }
  const bundle = { listings, quote, tiers: [{ from: 3, percent: 10 }], shipping: 'sum' } as unknown as Bundle
  assert.deepEqual(presentQuote(bundle), {
    object: 'purchase_quote',
    shop: { slug: 'shop-a', name: 'Shop a' },
    listings: [
      { id: 'a', title: 'a', price: 40, discount: 4, shipping: 5 },
      { id: 'b', title: 'b', price: 40, discount: 0, shipping: 2.5 },
    ],
    percent: 5,
    items: 80,
    discount: 4,
    shipping: 7.5,
    total: 83.5,
    shipping_rule: 'sum',
    next_tier: { from: 3, percent: 10 },
  })
})
