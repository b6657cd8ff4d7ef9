import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CONDITIONS, type Condition } from './conditions.ts'
import { priceFully, priceWithoutModel, type Evidence, type PriceVerdict } from './index.ts'

type Row = { title: string; cents: number; condition: string | null; sold: boolean }

const row = (dollars: number, more: Partial<Row> = {}): Row => ({
  title: `Lamp ${dollars}`,
  cents: Math.round(dollars * 100),
  condition: null,
  sold: false,
  ...more,
})
const evidence = (used: readonly number[], newDollars: number | null = null, more: Partial<Row> = {}): Evidence<Row> => ({
  // gives each comparable a different title, so that comparables with equal prices do not count as duplicates
  listings: used.map((dollars, index) => row(dollars, { title: `Lamp ${index}`, ...more })),
  offers: [],
  newCents: newDollars === null ? null : newDollars * 100,
})
const lamp = { name: 'Lamp', brand: null, category: 'Home', condition: 'unknown' as Condition }
const span = ({ lowCents, highCents }: { lowCents: number; highCents: number }) => `${lowCents / 100}–${highCents / 100}`
const shown = ({ band, range, suggestedCents, confidence }: PriceVerdict<Row>) =>
  `${span(band)}, ${span(range)}, ${suggestedCents / 100}, ${confidence}`
const shownPlain = ({ band, suggestedCents }: PriceVerdict<Row>) => `${span(band)}, ${suggestedCents / 100}`

const A = [18, 20, 22, 25, 25, 27, 30, 32, 35, 120]

/** Cases calculated by hand, in dollars. They also appear in docs/research.md. */
const WORKED: readonly [name: string, evidence: Evidence<Row>, condition: Condition, full: string, plain: string][] = [
  ['an outlier', evidence(A), 'unknown', '22–30, 18–35, 25, high', '22–30, 26'],
  ['only a new price', evidence([], 80), 'unknown', '34–46, 34–46, 40, low', '34–46, 40'],
  ['nothing at all', evidence([]), 'unknown', '34–46, 34–46, 40, low', '34–46, 40'],
  ['one comparable', evidence([37.5]), 'unknown', '32–43, 32–43, 38, low', '32–43, 38'],
  ['new with tags, clamped into the band', evidence(A), 'new_with_tags', '22–30, 18–35, 30, high', '22–30, 26'],
  ['near the new price', evidence([90, 92, 95, 97, 99], 100), 'unknown', '77–90, 77–90, 90, medium', '81–109, 95'],
  ['115 percent of 50 is 57.50', evidence([50]), 'unknown', '43–58, 43–58, 50, low', '43–58, 50'],
  ['115 percent of 170 is 195.50', evidence([170]), 'unknown', '145–196, 145–196, 170, low', '145–196, 170'],
]

describe('worked examples of suggested prices', () => {
  for (const [name, given, condition, full, plain] of WORKED) {
    test(`the price of ${name} is ${full} with a model, and ${plain} without a model`, () => {
      assert.equal(shown(priceFully({ ...lamp, condition }, given)), full)
      assert.equal(shownPlain(priceWithoutModel(given)), plain)
    })
  }
})

