import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf, healthAfter, MAX_TRIES, retryDelayMs, signedText, type Try } from './rules.ts'

const START = new Date('2026-11-18T12:00:00.000Z')
const HOUR_MS = 3_600_000
const tried = (hours: number, error: string | null = 'answered 500'): Try => ({
  at: new Date(START.getTime() + hours * HOUR_MS),
  status: 500,
  error,
  ms: 1,
})

test('a webhook delivery is retried after 5 minutes, 30 minutes, 2 hours, 6 hours and 24 hours, each plus a random delay of up to 10%', () => {
  const tries = Array.from({ length: MAX_TRIES }, (_, index) => index + 1)
  assert.deepEqual(
    tries.map((number) => retryDelayMs(number, 0)),
    [300_000, 1_800_000, 7_200_000, 21_600_000, 86_400_000, null],
  )
  assert.deepEqual([retryDelayMs(1, 1), retryDelayMs(1, 0.5), retryDelayMs(1, 0.50001)], [330_000, 315_000, 315_000])
  assert.equal(retryDelayMs(1, 0.50003), 315_001)
})

test('any 2xx status counts as a successful delivery, and a redirect is reported with its own error', () => {
  assert.deepEqual([0, 199, 200, 299, 300, 399, 400, 500].map(errorOf), [
    'answered 0',
    'answered 199',
    null,
    null,
    'redirect',
    'redirect',
    'answered 400',
    'answered 500',
  ])
})

test('the webhook is switched off after 72 hours of failures, counted from the first failure since the last success', () => {
  assert.deepEqual(healthAfter(null, []), { failingSince: null, switchOff: false })
  assert.deepEqual(healthAfter(START, []), { failingSince: START, switchOff: false })
  assert.deepEqual(healthAfter(null, [tried(0), tried(1)]), { failingSince: START, switchOff: false })
  assert.deepEqual(healthAfter(START, [tried(71.999)]), { failingSince: START, switchOff: false })
  assert.deepEqual(healthAfter(START, [tried(72)]), { failingSince: START, switchOff: true })
  assert.deepEqual(healthAfter(START, [tried(72), tried(73, null)]), { failingSince: null, switchOff: false })
  assert.deepEqual(healthAfter(START, [tried(1, null), tried(80)]), { failingSince: tried(80).at, switchOff: false })
})

test('the webhook signature covers both the timestamp and the body', () => {
  assert.equal(signedText(1_700_000_000, '{}'), '1700000000.{}')
})
