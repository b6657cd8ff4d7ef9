import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideHold, depositFor, HOLD_ACTORS, HOLD_OPERATIONS, HOLD_RULES, HOLD_STATUSES, holdStatusAt } from './rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)

test('a deposit is 10% of the price, in whole dollars, but at least $5 and at most the price', () => {
  const cases: [number, number][] = [
    [1, 1],
    [350, 350],
    [500, 500],
    [501, 500],
    [5_499, 500],
    [5_500, 600],
    [6_499, 600],
    [10_000, 1_000],
    [10_499, 1_000],
    [10_500, 1_100],
    [10_000_000, 1_000_000],
  ]
  for (const [price, deposit] of cases) assert.equal(depositFor(price), deposit, String(price))
})

test('for any price, the deposit is either the whole price or a whole number of dollars, at least $5', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (price) => {
      const deposit = depositFor(price)
      assert.ok(deposit > 0 && deposit <= price)
      assert.ok(deposit === price || (deposit % 100 === 0 && deposit >= 500))
      assert.ok(deposit <= 500 || Math.abs(deposit - price / 10) <= 50)
    }),
  )
})

test('a hold follows the transition table, and refuses all other transitions', () => {
  for (const status of HOLD_STATUSES)
    for (const operation of HOLD_OPERATIONS)
      for (const by of HOLD_ACTORS) {
        const until = operation === 'run_out' ? at(0) : at(1)
        const decision = decideHold(operation, by, { status, until }, NOW)
        const rule = HOLD_RULES.find((row) => row.from === status && row.operation === operation && row.by === by)
        if (rule) assert.deepEqual(decision, { kind: 'move', to: rule.to })
        else assert.equal(decision.kind, 'refuse', `${status} ${operation} ${by}`)
      }
})

test('only a hold that is requested or active ends at its deadline', () => {
  const after = HOLD_STATUSES.map((status) => [status, holdStatusAt({ status, until: NOW }, NOW)])
  assert.deepEqual(after, [
    ['asked', 'expired'],
    ['active', 'kept'],
    ['used', 'used'],
    ['returned', 'returned'],
    ['kept', 'kept'],
    ['expired', 'expired'],
  ])
  assert.equal(holdStatusAt({ status: 'active', until: at(1) }, NOW), 'active')
})

test('an expired hold cannot be returned, used or paid, and a hold cannot expire before its deadline', () => {
  const over = { status: 'active', until: NOW } as const
  assert.equal(decideHold('return', 'seller', over, NOW).kind, 'refuse')
  assert.equal(decideHold('use', 'buyer', over, NOW).kind, 'refuse')
  assert.equal(decideHold('pay', 'provider', { status: 'asked', until: NOW }, NOW).kind, 'refuse')
  assert.equal(decideHold('run_out', 'clock', { status: 'active', until: at(1) }, NOW).kind, 'refuse')
})

test('a hold in a final status allows no further transition', () => {
  for (const end of ['returned', 'kept', 'expired']) assert.equal(HOLD_RULES.filter(({ from }) => from === end).length, 0)
})
