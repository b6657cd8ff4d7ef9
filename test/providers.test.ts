import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { createChannel3 } from '#platform/catalog/channel3.ts'
import { createFirecrawl } from '#platform/browser/firecrawl.ts'
import { ProviderError, type ProviderReason } from '#platform/providers/error.ts'
import { channel3Offer, channel3Product, startChannel3 } from '#test/fakes/channel3.ts'
import { ebayItem, startEbay } from '#test/fakes/ebay.ts'
import { firecrawlPage, startFirecrawl } from '#test/fakes/firecrawl.ts'
import type { FakeProvider, Trouble } from '#test/fakes/provider.ts'
import { createEbay } from '#platform/comparables/ebay.ts'
import { slack } from '#test/machine.ts'

const [ebay, channel3, firecrawl] = await Promise.all([startEbay({ after }), startChannel3({ after }), startFirecrawl({ after })])
const limits = { timeoutMs: slack(400), maxBytes: 2 ** 19 }
const openEbay = () => createEbay({ clientId: 'fake-id', clientSecret: 'fake-secret', baseUrl: ebay.url, ...limits })
const openChannel3 = () => createChannel3({ apiKey: 'fake-key', baseUrl: channel3.url, ...limits })
const openFirecrawl = () => createFirecrawl({ apiKey: 'fake-key', baseUrl: firecrawl.url, ...limits })
const signal = () => AbortSignal.timeout(5_000)
const QUERY = { query: 'Nike Dunk Low', limit: 50 }

/** Creates a new client for each call, so that the backoff after a 429 does not affect the next call. */
const PROVIDERS: Record<string, { fake: FakeProvider; open: () => (signal: AbortSignal) => Promise<unknown> }> = {
  'eBay: search': { fake: ebay, open: () => (signal) => openEbay().search(QUERY, signal) },
  'Channel3: match': { fake: channel3, open: () => (signal) => openChannel3().match({ query: QUERY.query }, signal) },
  'Channel3: used': { fake: channel3, open: () => (signal) => openChannel3().used({ query: QUERY.query }, signal) },
  'Firecrawl: read': { fake: firecrawl, open: () => (signal) => openFirecrawl().read('https://shop.test/dunk', signal) },
}

const TROUBLES: [Trouble[], ProviderReason][] = [
  // The eBay client retries once with a new token.
  [['unauthorised', 'unauthorised'], 'refused'],
  [['rate_limited'], 'rate_limited'],
  [['error_500'], 'unavailable'],
  [['error_in_200'], 'bad_answer'],
  [['non_json'], 'bad_answer'],
  [['slow'], 'timeout'],
  [['oversize'], 'too_large'],
  [['redirect'], 'unavailable'],
]

for (const [name, { fake, open }] of Object.entries(PROVIDERS))
  describe(name, () => {
    for (const [troubles, reason] of TROUBLES)
      test(`a request fails with ${reason} after ${troubles[0]}, and the error does not reveal the provider’s message`, async () => {
        fake.meet(...troubles)
        const started = performance.now()
        await assert.rejects(open()(signal()), (error) => {
          assert.ok(error instanceof ProviderError, String(error))
          assert.equal(error.reason, reason)
          assert.doesNotMatch(error.message, /Something of|fake/)
          return true
        })
        assert.ok(performance.now() - started < slack(10_000))
        fake.meet()
      })

    test('a provider request ends when its caller aborts it', async () => {
      fake.meet('slow')
      const started = performance.now()
      await assert.rejects(open()(AbortSignal.timeout(50)), { name: 'ProviderError', reason: 'timeout' })
      assert.ok(performance.now() - started < slack(350))
    })

    test('when a provider redirects a request, the target does not receive the provider key', async () => {
      // queues two redirects, because the aborted request of an earlier test may arrive late and receive the first one
      fake.meet('redirect', 'redirect')
      await assert.rejects(open()(signal()))
      assert.equal(
        fake.requests.some(({ path }) => path === '/elsewhere'),
        false,
      )
      fake.meet()
    })
  })

