import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import type { TestCluster } from '#test/cluster.ts'
import { SQL_DEFECTS } from './defects.ts'
import { Market } from './market.ts'
import { IN_ORDER, Pairs, shareOf } from './run.ts'
import { isOnListing, isWrite, LEFT_OUT } from './verbs.ts'

/** Pairs of calls that compete for one listing, offer, order or deposit. The nightly tier runs all pairs. */
const SOME = [
  'acceptOffer by owner × createOrder by ann',
  'acceptOffer by owner × acceptOffer by owner on the second',
  'createOrder by ann × createOrder by bob',
  'payHold by ann × payHold by bob on the second',
  'cancelOrder by ann × payOrder by ann',
  'refundOrder by owner × decideDispute by operator',
  'deleteListing by owner × likeListing by ann',
  'deleteListing by owner × reportListing by ann',
]

test('the shares of the nightly runs contain each pair once, and none is empty', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const shares = Array.from({ length: 168 }, (_, index) => shareOf(items, { nth: index + 1, parts: 168 }))
  assert.deepEqual(shares.flat(), items)
  assert.deepEqual(new Set(shares.map(({ length }) => length)), new Set([5, 6]))
})

describe('pairs of concurrent writes to one listing', () => {
  let market: Market
  let pairs: Pairs
  before(async () => {
    market = await Market.open(JSON.parse(process.env.TEST_CLUSTER!) as TestCluster)
    pairs = await Pairs.open(market)
  })
  after(() => market.close())

  test('every API write that concerns a listing succeeds in at least one stage, unless it is excluded for a stated reason', async () => {
    const writes = ENDPOINTS.filter(isWrite)
    const unplaced = writes.filter((one) => isOnListing(one) === null).map(({ id }) => id)
    assert.deepEqual(unplaced, [], 'add the path to KINDS in verbs.ts, or the endpoint to LEFT_OUT with a reason')
    const possible = new Set((await pairs.verbs()).map(({ endpoint }) => endpoint.id))
    const impossible = writes.filter((one) => isOnListing(one) && !possible.has(one.id)).map(({ id }) => id)
    assert.deepEqual(impossible, [], 'add a stage to stages.ts or a body to verbs.ts')
    const unknown = Object.keys(LEFT_OUT).filter((id) => !writes.some((one) => one.id === id))
    assert.deepEqual(unknown, [])
  })

  test('two concurrent calls have the same results as two sequential calls, at whatever point one of them is paused', async (t) => {
    for (const only of SOME) {
      const { violations, pairs: count, interleavings, waits } = await pairs.run({ only })
      assert.deepEqual(violations, [])
      assert.ok(count > 0 && interleavings > 0, only)
      t.diagnostic(`${only}: ${count} pairs, ${interleavings} interleavings, ${waits} waits`)
    }
  })

  test('running calls in pairs reveals every locking defect that the test inserts', async () => {
    for (const { title, pairs: only, edit } of SQL_DEFECTS) {
      market.edit = edit
      const { violations } = await pairs.run({ only })
      market.edit = undefined
      assert.ok(
        violations.some(({ point }) => !point.startsWith(IN_ORDER)),
        title,
      )
    }
  })
})
