import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reductionOf, referenceCents, type PublicPrice } from './reduction.ts'

const DAY_MS = 86_400_000
const day = (count: number): Date => new Date(Date.UTC(2026, 0, 1) + count * DAY_MS)

/** Builds periods from days: `[10, 100]` means 100 dollars from day 10 on. A price of null means that the listing was not for sale. */
function periods(...steps: [from: number, dollars: number | null][]): PublicPrice[] {
  return steps.flatMap(([from, dollars], index) => {
    const next = steps[index + 1]
    return dollars === null ? [] : [{ cents: dollars * 100, from: day(from), until: next ? day(next[0]) : null }]
  })
}
/** Returns the crossed-out price, in dollars, on the given day, or on the day of the last price change if no day is given. */
const was = (steps: [number, number | null][], on = steps.at(-1)![0]): number | null => {
  const reduction = reductionOf(periods(...steps), day(on))
  return reduction && reduction.wasCents / 100
}

test('a listing whose price was never reduced has no crossed-out price', () => {
  assert.equal(was([], 5), null)
  assert.equal(was([[0, 100]], 90), null)
  assert.equal(
    was([
      [0, 100],
      [40, 120],
    ]),
    null,
  )
})

test('the crossed-out price is the last price before the reduction', () =>
  assert.equal(
    was([
      [0, 100],
      [40, 80],
    ]),
    100,
  ))

test('the crossed-out price is the lowest price of the last 30 days, even if the price was raised shortly before the reduction', () => {
  assert.equal(
    was([
      [0, 100],
      [40, 150],
      [45, 90],
    ]),
    100,
  )
  assert.equal(
    was([
      [0, 100],
      [40, 150],
      [45, 100],
    ]),
    null,
  )
  assert.equal(
    was([
      [0, 100],
      [40, 150],
      [45, 120],
    ]),
    null,
  )
})

test('the reference price takes into account every price that was valid in the 30 days before the reduction', () => {
  assert.equal(
    was([
      [0, 100],
      [40, 150],
      [70, 120],
    ]),
    150,
  )
  assert.equal(
    was([
      [0, 100],
      [40, 150],
      [69.9, 120],
    ]),
    null,
  )
})

test('for a listing younger than 30 days, the reference period starts at publication and must be at least one day long', () => {
  assert.equal(
    was([
      [0, 100],
      [1, 80],
    ]),
    100,
  )
  assert.equal(
    was([
      [0, 100],
      [0.999, 80],
    ]),
    null,
  )
})

test('one day of public sale suffices for a reference price, and one millisecond less does not', () => {
  const reference = (ms: number) => referenceCents([{ cents: 100_00, from: day(0), until: null }], new Date(day(0).getTime() + ms))
  assert.deepEqual([reference(DAY_MS - 1), reference(DAY_MS)], [null, 100_00])
})

test('a reduction counts only if, in the 30 days before it, the listing was public for at least one day in total', () => {
  assert.equal(
    was([
      [0, 100],
      [10.5, null],
      [40, 100],
      [40.4, 80],
    ]),
    null,
  )
  assert.equal(
    was([
      [0, 100],
      [10.5, null],
      [40, 100],
      [40.5, 80],
    ]),
    null,
  )
  assert.equal(
    was([
      [0, 100],
      [0.5, null],
      [10, 100],
      [10.5, 80],
    ]),
    100,
  )
})

test('the time during which the operator hides a listing does not count as time on sale', () => {
  assert.equal(
    was([
      [0, 50],
      [5, null],
      [40, 100],
      [50, 80],
    ]),
    100,
  )
  assert.equal(
    was([
      [0, 100],
      [5, null],
      [20, 80],
    ]),
    100,
  )
  assert.equal(
    was([
      [0, 100],
      [5, null],
      [36, 80],
    ]),
    null,
  )
})

test('further price drops do not change the reference price of the first price drop', () => {
  assert.equal(
    was([
      [0, 100],
      [10, 90],
      [20, 80],
      [35, 70],
    ]),
    100,
  )
  assert.equal(
    was([
      [0, 100],
      [10, 90],
      [39, 80],
      [68, 70],
    ]),
    100,
  )
})

test('unpublishing a listing and republishing it at the same price does not end a reduction', () => {
  assert.equal(
    was([
      [0, 100],
      [10, 80],
      [12, null],
      [14, 80],
    ]),
    100,
  )
  assert.equal(
    was([
      [0, 100],
      [10, 80],
      [12, null],
      [14, 80],
      [15, 70],
    ]),
    100,
  )
})

test('a price increase ends a reduction, and the next reduction has its own reference price', () => {
  assert.equal(
    was([
      [0, 100],
      [10, 80],
      [20, 90],
    ]),
    null,
  )
  assert.equal(
    was([
      [0, 100],
      [10, 80],
      [20, 90],
      [25, 85],
    ]),
    null,
  )
  assert.equal(
    was([
      [0, 100],
      [10, 80],
      [20, 90],
      [25, 70],
    ]),
    80,
  )
})

test('a reduction ends 30 days after the last price drop', () => {
  const steps: [number, number][] = [
    [0, 100],
    [10, 80],
  ]
  assert.equal(was(steps, 39.9), 100)
  assert.equal(was(steps, 40), null)
  assert.equal(was([...steps, [40, 70]]), 80)
  assert.equal(was([...steps, [39.9, 70]], 69.8), 100)
})

test('the date of a reduction is the date of its last price drop', () =>
  assert.deepEqual(reductionOf(periods([0, 100], [10, 90], [20, 80]), day(25)), { wasCents: 100_00, at: day(20) }))
