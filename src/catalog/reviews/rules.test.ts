import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewRefusal, signature } from './rules.ts'

const ended = new Date('2026-11-01T12:00:00.000Z')
const daysOn = (days: number, ms = 0) => new Date(ended.getTime() + days * 86_400_000 + ms)

test('an order can be reviewed only once, and only within 30 days of its completion or refund', () => {
  for (const status of ['completed', 'refunded']) {
    assert.equal(reviewRefusal({ status, endedAt: ended, reviewed: false }, daysOn(0)), null)
    assert.equal(reviewRefusal({ status, endedAt: ended, reviewed: false }, daysOn(30)), null)
    assert.match(reviewRefusal({ status, endedAt: ended, reviewed: false }, daysOn(30, 1))!, /30 days/)
    assert.match(reviewRefusal({ status, endedAt: ended, reviewed: true }, daysOn(1))!, /one review/)
  }
})

test('an order that is neither completed nor refunded cannot be reviewed', () => {
  for (const status of ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem', 'cancelled', 'expired'])
    assert.match(reviewRefusal({ status, endedAt: ended, reviewed: false }, ended)!, new RegExp(status))
})

test('a review shows the author’s first name, or “Closed account” if the author has closed the account', () => {
  assert.equal(signature('Ben Baker', false), 'Ben')
  assert.equal(signature('Ben', false), 'Ben')
  assert.equal(signature('Closed account', true), 'Closed account')
})

test('the buyer cannot review an order that is still in progress', () => {
  assert.match(reviewRefusal({ status: 'completed', endedAt: null, reviewed: false }, daysOn(0))!, /This order is completed/)
})
