import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldSentence } from './field-sentence.ts'

test('an API error appears as a sentence with the label of the field', () => {
  for (const [param, message, expected] of [
    ['slug', 'slug "mint_fox" is taken. Choose another.', 'The address "mint_fox" is taken. Choose another.'],
    ['files[0]', 'files[0]: This is no picture.', 'Photo 1: This is no picture.'],
    ['photo_urls[2]', 'photo_urls[2] must be an address.', 'Photo 3 must be an address.'],
    ['address.postal_code', 'address.postal_code is required.', 'Postal code is required.'],
    ['lowest_price', 'lowest_price must not be above price.', 'The minimum price must not be above price.'],
    ['sort', 'Pick another: lowest_price is set.', 'Pick another: minimum price is set.'],
    ['name', 'Somebody has it.', 'Somebody has it.'],
    [undefined, 'It is sold.', 'It is sold.'],
  ] as const)
    assert.equal(fieldSentence({ param, message }), expected)
})
