import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '#platform/context/index.ts'
import { post } from './index.ts'

test('an unbalanced posting is rejected before any statement, and a posting without amounts needs none', async () => {
  const tx = {} as Tx
  const line = (amountCents: number) => ({ account: 'buyer' as const, amountCents, orderId: 'ord_1' })
  await assert.rejects(post(tx, [line(-5), line(6)]), /does not sum to zero/)
  await post(tx, [line(0), line(0)])
  await post(tx, [])
})
