import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOf } from './rules.ts'

const now = new Date('2026-03-10T00:00:00Z')
const ago = (hours: number, ms = 0) => new Date(now.getTime() - hours * 3_600_000 - ms)

test('a backup counts as late when it is older than two backup intervals', () => {
  assert.equal(stateOf({ newestAt: ago(12), everyHours: 6, now }), 'ok')
  assert.equal(stateOf({ newestAt: ago(12, 1), everyHours: 6, now }), 'late')
})

test('if no schedule is configured, a backup counts as late after two days', () => {
  assert.equal(stateOf({ newestAt: ago(48), everyHours: 0, now }), 'ok')
  assert.equal(stateOf({ newestAt: ago(48, 1), everyHours: 0, now }), 'late')
})

test('if there is no backup at all, the backup counts as late', () => {
  assert.equal(stateOf({ newestAt: null, everyHours: 6, now }), 'late')
})
