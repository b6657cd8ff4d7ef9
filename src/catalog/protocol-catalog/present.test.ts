import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, CORE, DETAIL } from '#test/cards.ts'
import { presentProduct, presentProductDetail } from './present.ts'

const PRICE = { amount: 4_050, currency: 'USD' }
const LIST_PRICE = { amount: 5_125, currency: 'USD' }
const PHOTO = { type: 'image', url: 'https://files.example/media/lamp-large', alt_text: 'Brass lamp' }
const COMMON = {
  id: 'lst_1',
  title: 'Brass lamp',
  description: { plain: 'A lamp that works.' },
  url: 'https://attic.market.example/brass-lamp-1',
  categories: [{ value: 'Home', taxonomy: 'merchant' }],
  media: [PHOTO],
}

test('a search result is a product with one variant, which has the same id', () => {
  assert.deepEqual(presentProduct(CORE, DETAIL), {
    ...COMMON,
    handle: 'brass-lamp-1',
    price_range: { min: PRICE, max: PRICE },
    list_price_range: { min: LIST_PRICE, max: LIST_PRICE },
    variants: [
      {
        ...COMMON,
        price: PRICE,
        list_price: LIST_PRICE,
        availability: { available: true, status: 'in_stock' },
        seller: { name: 'Ana', links: [{ type: 'shop', url: 'https://attic.market.example/', title: 'attic' }] },
      },
    ],
    metadata: {
      brand: 'Kaiser',
      size: 'Large',
      condition: 'good',
      open_to_offers: true,
      reserved: false,
      shipping: { kind: 'flat', amount: 850, currency: 'USD' },
      shop: 'attic',
    },
  })
})

test('a product omits the category, the list price and the photo that a listing lacks', () => {
  const bare = { ...DETAIL, category: null, wasCents: null, cover: null, oneLiner: null }
  const product = presentProduct(CORE, { ...bare, facets: { brand: null, size: null, condition: null } })
  const [variant] = product.variants
  for (const part of [product, variant!]) {
    assert.deepEqual(part.description, { plain: 'Brass lamp' })
    assert.deepEqual(part.media, [])
    assert.equal('categories' in part, false)
  }
  assert.deepEqual(['list_price_range' in product, 'list_price' in variant!], [false, false])
  assert.deepEqual([product.metadata.brand, product.metadata.size, product.metadata.condition], [null, null, 'used'])
})

test('a product that is sold or reserved is out of stock', () => {
  const availability = (change: Partial<typeof DETAIL>) => presentProduct(CORE, { ...DETAIL, ...change }).variants[0]!.availability
  assert.deepEqual(availability({ status: 'sold' }), { available: false, status: 'out_of_stock' })
  assert.deepEqual(availability({ reservedUntil: after(1) }), { available: false, status: 'out_of_stock' })
  assert.equal(presentProduct(CORE, { ...DETAIL, reservedUntil: after(1) }).metadata.reserved, true)
})

test('the shipping of a product is a price, a pickup or an agreement by message', () => {
  const shipping = (change: Partial<typeof DETAIL>) => presentProduct(CORE, { ...DETAIL, ...change }).metadata.shipping
  assert.deepEqual(shipping({ shipping: { kind: 'ask' } }), { kind: 'by_message' })
  assert.deepEqual(shipping({ shipping: { kind: 'pickup', place: null } }), { kind: 'pickup' })
})

test('the detail of a product has the description, the details and all photos', () => {
  const { description, media, variants } = presentProductDetail(CORE, DETAIL)
  assert.equal(description.plain, 'First.\nSecond.\nColor: Gold\nHeight: 40 cm')
  assert.deepEqual(media, [PHOTO, { type: 'video', url: 'https://files.example/media/film-large' }])
  assert.deepEqual(variants[0]!.media, media)
  assert.equal(presentProductDetail(CORE, { ...DETAIL, description: null, details: [] }).description.plain, 'Brass lamp')
})

test('a product in test mode links to the shop on the main host', () => {
  const inTest = { ...DETAIL, shop: { ...DETAIL.shop, tenant: 'usr_1' as const } }
  for (const product of [presentProduct(CORE, inTest), presentProductDetail(CORE, inTest)])
    assert.equal(product.variants[0]!.seller.links[0]!.url, 'https://market.example/test/attic/')
})
