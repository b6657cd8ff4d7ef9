import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersMarkdown } from './agent-words.ts'
import { priceText, shippingText, totalText, leftText } from './words.ts'

test('writes whole dollars without cents, and cents where there are some', () => {
  assert.deepEqual([0, 500, 1450, 1405, 125_000, 10_000_000].map(priceText), ['$0', '$5', '$14.50', '$14.05', '$1,250', '$100,000'])
})

test('says the whole price: 0 is pickup only and never free shipping, null is a question', () => {
  assert.deepEqual([0, null, 650].map(shippingText), ['Pickup only', 'Ask about shipping', '$6.50 shipping'])
  assert.deepEqual(
    [0, null, 650].map((shipping) => totalText(1000, shipping)),
    [null, null, '$16.50 with shipping'],
  )
})

test('gives Markdown to agents and command lines, and HTML to browsers', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const accept of [undefined, '*/*', 'text/markdown', 'text/plain', 'text/markdown, text/html;q=0.5', 'application/json'])
    assert.equal(prefersMarkdown(accept), true, accept)
  for (const accept of [browser, 'text/html', 'text/html, text/plain;q=0.5']) assert.equal(prefersMarkdown(accept), false, accept)
})

test('says what is left in its largest unit, rounded down', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const left = (minutes: number) => leftText(new Date(now.getTime() + minutes * 60_000), now)
  assert.deepEqual([0.5, 12, 59.9, 180, 47 * 60, 48 * 60].map(left), ['less than a minute', '12 min', '59 min', '3 h', '47 h', '2 days'])
})
