import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awayExpiresAtMs, awayProblem, isAway } from './away.ts'

const NOW = new Date('2026-12-01T12:00:00.000Z')
const after = (ms: number): Date => new Date(NOW.getTime() + ms)
const YEAR_MS = 365 * 86_400_000

test('a shop is away until the given time, and is open from then on', () => {
  for (const [until, away] of [
    [null, false],
    [after(-1), false],
    [NOW, false],
    [after(1), true],
  ] as const) {
    assert.equal(isAway(until, NOW), away, String(until))
    assert.equal(awayExpiresAtMs(until, NOW), away ? until.getTime() : Number.POSITIVE_INFINITY, String(until))
  }
})

test('an absence of a shop must end in the future, at most 365 days from now', () => {
  for (const [until, problem] of [
    [NOW, 'must be in the future'],
    [after(1), null],
    [after(YEAR_MS), null],
    [after(YEAR_MS + 1), 'must be at most 365 days from now'],
  ] as const)
    assert.equal(awayProblem(until, NOW), problem, until.toISOString())
})
