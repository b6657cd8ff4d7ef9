import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { lenientCents } from './lenient-price.ts'
import { readProductPage } from './product-page.ts'
import { slack } from '#test/machine.ts'

const ld = (value: unknown) =>
  `<html><head><title>Shop</title><script type="application/ld+json">${JSON.stringify(value)}</script></head><body>Hi</body></html>`
const offer = { '@type': 'Offer', price: '1,495.00', priceCurrency: 'USD', itemCondition: 'https://schema.org/UsedCondition' }
const product = {
  '@type': 'Product',
  name: 'Bag &amp; strap',
  brand: { '@type': 'Brand', name: 'Ora' },
  image: ['https://x.test/a.jpg'],
  offers: offer,
}
const seen = (html: string) => {
  const page = readProductPage(html)
  return page && [page.title, page.brand, page.priceCents, page.currency, page.condition, page.image]
}
const BAG = ['Bag & strap', 'Ora', 149_500, 'USD', 'used', 'https://x.test/a.jpg']

describe('reading product data from a web page', () => {
  for (const [where, block] of [
    ['at the top', product],
    ['in a list', [{ '@type': 'WebSite' }, product]],
    ['in a graph', { '@graph': [{ '@type': 'BreadcrumbList' }, product] }],
    ['as the main entity', { '@type': 'WebPage', mainEntity: product }],
    ['with a full type name', { ...product, '@type': ['http://schema.org/Product'] }],
    ['with several offers', { ...product, offers: [{ '@type': 'Offer' }, offer] }],
    [
      'with the lowest price of several offers',
      { ...product, offers: { '@type': 'AggregateOffer', lowPrice: 1495, priceCurrency: 'usd', itemCondition: 'UsedCondition' } },
    ],
    [
      'with a price specification',
      { ...product, offers: { itemCondition: 'used', priceSpecification: { price: '$1495', priceCurrency: 'USD' } } },
    ],
    [
      'as a group with variants',
      { ...product, '@type': 'ProductGroup', offers: undefined, hasVariant: [{ '@type': 'Product', offers: offer }] },
    ],
  ] as const)
    test(`the product is read from JSON-LD ${where}`, () => assert.deepEqual(seen(ld(block)), BAG))

  test('for an amount that is not in dollars, the currency is returned, but no price', () =>
    assert.deepEqual(seen(ld({ ...product, offers: { price: '99', priceCurrency: 'EUR' } })), [
      'Bag & strap',
      'Ora',
      null,
      'EUR',
      null,
      'https://x.test/a.jpg',
    ]))

  test('product data is read from microdata', () =>
    assert.deepEqual(
      seen(`<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Bag</h1><span itemprop="brand">Ora</span>
        <meta itemprop="price" content="12.50"><meta itemprop="priceCurrency" content="USD"></div>`),
      ['Bag', 'Ora', 1_250, 'USD', null, null],
    ))

  test('Open Graph tags are read with their attributes in any order', () =>
    assert.deepEqual(
      seen(`<meta content='Bag "A"' property='og:title'><meta property="product:price:amount" content="12"><meta property="product:price:currency" content="USD">
        <meta property="og:image" content="https://x.test/b.jpg?a=1&amp;b=2">`),
      ['Bag "A"', null, 1_200, 'USD', null, 'https://x.test/b.jpg?a=1&b=2'],
    ))

  test('if a page has no product data, its title and its text without scripts are used', () => {
    const page = readProductPage(
      '<title>A &#39;bag&#39;</title><body><script>evil()</script><p>Brown <b>leather</b></p><!-- hidden --></body>',
    )
    assert.deepEqual([page?.title, page?.priceCents, page?.text], ["A 'bag'", null, 'Brown leather'])
  })

  test('a page without a product name is not a product page', () => assert.equal(readProductPage('<html><body>403</body></html>'), null))

  test('only a web URL is accepted for an image', () => {
    for (const image of ['javascript:alert(1)', 'data:image/png;base64,AA', '/a.jpg', 'https://x.test/"onerror="x'])
      assert.equal(readProductPage(ld({ ...product, image }))?.image, null)
  })

  test('parsing random input never throws an error, and the title and the text are limited in length', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 300 }),
          fc.json().map((json) => `<script type="application/ld+json">${json}</script><title>x`),
        ),
        (html) => {
          const page = readProductPage(html)
          assert.ok(page === null || (page.title.length <= 200 && page.text.length <= 8_000))
        },
      ),
    )
  })

  test('hostile product pages are parsed in bounded time', () => {
    const started = performance.now()
    for (const piece of [
      '<meta ',
      '<div itemprop ',
      '<script type="application/ld+json">',
      '<style>',
      '<!--',
      '<',
      '&#1',
      '<script application/ld+json',
    ])
      readProductPage(`<title>x</title><div itemtype="https://schema.org/Product">${piece.repeat(1_500_000 / piece.length)}`)
    assert.ok(performance.now() - started < slack(5_000), `${performance.now() - started} ms`)
  })
})

