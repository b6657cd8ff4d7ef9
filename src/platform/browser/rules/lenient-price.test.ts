import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lenientCents, writtenCurrency } from './lenient-price.ts'

test('an amount in dollars is rounded to whole cents', () => {
  for (const [value, cents] of [
    [19.99, 1_999],
    [1.1, 110],
    ['19.99', 1_999],
    ['1.1', 110],
    ['12', 1_200],
    ['1,5', 150],
    ['1.495', 149_500],
  ] as const)
    // prettier-ignore
    assert.equal(lenientCents(value), cents, String(value))
})

test('the price parser accepts amounts from one cent to one million', () => {
  for (const [value, cents] of [
    [0.01, 1],
    ['0.01', 1],
    [1_000_000, 100_000_000],
    ['1,000,000', 100_000_000],
  ] as const)
    // prettier-ignore
    assert.equal(lenientCents(value), cents, String(value))
  for (const value of [0, 0.004, -1, '-1', '- 5', 1_000_000.01, '1,000,000.01']) assert.equal(lenientCents(value), null, String(value))
})

test('an amount is rejected if it is longer than 60 characters', () => {
  assert.equal(lenientCents('5'.padEnd(60)), 500)
  assert.equal(lenientCents('5'.padEnd(61)), null)
})

test('a currency is recognized by its code or sign, and US dollars are distinguished from other dollars', () => {
  const written = {
    'EUR 5': 'EUR',
    '5 GBP $': 'GBP',
    CA$5: 'other',
    A$5: 'other',
    $5: 'USD',
    '€5': 'EUR',
    '£5': 'GBP',
    '¥5': 'JPY',
    '5': null,
  }
  for (const [value, currency] of Object.entries(written)) assert.equal(writtenCurrency(value), currency, value)
  assert.equal(writtenCurrency(5), null)
})