describe('pricing an item with a model', () => {
  const suggested = (used: readonly number[], item: Partial<typeof lamp> = {}, newDollars: number | null = null) =>
    priceFully({ ...lamp, ...item }, evidence(used, newDollars)).suggestedCents / 100

  test('the suggested price depends on the item’s condition, but stays within the price band', () => {
    const used = [20, 30, 40, 50, 60]
    assert.deepEqual(
      CONDITIONS.map((condition) => suggested(used, { condition })),
      [48, 44, 40, 32, 30, 40],
    )
  })

  test('if five comparables have the item’s condition, only these are used, and the price is not adjusted for the condition', () => {
    const given = { ...evidence([10, 11, 12, 13, 14], null, { condition: 'Acceptable' }), offers: [] }
    const more = { ...given, listings: [...given.listings, ...evidence([50, 51, 52, 53, 54]).listings] }
    assert.equal(priceFully({ ...lamp, condition: 'fair' }, more).suggestedCents, 1200)
  })

  test('the price is based on sold items when there are at least three', () => {
    const listings = evidence([50, 52, 54, 56, 58]).listings
    const sold = [40, 41, 42].map((dollars) => row(dollars, { sold: true }))
    const verdict = priceFully(lamp, { listings: [...listings, ...sold], offers: [], newCents: null })
    assert.deepEqual([verdict.suggestedCents, verdict.used.length], [4100, 3])
    assert.equal(priceFully(lamp, { listings: [...listings, ...sold.slice(1)], offers: [], newCents: null }).suggestedCents, 5200)
  })

  test('the suggested price may exceed the price of a new item only for collectibles', () => {
    assert.equal(suggested([190, 200, 210], { category: 'Collectibles' }, 100), 200)
    assert.equal(suggested([190, 200, 210], {}, 100), 90)
  })

  test('the price is based on catalog offers for used items when no listing matches the item', () => {
    const offers = evidence([60]).listings
    const listings = [row(10, { title: 'Lamp for parts' }), row(12, { title: 'Lamp', condition: 'New' }), row(900, { title: 'Piano' })]
    assert.deepEqual(priceFully(lamp, { listings, offers, newCents: null }).used, offers)
  })

  test('an extreme outlier among three comparables is dropped', () => {
    assert.equal(suggested([10, 12, 300]), 11)
    assert.equal(suggested([10, 12, 30]), 12)
  })

  test('confidence is high for eight prices that are close together, but lower for eight prices that are far apart', () => {
    assert.equal(priceFully(lamp, evidence([20, 21, 22, 23, 24, 25, 26, 27])).confidence, 'high')
    assert.equal(priceFully(lamp, evidence([20, 21, 22, 23, 24, 25, 26])).confidence, 'medium')
    assert.equal(priceFully(lamp, evidence([10, 12, 15, 25, 30, 45, 60, 70])).confidence, 'medium')
    assert.equal(priceFully(lamp, evidence([20, 21, 22])).confidence, 'low')
    assert.equal(priceFully(lamp, evidence([20], 60)).confidence, 'medium')
  })
})

describe('pricing without a model', () => {
  test('the confidence in a price is at most medium if no model is used', () => {
    assert.equal(priceWithoutModel(evidence([20, 21, 22, 23, 24, 25, 26, 27])).confidence, 'medium')
  })

  test('comparable prices that are zero, negative, invalid or too high are ignored', () => {
    const listings = [row(0), row(-5), row(Number.NaN), row(1e9), row(30)]
    assert.equal(priceWithoutModel({ listings, offers: [], newCents: null }).suggestedCents, 3000)
  })

  test('prices come from live listings first, then from catalog offers for used items, and otherwise are half the new price', () => {
    const [listings, offers] = [[row(30)], [row(20)]]
    assert.equal(priceWithoutModel({ listings, offers, newCents: 9900 }).suggestedCents, 3000)
    assert.equal(priceWithoutModel({ listings: [], offers, newCents: 9900 }).suggestedCents, 2000)
    assert.equal(priceWithoutModel({ listings: [], offers: [], newCents: 9900 }).suggestedCents, 5000)
  })
})

const cents = fc.integer({ min: 1, max: 10_000_000 })
const rows = fc.array(
  fc.record({
    title: fc.constantFrom('Lamp one', 'Lamp two', 'a lamp', 'Lamp lot', 'Piano'),
    cents,
    condition: fc.constantFrom(null, 'Used', 'Very Good', 'Acceptable', 'Like New', 'New', 'For parts'),
    sold: fc.boolean(),
  }),
  { maxLength: 24 },
)
const anyEvidence = fc.record({ listings: rows, offers: rows, newCents: fc.option(cents) })
const anyItem = fc.record({
  name: fc.constantFrom('Lamp', 'Lamp two', '灯'),
  brand: fc.option(fc.constant('Anglepoise')),
  category: fc.constantFrom('Home', 'Collectibles'),
  condition: fc.constantFrom(...CONDITIONS),
})

