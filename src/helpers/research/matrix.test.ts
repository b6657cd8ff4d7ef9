import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { channel3Offer, channel3Product, startChannel3 } from '#test/fakes/channel3.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startModel } from '#test/fakes/model.ts'
import { DUNK, dunksAt, knows, research, steps } from '#test/research.ts'

/** Tests research when a provider is missing or fails. The expected behavior is the degradation matrix in helpers.md. */
const model = await startModel({ after })
const ebay = await startEbay({ after })
const channel3 = await startChannel3({ after })
const PRICES = [18, 20, 22, 25, 25, 27, 30, 32, 35, 120]

beforeEach(() => {
  model.answer = knows()
  ebay.items = dunksAt(...PRICES)
  channel3.products = {
    new: [channel3Product([channel3Offer(110), channel3Offer(120), channel3Offer(500)])],
    used: [channel3Product([channel3Offer(60, { condition: 'used' }), channel3Offer(70, { condition: null })])],
  }
})

const priced = ({ run: { result } }: { run: { result: Record<string, never> } }) => {
  const { suggested_price, band, price_range, confidence, new_price } = result
  const span = ({ low, high }: Record<string, number>) => `${low}–${high}`
  return [suggested_price, span(band!), span(price_range!), confidence, new_price]
}

async function openWith(env: Record<string, string>): Promise<{ app: TestApp; ana: Seller }> {
  const app = await startApp({ after }, env)
  return { app, ana: await openSeller(app) }
}

const full = await openWith({ ...model.env, ...ebay.env, ...channel3.env })
const modelless = await openWith({ ...ebay.env, ...channel3.env })
const withoutComparables = await openWith({ ...model.env, ...channel3.env })
const withoutCatalog = await openWith({ ...model.env, ...ebay.env })

describe('research with all providers available', () => {
  const researched = (json: Record<string, unknown> = { prompt: 'panda dunks' }) => research(full.app, full.ana, json)

  test('research identifies the item, finds comparables, and computes the price from the comparables', async () => {
    const found = await researched()
    assert.deepEqual(steps(found.run), [
      'identify done: Nike Dunk Low',
      'listings done: 10 found',
      'catalog done: New for $120',
      'resale done: 1 found',
      'price done',
    ])
    assert.deepEqual(priced(found), [25, '22–30', '18–35', 'high', 120])
    assert.deepEqual(
      [found.listing.price, found.listing.price_basis, found.listing.lowest_price, found.listing.category],
      [25, 'comparables', 22, 'Shoes'],
    )
    assert.equal(found.run.result.summary, 'A shoe that many people look for.')
  })

  test('research stores the comparables that support the price, and marks asking prices as such', async () => {
    const { run } = await researched()
    assert.equal(run.result.comparables.length, 9)
    assert.deepEqual(run.result.comparables[0], {
      title: 'Nike Dunk Low no 0',
      price: 18,
      shipping: 8.25,
      condition: 'Pre-owned',
      kind: 'asking',
      url: 'https://www.ebay.com/itm/0',
      image: 'https://i.ebayimg.com/1.jpg',
      source: 'ebay',
    })
  })

  test('research adjusts the price to the item’s condition, but never beyond the price band', async () => {
    model.answer = knows({ ...DUNK, condition: 'new_with_tags' })
    assert.equal((await researched()).run.result.suggested_price, 30)
  })

  test('research rejects the model’s summary if it contains an invented number', async () => {
    model.answer = ({ schema }) => ({ object: schema?.properties?.['summary'] ? { summary: 'Worth $999 at least.' } : DUNK })
    const { run, listing } = await researched()
    assert.match(run.result.summary, /most asking prices are \$22 to \$30\. \$25 is a fair price/)
    assert.equal(listing.research.summary, run.result.summary)
  })

  test('if the search for comparables fails, research uses the prices of catalog offers for used items', async () => {
    ebay.meet('non_json')
    const found = await researched()
    const [, listings, ...rest] = steps(found.run)
    assert.match(listings!, /^listings failed: /)
    assert.deepEqual(
      rest.map((step) => step.split(' ')[1]),
      ['done:', 'done:', 'done'],
    )
    assert.deepEqual([found.run.status, ...priced(found)], ['done', 60, '51–69', '51–69', 'medium', 120])
  })

  test('research continues without the catalog if the catalog fails', async () => {
    channel3.meet('non_json', 'unauthorised')
    const found = await researched()
    assert.match(steps(found.run)[2]!, /^catalog failed: /)
    assert.match(steps(found.run)[3]!, /^resale failed: /)
    assert.deepEqual([found.run.status, ...priced(found)], ['done', 25, '22–30', '18–35', 'high', null])
  })

  test('research suggests half the price of a new item if there are no used prices, and $40 if there are no prices at all', async () => {
    ebay.items = []
    channel3.products.used = []
    const half = await researched()
    assert.deepEqual(priced(half), [60, '51–69', '51–69', 'low', 120])
    channel3.products.new = []
    const unknown = await researched()
    assert.deepEqual(priced(unknown), [40, '34–46', '34–46', 'low', null])
    assert.deepEqual([half.listing.price_basis, unknown.listing.price_basis], ['new_price', 'default'])
  })

  test('without any text about the item, research skips the search, and its steps state the reason', async () => {
    const requests = ebay.requests.length
    const { run } = await researched({})
    assert.deepEqual([run.status, run.result.identified, run.result.suggested_price], ['done', 'Unknown item', 40])
    assert.match(steps(run)[1]!, /^listings done: Nothing to search for/)
    assert.equal(ebay.requests.length, requests)
  })
})

describe('research without a model', () => {
  test('without a model, the item is named after the prompt, and the price is the median price of the comparables', async () => {
    const found = await research(modelless.app, modelless.ana, { prompt: 'panda dunks' })
    assert.deepEqual(
      [found.run.result.identified, found.run.result.category, found.run.result.questions.length],
      ['panda dunks', 'Other', 2],
    )
    assert.deepEqual(priced(found).slice(0, 3), [26, '22–30', '22–30'])
    assert.deepEqual(
      found.listing.fields.map(({ label, value }: Record<string, string>) => `${label}: ${value}`),
      ['Item: panda dunks', 'Condition: ', 'When bought: '],
    )
    assert.equal(steps(found.run)[1], 'listings done: 10 found')
  })
})

describe('research without a provider for comparables', () => {
  test('without a provider for comparables, research omits the step `listings` and uses the prices of used catalog offers', async () => {
    const found = await research(withoutComparables.app, withoutComparables.ana, { prompt: 'panda dunks' })
    assert.deepEqual(
      found.run.steps.map(({ name }: { name: string }) => name),
      ['identify', 'catalog', 'resale', 'price'],
    )
    assert.deepEqual(priced(found), [60, '51–69', '51–69', 'medium', 120])
  })
})

describe('research without a product catalog', () => {
  test('without a catalog, both catalog steps name the missing key, and the price is computed from comparables', async () => {
    const found = await research(withoutCatalog.app, withoutCatalog.ana, { prompt: 'panda dunks' })
    assert.deepEqual(steps(found.run).slice(2, 4), ['catalog done: No catalog key', 'resale done: No catalog key'])
    assert.deepEqual(priced(found), [25, '22–30', '18–35', 'high', null])
  })
})
