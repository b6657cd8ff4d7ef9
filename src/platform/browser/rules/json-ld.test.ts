import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerOf, productOf } from './json-ld.ts'

const bag = { '@type': 'Product', name: 'Bag' }
const BAG = { name: 'Bag', brand: null, image: null, condition: null, offers: [] }
const others = (count: number) => Array.from({ length: count }, () => ({ '@type': 'WebPage', name: 'Page' }))
const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => (levels === 0 ? bag : wrap(nested(levels - 1, wrap)))

test('a product is found at any position among 500 JSON-LD nodes', () => {
  for (const blocks of [[bag], [[bag]], [[bag, ...others(1)]], [others(1), bag], [others(499), bag]])
    assert.deepEqual(productOf(blocks), BAG)
  assert.equal(productOf([others(500), bag]), null)
  assert.equal(productOf([[...others(500), bag]]), null)
})

test('a product is found in JSON-LD up to six levels deep', () => {
  for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ mainEntity: inner })]) {
    assert.deepEqual(productOf([nested(6, wrap)]), BAG)
    assert.equal(productOf([nested(7, wrap)]), null)
  }
})

test('JSON-LD nodes of other types, malformed types and products without a name are ignored', () => {
  assert.equal(productOf(others(1)), null)
  assert.equal(productOf([{ '@type': [5, 'Thing'], name: 'Bag' }]), null)
  assert.equal(productOf([{ '@type': 'Product', name: ' ' }, { '@type': 'Product' }, 'Product', 5, null]), null)
  assert.deepEqual(
    productOf([
      { '@type': 'Product', name: '' },
      { ...bag, '@type': [5, 'Product', 'Thing'] },
    ]),
    BAG,
  )
})

test('the brand, image and condition of a product are read from every notation of JSON-LD', () => {
  const read = (fields: object) => {
    const { brand, image, condition } = productOf([{ ...bag, ...fields }])!
    return [brand, image, condition]
  }
  assert.deepEqual(read({ brand: ['Ora', 'Other'], image: 'a.jpg', itemCondition: 'used' }), ['Ora', 'a.jpg', 'used'])
  assert.deepEqual(read({ brand: { name: 'Ora' }, image: { url: 'b.jpg', contentUrl: 'c.jpg' } }), ['Ora', 'b.jpg', null])
  assert.deepEqual(read({ brand: 5, image: [{ contentUrl: 'c.jpg' }] }), [null, 'c.jpg', null])
  assert.deepEqual(read({ hasVariant: [5, { image: 'd.jpg' }, { image: 'e.jpg' }] }), [null, 'd.jpg', null])
})

test('the first offer with a price is read from JSON-LD, either from the product or from its variants', () => {
  const offer = (fields: object) => offerOf(productOf([{ ...bag, ...fields }])!)
  const none = { price: null, currency: null, condition: null }
  assert.equal(offer({}), null)
  assert.deepEqual(offer({ offers: [{ priceCurrency: 'EUR' }, { priceCurrency: 'USD' }] }), { ...none, currency: 'EUR' })
  assert.deepEqual(offer({ offers: [{}, { price: 0 }, { price: 2 }], hasVariant: { offers: { price: 3 } } }), { ...none, price: 0 })
  assert.deepEqual(offer({ offers: null, hasVariant: { offers: { price: 3, itemCondition: 'new' } } }), {
    ...none,
    price: 3,
    condition: 'new',
  })
  assert.deepEqual(offer({ offers: { lowPrice: '1', priceSpecification: { price: 2 } } }), { ...none, price: '1' })
  assert.deepEqual(offer({ offers: { priceSpecification: [[], { price: 5, priceCurrency: 'USD' }] } }), {
    ...none,
    price: 5,
    currency: 'USD',
  })
})