/** Amount in cents as an exact fraction, before rounding. Computed independently of the code that is being tested. */
type Fraction = readonly [over: bigint, under: bigint]
const roundedDollars = ([over, under]: Fraction): number => {
  const dollars = Number((2n * over + 100n * under) / (200n * under))
  return Math.min(Math.max(dollars, 1), 100_000)
}
const exactMedian = (prices: readonly number[]): Fraction => {
  const sorted = prices.toSorted((a, b) => a - b)
  return [BigInt(sorted[(sorted.length - 1) >> 1]!) + BigInt(sorted[sorted.length >> 1]!), 2n]
}
const times = ([over, under]: Fraction, percent: bigint): Fraction => [over * percent, under * 100n]

describe('properties of suggested prices that hold for every input', () => {
  const holds = ({ suggestedCents, band, range }: PriceVerdict<Row>) => {
    const all = [range.lowCents, band.lowCents, suggestedCents, band.highCents, range.highCents]
    assert.deepEqual(
      all,
      all.toSorted((a, b) => a - b),
      'range ≤ band ≤ suggestion ≤ band ≤ range',
    )
    for (const value of all) assert.ok(value % 100 === 0 && value >= 100 && value <= 10_000_000, String(value))
  }

  test('the suggested price is within its band, the band is within its range, and all are in whole dollars', () => {
    fc.assert(
      fc.property(anyItem, anyEvidence, (item, given) => {
        holds(priceFully(item, given))
        holds(priceWithoutModel(given))
      }),
      { numRuns: 3000 },
    )
  })

  test('the suggested price does not depend on the order of the comparable sales', () => {
    fc.assert(
      fc.property(anyItem, anyEvidence, (item, given) => {
        const turned = { ...given, listings: given.listings.toReversed(), offers: given.offers.toReversed() }
        assert.equal(shown(priceFully(item, turned)), shown(priceFully(item, given)))
      }),
      { numRuns: 1000 },
    )
  })

  test('the price that is computed without a model equals the result of an exact calculation', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 12 }), fc.option(cents), (prices, newCents) => {
        const base: Fraction = prices.length > 0 ? exactMedian(prices) : newCents === null ? [4000n, 1n] : [BigInt(newCents), 2n]
        const verdict = priceWithoutModel({ listings: prices.map((price) => row(price / 100)), offers: [], newCents })
        assert.equal(verdict.band.lowCents / 100, roundedDollars(times(base, 85n)))
        assert.equal(verdict.band.highCents / 100, roundedDollars(times(base, 115n)))
        assert.equal(verdict.suggestedCents / 100, roundedDollars(base))
      }),
      { numRuns: 5000 },
    )
  })

  test('the price with a model equals the result of an exact calculation from the comparables, the condition and the price of a new item', () => {
    const percents: Record<Condition, bigint> = { new_with_tags: 120n, like_new: 110n, good: 100n, unknown: 100n, fair: 80n, poor: 60n }
    fc.assert(
      fc.property(cents, fc.option(cents), fc.constantFrom(...CONDITIONS), (price, newCents, condition) => {
        const verdict = priceFully({ ...lamp, condition }, { listings: [row(price / 100, { title: 'Lamp' })], offers: [], newCents })
        const base: Fraction = [BigInt(price), 1n]
        const most: Fraction = newCents === null ? [10n ** 15n, 1n] : [BigInt(newCents) * 9n, 10n]
        const bites = BigInt(price) * 115n * most[1] > most[0] * 100n
        const low = roundedDollars(times(base, 85n))
        const [lowest, highest] = bites
          ? [Math.min(low, roundedDollars(times(most, 85n))), roundedDollars(most)]
          : [low, roundedDollars(times(base, 115n))]
        const suggested = Math.min(Math.max(roundedDollars(times(base, percents[condition])), lowest), highest)
        assert.deepEqual(
          [verdict.band.lowCents, verdict.band.highCents, verdict.suggestedCents].map((value) => value / 100),
          [lowest, highest, suggested],
        )
      }),
      { numRuns: 5000 },
    )
  })

  test('without a model, the suggested price never falls when the price of one comparable rises', () => {
    const two = fc.tuple(fc.array(cents, { minLength: 1, maxLength: 12 }), fc.nat(), fc.integer({ min: 1, max: 100_000 }))
    fc.assert(
      fc.property(two, ([prices, position, more]) => {
        const raised = prices.with(position % prices.length, Math.min(prices[position % prices.length]! + more, 10_000_000))
        const of = (list: readonly number[]) =>
          priceWithoutModel({ listings: list.map((price) => row(price / 100)), offers: [], newCents: null })
        assert.ok(of(raised).suggestedCents >= of(prices).suggestedCents)
        assert.ok(of(raised).band.highCents >= of(prices).band.highCents)
      }),
      { numRuns: 2000 },
    )
  })

  test('with a model, the suggested price never falls when all comparable prices rise by the same factor', () => {
    const given = fc.tuple(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 }), fc.integer({ min: 2, max: 9 }))
    fc.assert(
      fc.property(given, ([prices, times]) => {
        const of = (list: readonly number[]) =>
          priceFully(lamp, {
            listings: list.map((price, index) => row(price / 100, { title: `Lamp ${index}` })),
            offers: [],
            newCents: null,
          })
        const [before, after] = [of(prices), of(prices.map((price) => price * times))]
        assert.ok(after.suggestedCents >= before.suggestedCents)
        assert.equal(after.used.length, before.used.length, 'the same rows are outliers at any scale')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('limits on the price that research suggests', () => {
  const fair = (dollars: readonly number[]) => evidence(dollars, null, { condition: 'Acceptable' }).listings
  const price = (condition: Condition, listings: readonly Row[]) =>
    priceFully({ ...lamp, condition }, { listings, offers: [], newCents: null })
  const many = (dollars: number, count: number) => Array.from({ length: count }, () => dollars)

  test('an item that is new with tags gets a suggested price that is 20 percent higher', () => {
    assert.equal(price('new_with_tags', evidence([2000, 3000, 4000, 5000, 6000]).listings).suggestedCents, 480_000)
  })

  test('five comparable sales in the same condition are used alone, but only four are combined with sales in other conditions', () => {
    const others = evidence([1150, 1250, 5000, 5100, 5200]).listings
    assert.equal(price('fair', [...fair([1000, 1100, 1200, 1300, 1400]), ...others]).used.length, 5)
    assert.equal(price('fair', [...fair([1000, 1100, 1200, 1300, 1400]), ...others]).suggestedCents, 120_000)
    assert.ok(price('fair', [...fair([1000, 1100, 1200, 1300]), ...others]).used.length > 5)
    assert.equal(price('unknown', [...fair([10, 11, 12, 13, 14]), ...evidence([10.1, 11.1, 12.1, 13.1, 14.1]).listings]).used.length, 10)
  })

  test('only comparable sales in the same condition determine which prices are outliers', () => {
    const others = evidence([95, 96, 97, 98, 99, 101]).listings
    assert.equal(price('fair', [...fair([10, 11, 12, 13, 100]), ...others]).used.length, 4)
  })

  test('the price band extends 15 percent on each side of the price for four prices, and at least 5 percent for five', () => {
    assert.equal(span(priceFully(lamp, evidence([10, 20, 30, 40])).band), '21–29')
    assert.equal(span(priceFully(lamp, evidence(many(1000, 5))).band), '950–1050')
    assert.equal(span(priceFully(lamp, evidence(many(600, 5), 700)).band), '570–630', 'exactly at 90 percent of the new price')
  })

  test('without a model, the confidence in a price is low if there are only two comparables', () => {
    assert.equal(priceWithoutModel(evidence([20, 21])).confidence, 'low')
  })

  test('the confidence in a price is still high if the quartiles differ by exactly half the price', () => {
    assert.equal(priceFully(lamp, evidence([60, 75, 75, 100, 100, 125, 125, 125])).confidence, 'high')
    assert.equal(priceFully(lamp, evidence([60, 74, 74, 100, 100, 125, 125, 125])).confidence, 'medium')
    assert.deepEqual([3, 4].map((count) => priceFully(lamp, evidence(many(20, count))).confidence), ['low', 'medium']) // prettier-ignore
  })
})