describe('eBay client', () => {
  beforeEach(() => {
    ebay.items = [ebayItem()]
    ebay.find = () => ebay.items
    ebay.expiresInS = 7_200
    ebay.requests.length = 0
  })

  test('the eBay client returns each asking price in cents', async () => {
    assert.deepEqual(await openEbay().search(QUERY, signal()), [
      {
        title: 'Nike Dunk Low, size 10',
        cents: 7_950,
        shippingCents: 825,
        condition: 'Pre-owned',
        sold: false,
        url: 'https://www.ebay.com/itm/1',
        image: 'https://i.ebayimg.com/1.jpg',
        source: 'ebay',
      },
    ])
    const { query } = ebay.requests.at(-1)!
    assert.deepEqual(query, { q: 'Nike Dunk Low', limit: '50', filter: 'conditions:{USED},buyingOptions:{FIXED_PRICE},priceCurrency:USD' })
  })

  test('the eBay client omits items with a different currency or condition, with variants, or with missing data', async () => {
    ebay.items = [
      ebayItem({ price: { value: '10', currency: 'EUR' } }),
      ebayItem({ conditionId: '7000' }),
      ebayItem({ conditionId: '1000' }),
      ebayItem({ itemGroupType: 'SELLER_DEFINED_VARIATIONS' }),
      ebayItem({ itemWebUrl: 'javascript:alert(1)' }),
      ebayItem({ price: undefined }),
      ebayItem({ title: 'kept', image: undefined, shippingOptions: undefined, condition: undefined }),
      ebayItem({ title: 'free', shippingOptions: [{ shippingCost: { value: '0.00', currency: 'USD' } }] }),
      {},
    ]
    const found = await openEbay().search(QUERY, signal())
    assert.deepEqual(
      found.map(({ title, shippingCents }) => [title, shippingCents]),
      [
        ['kept', null],
        ['free', 0],
      ],
    )
  })

  test('if a whole query has no results, the eBay client retries with the query’s first words', async () => {
    ebay.find = (query) => (query === 'Nike Dunk Low' ? ebay.items : [])
    assert.equal((await openEbay().search({ ...QUERY, query: 'Nike Dunk Low * Panda 2021' }, signal())).length, 1)
    assert.deepEqual(
      ebay.requests.filter(({ method }) => method === 'GET').map(({ query }) => query['q']),
      ['Nike Dunk Low Panda 2021', 'Nike Dunk Low'],
    )
    ebay.items = []
    assert.deepEqual(await openEbay().search(QUERY, signal()), [])
    assert.deepEqual(await openEbay().search({ ...QUERY, query: ' * ' }, signal()), [])
  })

  test('the eBay client requests one token for concurrent searches and reuses the token later', async () => {
    const [client, before] = [openEbay(), ebay.mints()]
    await Promise.all(Array.from({ length: 8 }, () => client.search(QUERY, signal())))
    await client.search(QUERY, signal())
    assert.equal(ebay.mints() - before, 1)
  })

  test('if a token is rejected, the eBay client creates only a single new token', async () => {
    const [client, before] = [openEbay(), ebay.mints()]
    await client.search(QUERY, signal())
    ebay.expireTokens()
    const found = await Promise.all(Array.from({ length: 4 }, () => client.search(QUERY, signal())))
    assert.deepEqual([found.map(({ length }) => length), ebay.mints() - before], [[1, 1, 1, 1], 2])
  })

  test('the eBay client requests a new token when its token expires within a minute', async () => {
    const [client, before] = [openEbay(), ebay.mints()]
    ebay.expiresInS = 60
    await client.search(QUERY, signal())
    await client.search(QUERY, signal())
    assert.equal(ebay.mints() - before, 2)
  })

  test('after a 429, the eBay client sends no requests until the backoff has ended', async () => {
    const client = openEbay()
    ebay.meet('rate_limited')
    await assert.rejects(client.search(QUERY, signal()), { reason: 'rate_limited' })
    const requests = ebay.requests.length
    await assert.rejects(client.search(QUERY, signal()), { reason: 'rate_limited' })
    assert.equal(ebay.requests.length, requests)
  })
})

