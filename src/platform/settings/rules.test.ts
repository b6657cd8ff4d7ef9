import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effective, isPageAddress, MARK } from './rules.ts'

const DEFAULTS = { feePercent: 7.5, guestLimitCents: 50_000 }

test('a setting has its default value until an operator changes it', () => {
  const { name, letter, feePercent, fees, guestLimitCents } = effective(DEFAULTS, { name: null })
  assert.deepEqual([name, letter, feePercent, fees, guestLimitCents], ['resale', null, 7.5, {}, 50_000])
})

test('a changed setting replaces its default, even if its value is zero', () => {
  const changed = effective(DEFAULTS, { name: 'Attic', feePercent: 0, guestLimitCents: 0, fees: { Books: 1 } })
  assert.deepEqual([changed.name, changed.feePercent, changed.guestLimitCents, changed.fees], ['Attic', 0, 0, { Books: 1 }])
})

test('a setting counts as an address only if it is a complete https URL, and otherwise as text', () => {
  assert.equal(isPageAddress('https://example.com/terms'), true)
  for (const text of ['http://example.com', 'https://example.com and more', 'https://', 'https://[', 'Be kind.', 'See https://example.com'])
    assert.equal(isPageAddress(text), false, text)
})

test('the marketplace’s mark consists of one or two letters or digits, so it needs no escaping', () => {
  for (const good of ['A', 'é', 'R2']) assert.match(good, MARK)
  for (const bad of ['', 'ABC', '<', '&a', 'a b']) assert.doesNotMatch(bad, MARK)
})