test('an amount is read in all common formats, and text without a clear amount is rejected', () => {
  const read = ['$1,495', '1.495,00', '29.99', 'USD 12', "1'200.5", '1 299,90 kr', 29.99, '12,5'].map(lenientCents)
  assert.deepEqual(read, [149_500, 149_500, 2_999, 1_200, 120_050, 129_990, 2_999, 1_250])
  for (const none of ['', 'free', '10 - 20', '$10 to $20', '0', -5, Number.NaN, Infinity, null, {}, '999999999999'])
    assert.equal(lenientCents(none), null)
})

describe('reading a product page that has several sources of product data', () => {
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`
  const item = (inside: string) => `<div itemtype="https://schema.org/Product">${inside}</div>`
  const read = (html: string) => readProductPage(html)!

  test('JSON-LD is preferred to microdata, microdata to Open Graph, and Open Graph to the page’s title', () => {
    const sources = [
      ld({ ...product, name: 'A' }),
      item('<b itemprop="name">B</b>'),
      meta('og:title', 'C'),
      '<meta name="twitter:title" content="D">',
      '<p>F<title>E</title>',
    ]
    for (const [index, title] of [...'ABCDE'].entries()) assert.equal(read(sources.slice(index).toReversed().join('')).title, title)
  })

  test('price, currency, brand and condition are read from every supported source on a product page', () => {
    const values = ({ brand, priceCents, currency, condition }: ReturnType<typeof read>) => [brand, priceCents, currency, condition]
    const title = '<title>T</title>'
    assert.deepEqual(values(read(title)), [null, null, null, null])
    assert.deepEqual(values(read(title + meta('og:price:amount', '3') + meta('og:price:currency', 'usd'))), [null, 300, 'USD', null])
    assert.deepEqual(values(read(title + meta('product:price:amount', '$4') + meta('product:brand', 'Ora') + meta('product:condition', 'new'))), [
      'Ora', 400, 'USD', 'new',
    ]) // prettier-ignore
    const micro =
      '<link itemprop="itemCondition" href="https://schema.org/UsedCondition"><b itemprop="price">5</b><b itemprop="priceCurrency">EUR</b>'
    assert.deepEqual(values(read(title + item(micro) + meta('product:condition', 'new'))), [null, null, 'EUR', 'used'])
    assert.equal(read(ld({ ...product, offers: { price: 1 }, itemCondition: 'NewCondition' }) + item(micro)).condition, 'new')
  })

  test('JSON-LD is read only from its own script elements, and only from the first 20 of them', () => {
    const json = JSON.stringify(product)
    const script = (text: string) => `<script type="application/ld+json">${text}</script>`
    for (const html of [`<p class="application/ld+json">${json}</p>`, `<style>${json}</style>`]) assert.equal(readProductPage(html), null)
    assert.equal(read(script(json) + script('{}')).title, 'Bag & strap')
    assert.equal(read(script('{').repeat(19) + script(json)).title, 'Bag & strap')
    assert.equal(readProductPage(script('{}').repeat(20) + script(json)), null)
  })

  test('microdata is read only after the start of a product, and empty values are skipped', () => {
    assert.equal(
      read(`<b itemprop="name">A</b>${item('<svg itemprop="name">B</svg><b itemprop="name"> </b><b itemprop="name">C</b>')}`).title,
      'C',
    )
    assert.equal(read(meta('og:title', '') + meta('og:title', 'D')).title, 'D')
  })

  test('each value that is read from a product page has a maximum length', () => {
    const image = (length: number) => read(ld({ ...product, image: 'https://x.test/'.padEnd(length, 'a') })).image
    assert.equal(image(2_000)?.length, 2_000)
    assert.equal(image(2_001), null)
    const page = read(meta('og:title', 'a'.repeat(201)) + meta('product:brand', 'b'.repeat(81)) + meta('og:price:currency', 'c'.repeat(11)))
    assert.deepEqual([page.title.length, page.brand?.length, page.currency], [200, 80, 'C'.repeat(10)])
    assert.equal(read(`<title>T</title>${'a'.repeat(8_001)}`).text.length, 8_000)
    assert.equal(read(`${' '.repeat(1_500_000 - 8)}<title>TU`).title, 'T')
  })
})
