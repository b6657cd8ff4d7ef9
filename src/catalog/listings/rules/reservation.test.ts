import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReserved, reservationExpiresAtMs } from './reservation.ts'

const now = new Date('2026-11-24T12:00:00Z')
const soon = new Date(now.getTime() + 900_000)

test('a live listing counts as reserved until its reservation expires', () => {
  const of = (status: string, reservedUntil: Date | null) => isReserved({ status, reservedUntil }, now)
  assert.deepEqual(
    [of('live', soon), of('live', now), of('live', null), of('sold', soon), of('draft', soon)],
    [true, false, false, false, false],
  )
})

test('the expiry time of a reservation is returned, or Infinity if there is no reservation', () => {
  assert.equal(reservationExpiresAtMs({ status: 'live', reservedUntil: soon }, now), soon.getTime())
  assert.equal(reservationExpiresAtMs({ status: 'live', reservedUntil: now }, now), Number.POSITIVE_INFINITY)
})
