import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersMarkdown } from './agent-copy.ts'
import { shippingOf, shippingText } from '#core/shipping.ts'
import { stockText, totalText } from './format.ts'

test('a shipping cost of 0 appears as “Pickup only”, and an unknown cost as “Ask about shipping”', () => {
  const kinds = [0, null, 650].map((cents) => shippingOf(cents))
  assert.deepEqual(kinds.map(shippingText), ['Pickup only', 'Ask about shipping', '$6.50 shipping'])
  assert.deepEqual(
    kinds.map((shipping) => totalText(1000, shipping)),
    [null, null, '$16.50 with shipping'],
  )
})

test('agents and command-line tools get Markdown pages, and browsers get HTML pages', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const accept of [undefined, '*/*', 'text/markdown', 'text/plain', 'text/markdown, text/html;q=0.5', 'application/json'])
    assert.equal(prefersMarkdown(accept), true, accept)
  for (const accept of [browser, 'text/html', 'text/html, text/plain;q=0.5']) assert.equal(prefersMarkdown(accept), false, accept)
})

test('the summary of a shop contains its numbers of live, draft and sold listings', () =>
  assert.equal(stockText({ live: 1, drafts: 1, sold: 1200 }), '1 live, 1 draft, 1,200 sold'))
