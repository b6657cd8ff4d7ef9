import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { applyPrices, refusedClearing, type PriceChange, type Prices } from './prices.ts'

const stored: Prices = { priceCents: 100_00, lowestPriceCents: 80_00 }
const isRefused = (current: Prices, change: PriceChange): boolean => {
  const applied = applyPrices(current, change)
  return !applied.ok && applied.param === 'lowest_price'
}
const becomes = (current: Prices, change: PriceChange, priceCents: number | null, lowestPriceCents: number | null): void =>
  assert.deepEqual(applyPrices(current, change), { ok: true, priceCents, lowestPriceCents })

test('an update changes only those prices that are in the request', () => {
  becomes(stored, {}, 100_00, 80_00)
  becomes(stored, { priceCents: 120_00 }, 120_00, 80_00)
  becomes(stored, { lowestPriceCents: 100_00 }, 100_00, 100_00)
  becomes(stored, { priceCents: undefined, lowestPriceCents: undefined }, 100_00, 80_00)
})

test('an update with null removes a price', () => {
  becomes(stored, { lowestPriceCents: null }, 100_00, null)
  becomes(stored, { priceCents: null }, null, 80_00)
  becomes(stored, { priceCents: 50_00, lowestPriceCents: null }, 50_00, null)
})

test('a request that sets both a price and a higher minimum price is rejected', () => {
  assert.ok(isRefused({ priceCents: null, lowestPriceCents: null }, { priceCents: 10_00, lowestPriceCents: 10_01 }))
  assert.ok(isRefused(stored, { priceCents: 70_00, lowestPriceCents: 80_00 }))
  becomes(stored, { priceCents: 200_00, lowestPriceCents: 150_00 }, 200_00, 150_00)
})

test('an update with a minimum price above the stored price is rejected', () => {
  assert.ok(isRefused(stored, { lowestPriceCents: 100_01 }))
})

test('while no price is set, any minimum price is accepted, and a later price below it lowers the minimum price', () => {
  becomes({ priceCents: null, lowestPriceCents: null }, { lowestPriceCents: 50_00 }, null, 50_00)
  becomes({ priceCents: null, lowestPriceCents: 50_00 }, { priceCents: 40_00 }, 40_00, 40_00)
  becomes(stored, { priceCents: null, lowestPriceCents: 500_00 }, null, 500_00)
})

test('lowering the price below the minimum price also lowers the minimum price', () => {
  becomes(stored, { priceCents: 60_00 }, 60_00, 60_00)
  becomes(stored, { priceCents: 0 }, 0, 0)
})

test('no update leaves the minimum price above the price, and valid values are stored exactly as sent', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 300 }), { nil: null })
  const change = fc.record({ priceCents: cents, lowestPriceCents: cents }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
      let prices: Prices = { priceCents: null, lowestPriceCents: null }
      for (const sent of changes) {
        const applied = applyPrices(prices, sent)
        if (!applied.ok) continue
        prices = { priceCents: applied.priceCents, lowestPriceCents: applied.lowestPriceCents }
        assert.ok(prices.priceCents === null || prices.lowestPriceCents === null || prices.lowestPriceCents <= prices.priceCents)
        if (sent.priceCents !== undefined) assert.equal(prices.priceCents, sent.priceCents)
        if (sent.lowestPriceCents !== undefined) assert.equal(prices.lowestPriceCents, sent.lowestPriceCents)
      }
    }),
  )
})

test('an update cannot remove the title or the price of a live listing', () => {
  assert.equal(refusedClearing('live', { title: null })?.param, 'title')
  assert.equal(refusedClearing('live', { priceCents: null })?.param, 'price')
  assert.equal(refusedClearing('live', { title: null, priceCents: null })?.param, 'title')
  assert.equal(refusedClearing('live', { title: 'Boots', priceCents: 0 }), null)
  assert.equal(refusedClearing('live', {}), null)
  assert.equal(refusedClearing('draft', { title: null, priceCents: null }), null)
})

test('changing a price does not set a minimum price on a listing that has none', () => {
  becomes({ priceCents: 100_00, lowestPriceCents: null }, { priceCents: 50_00 }, 50_00, null)
})
