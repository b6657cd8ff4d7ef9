import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, CORE, DETAIL } from '#test/cards.ts'
import { feedProduct } from './present.ts'

const [IN_STOCK, OUT_OF_STOCK] = [
  { available: true, status: 'in_stock' },
  { available: false, status: 'out_of_stock' },
]

test('the product feed shows a listing as a product with one variant', () => {
  const common = {
    id: 'lst_1',
    title: 'Brass lamp',
    description: { plain: 'First.\nSecond.' },
    url: 'https://attic.market.example/brass-lamp-1',
    media: [
      { type: 'image', url: 'https://files.example/media/lamp-large', alt_text: 'Brass lamp' },
      { type: 'video', url: 'https://files.example/media/film-large' },
    ],
  }
  assert.deepEqual(feedProduct(CORE, DETAIL), {
    ...common,
    variants: [
      {
        ...common,
        price: { amount: 4_050, currency: 'USD' },
        availability: IN_STOCK,
        categories: [{ value: 'Home', taxonomy: 'merchant' }],
        condition: ['secondhand'],
        seller: { name: 'Ana', links: [{ type: 'shop', title: 'The Attic', url: 'https://attic.market.example/' }] },
        marketplace: {
          name: 'market.example',
          links: [{ type: 'terms_of_service', title: 'Terms', url: 'https://market.example/terms' }],
        },
      },
    ],
  })
})

test('a product without a description shows its short text or its title, and one without a category shows none', () => {
  const shown = (change: Partial<typeof DETAIL>) => feedProduct(CORE, { ...DETAIL, description: null, ...change })
  assert.equal(shown({}).description.plain, 'A lamp that works.')
  assert.equal(shown({ oneLiner: null }).description.plain, 'Brass lamp')
  assert.equal('categories' in shown({ category: null }).variants[0]!, false)
})

test('a product that cannot be ordered now is out of stock', () => {
  const availability = (change: Partial<typeof DETAIL>) => feedProduct(CORE, { ...DETAIL, ...change }).variants[0]!.availability
  assert.deepEqual(availability({ status: 'sold' }), OUT_OF_STOCK)
  assert.deepEqual(availability({ reservedUntil: after(1) }), OUT_OF_STOCK)
  assert.deepEqual(availability({ shop: { ...DETAIL.shop, awayUntil: after(1) } }), OUT_OF_STOCK)
})
