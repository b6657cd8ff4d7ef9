import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPriceDrop, isStillTrue, LIKE_ALERTS, lowestEarlierCents, type AlertFacts } from './rules.ts'

test('a price drop counts if it is at least 1 dollar and at least 5%, including drops of exactly that much', () => {
  for (const [from, to, expected] of [
    [20_00, 19_00, true],
    [20_00, 19_01, false],
    [100_00, 95_00, true],
    [100_00, 95_01, false],
    [5_00, 4_01, false],
    [5_00, 4_00, true],
    [33_33, 31_66, true],
    [33_33, 31_67, false],
    [1_00, 0, true],
    [99, 0, false],
    [50_00, 60_00, false],
    [50_00, 50_00, false],
  ] as const)
    assert.equal(isPriceDrop(from, to), expected, `${from} to ${to}`)
})

test('a price drop is a new price that is at least $1 and at least 5% below the previous price', () => {
  for (let to = 0; to <= 30_000; to += 37) {
    const from = lowestEarlierCents(to)
    const drops = (earlier: number) => earlier - to >= 100 && (earlier - to) * 100 >= earlier * 5
    assert.deepEqual([drops(from), drops(from - 1)], [true, false], `${to}`)
  }
})

test('an alert is sent only if its listing is still visible, its reason still applies, and neither person has blocked the other', () => {
  const drop: AlertFacts = { status: 'live', visible: true, reserved: false, blocked: false, priceCents: 10_00, baselineCents: 20_00 }
  const holds = (facts: Partial<AlertFacts>) => LIKE_ALERTS.filter((kind) => isStillTrue(kind, { ...drop, ...facts }))
  assert.deepEqual(holds({}), ['price_drop', 'liked_back'])
  assert.deepEqual(holds({ baselineCents: 10_50 }), ['liked_back'])
  assert.deepEqual(holds({ baselineCents: null }), ['liked_back'])
  assert.deepEqual(holds({ status: 'sold' }), ['liked_sold'])
  for (const never of [{ status: 'draft' }, { visible: false }, { blocked: true }, { reserved: true }, { priceCents: null }] as const)
    assert.deepEqual(holds(never), [], JSON.stringify(never))
})
