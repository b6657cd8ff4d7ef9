import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storm } from '#test/chaos/webhooks.ts'

test('every webhook event is delivered although the service and database are killed, with identical bytes on each retry', async (t) => {
  const { faults, ...counts } = await storm({ events: 300, kills: 3, limitMs: 75_000, refuses: 0.05 })
  t.diagnostic(JSON.stringify(counts))
  assert.deepEqual(faults.slice(0, 20), [])
  assert.ok(counts.kills >= 2 && counts.acknowledged >= 100, JSON.stringify(counts))
  assert.equal(counts.taken, counts.committed)
})