describe('Channel3 client', () => {
  test('the Channel3 client returns the median price of new offers for the first product that matches', async () => {
    channel3.products.new = [
      channel3Product([channel3Offer(5)], { title: 'Laces', brands: [{ id: 'x', name: 'Lace Co' }] }),
      channel3Product([
        channel3Offer(110),
        channel3Offer(500),
        channel3Offer(0, { price: { currency: 'USD', amount: 120 } }),
        channel3Offer(1, { availability: 'OutOfStock' }),
        channel3Offer(2, { condition: 'used' }),
        channel3Offer(3, { price: { currency: 'EUR', price: 3 } }),
        { domain: 'x' },
      ]),
    ]
    assert.deepEqual(await openChannel3().match({ query: QUERY.query }, signal()), {
      title: 'Nike Dunk Low Retro',
      brand: 'Nike',
      newCents: 12_000,
      url: 'https://shop.test/0',
      image: 'https://img.test/main.jpg',
    })
  })

  test('the Channel3 client returns null if no product matches or no price is in dollars', async () => {
    for (const products of [
      [],
      [channel3Product([])],
      [channel3Product([channel3Offer(9)], { title: 'Sofa', brands: [] })],
      [{ title: 5 }],
    ]) {
      channel3.products.new = products
      assert.equal(await openChannel3().match({ query: QUERY.query }, signal()), null)
    }
    assert.equal(await openChannel3().match({ query: ' ' }, signal()), null)
  })

  test('the Channel3 client returns only offers that are marked as used', async () => {
    const found = await openChannel3().used({ query: QUERY.query }, signal())
    assert.deepEqual(
      found.map(({ cents, sold, source, condition }) => [cents, sold, source, condition]),
      [[6_000, false, 'shop.test', 'used']],
    )
    channel3.products.used = []
    assert.deepEqual(await openChannel3().used({ query: QUERY.query }, signal()), [])
  })
})

describe('Firecrawl client', () => {
  const read = async (page: Record<string, unknown>) => {
    firecrawl.page = page
    return openFirecrawl().read('https://shop.test/dunk', signal())
  }

  test('the Firecrawl client returns a product with its first in-stock variant', async () => {
    assert.deepEqual(await read(firecrawlPage()), {
      title: 'Nike Dunk Low',
      brand: 'Nike',
      priceCents: 14_500,
      currency: 'USD',
      condition: null,
      image: 'https://img.test/dunk.jpg',
      text: '# Nike Dunk Low\nA shoe.',
    })
  })

  test('the Firecrawl client parses formatted prices and omits prices in other currencies', async () => {
    const price = async (one: Record<string, unknown>) => {
      const { priceCents, currency } = await read(firecrawlPage(one))
      return [priceCents, currency]
    }
    assert.deepEqual(await price({ amount: 145, currency: 'eur' }), [null, 'EUR'])
    assert.deepEqual(await price({ formatted: '$1,145.50' }), [114_550, 'USD'])
    assert.deepEqual(await price({ amount: 145 }), [null, null])
  })

  test('if a page contains no product, the Firecrawl client returns the page’s title and text', async () => {
    const { title, priceCents, image, text } = await read({ markdown: 'x'.repeat(20_000), metadata: { title: 'Dunk', ogImage: 'data:x' } })
    assert.deepEqual([title, priceCents, image, text.length], ['Dunk', null, null, 8_000])
  })

  test('the Firecrawl client fails for a rejected page, an empty page or a file URL', async () => {
    await assert.rejects(read(firecrawlPage(undefined, { metadata: { statusCode: 403 } })), { reason: 'unavailable' })
    await assert.rejects(read({ markdown: ' ' }), { reason: 'bad_answer' })
    await assert.rejects(openFirecrawl().read('file:///etc/passwd', signal()), { reason: 'refused' })
  })
})
