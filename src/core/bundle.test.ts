import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { nextTier, percentFor, quoteBundle, raisesTier, splitCents, tiersProblem } from './bundle.ts'

const TIERS = [
  { from: 2, percent: 5 },
  { from: 3, percent: 10 },
  { from: 6, percent: 25 },
]

describe('the discount tiers for bundles in a shop', () => {
  test('a bundle gets the discount of the highest tier for which it has enough items', () => {
    assert.deepEqual(
      [1, 2, 3, 5, 6, 10].map((items) => percentFor(TIERS, items)),
      [0, 5, 10, 10, 25, 25],
    )
    assert.equal(percentFor([], 10), 0)
  })

  test('the next bundle discount that a buyer can reach is the first tier with a higher discount', () => {
    assert.deepEqual(
      [1, 2, 5, 6].map((items) => nextTier(TIERS, items)),
      [TIERS[0], TIERS[1], TIERS[2], null],
    )
  })

  test('no two bundle tiers may have the same number of items, and a tier for more items must have a higher discount', () => {
    assert.equal(tiersProblem(TIERS.toReversed()), null)
    assert.match(tiersProblem([TIERS[0]!, { from: 2, percent: 9 }])!, /different `from`/)
    assert.match(tiersProblem([TIERS[1]!, { from: 4, percent: 10 }])!, /higher percent/)
  })

  test('a change raises the bundle tiers if and only if the discount becomes higher for at least one number of items', () => {
    assert.equal(raisesTier(TIERS, TIERS), false)
    assert.equal(raisesTier(TIERS, []), false)
    assert.equal(raisesTier(TIERS, [{ from: 3, percent: 5 }]), false)
    assert.equal(raisesTier(TIERS, [{ from: 2, percent: 6 }]), true)
    assert.equal(raisesTier(TIERS, [{ from: 5, percent: 25 }]), true)
    assert.equal(raisesTier([], [{ from: 10, percent: 1 }]), true)
  })
})

describe('splitting an amount into parts by the largest remainder', () => {
  const of = (cents: number, ...weights: number[]) =>
    splitCents(
      cents,
      weights.map((weight, index) => ({ id: `lst_${index}`, weight })),
    )
  const CASES: readonly [cents: number, weights: number[], parts: number[]][] = [
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [10, [3, 3, 1], [4, 4, 2]],
    [7, [1, 2, 4], [1, 2, 4]],
    [1, [10, 20], [0, 1]],
    [500, [500, 0], [500, 0]],
    [0, [3, 4], [0, 0]],
    [3, [0, 0], [2, 1]],
  ]
  for (const [cents, weights, parts] of CASES)
    test(`${cents} cents in the ratio ${weights.join(' : ')} are ${parts.join(', ')}`, () => assert.deepEqual(of(cents, ...weights), parts))

  test('if remainders are equal, the item with the lowest id gets the extra cent, regardless of the order of the items', () => {
    assert.deepEqual(
      splitCents(1, [
        { id: 'lst_b', weight: 1 },
        { id: 'lst_a', weight: 1 },
      ]),
      [0, 1],
    )
  })

  test('the parts add up to the total, differ from the exact shares by less than a cent, and do not depend on the order of the items', () => {
    const weights = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1, maxLength: 4 }), weight: fc.integer({ min: 0, max: 10_000_000 }) }),
      {
        selector: ({ id }) => id,
        minLength: 1,
        maxLength: 10,
      },
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000_000 }), weights, (cents, list) => {
        const parts = splitCents(cents, list)
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          cents,
        )
        const total = list.reduce((sum, { weight }) => sum + weight, 0)
        for (const [index, { weight }] of list.entries())
          assert.ok(Math.abs(parts[index]! - (total === 0 ? cents / list.length : (cents * weight) / total)) < 1)
        assert.deepEqual(splitCents(cents, list.toReversed()), parts.toReversed())
      }),
    )
  })
})

describe('computing the price of a bundle', () => {
  const items = [
    { id: 'lst_1', priceCents: 1999, shippingCents: 500 },
    { id: 'lst_2', priceCents: 1000, shippingCents: 700 },
    { id: 'lst_3', priceCents: 1, shippingCents: 300 },
  ]

  test('the discount is rounded half up, and with `highest`, only the highest of the items’ shipping prices is charged', () => {
    const quote = quoteBundle(items, { tiers: [{ from: 3, percent: 5 }], shipping: 'highest' })
    assert.deepEqual(
      { ...quote, parts: quote.parts.map(({ discountCents, shippingCents }) => [discountCents, shippingCents]) },
      {
        percent: 5,
        priceCents: 3000,
        discountCents: 150,
        shippingCents: 700,
        totalCents: 3550,
        parts: [
          [100, 233],
          [50, 327],
          [0, 140],
        ],
      },
    )
    assert.equal(quoteBundle(items.slice(0, 2), { tiers: [{ from: 2, percent: 50 }], shipping: 'sum' }).discountCents, 1500)
  })

  test('the amounts for a bundle’s items add up to the bundle’s totals, and no item has a negative price', () => {
    const item = fc.record({ priceCents: fc.integer({ min: 0, max: 10_000_000 }), shippingCents: fc.integer({ min: 1, max: 10_000_000 }) })
    const tier = fc.record({ from: fc.integer({ min: 2, max: 10 }), percent: fc.integer({ min: 1, max: 50 }) })
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 2, maxLength: 10 }),
        fc.array(tier, { maxLength: 3 }),
        fc.constantFrom('sum' as const, 'highest' as const),
        (list, tiers, shipping) => {
          const named = list.map((one, index) => ({ id: `lst_${index}`, ...one }))
          const quote = quoteBundle(named, { tiers, shipping })
          const sum = (of: (part: (typeof quote.parts)[number]) => number) => quote.parts.reduce((all, part) => all + of(part), 0)
          assert.equal(
            sum((part) => part.discountCents),
            quote.discountCents,
          )
          assert.equal(
            sum((part) => part.shippingCents),
            quote.shippingCents,
          )
          assert.equal(
            sum((part) => part.itemCents + part.shippingCents),
            quote.totalCents,
          )
          for (const [index, part] of quote.parts.entries()) {
            assert.ok(part.itemCents >= 0 && part.discountCents >= 0)
            assert.ok(part.shippingCents <= named[index]!.shippingCents)
          }
        },
      ),
    )
  })
})
