import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggest } from './suggest.ts'

const LISTING = ['title', 'one_liner', 'description', 'price', 'shipping', 'take_offers', 'photo_urls', 'visibility']

test('an error for an unknown field suggests the field that was probably meant', () => {
  for (const [unknown, known] of [
    ['titel', 'title'],
    ['tilte', 'title'],
    ['Title', 'title'],
    ['oneLiner', 'one_liner'],
    ['one-liner', 'one_liner'],
    ['descripton', 'description'],
    ['photoUrls', 'photo_urls'],
    ['images', 'photo_urls'],
  ] as const)
    assert.equal(suggest(unknown, LISTING), known, unknown)
  assert.equal(suggest('query', ['q', 'limit']), 'q')
  assert.equal(suggest('listing_id', ['listing', 'amount']), 'listing')
})

test('no field is suggested if none is similar', () => {
  for (const unknown of ['x', 'colour', '', '__proto__', 'constructor', 'prices_of_everything', 'titel'.repeat(100)])
    assert.equal(suggest(unknown, LISTING), null, unknown)
  assert.equal(suggest('b', ['q']), null)
})
