import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressLines } from '#core/address.ts'
import { counted, listText, plural, ratingText, sizeText } from './count.ts'
import { dollarsText, plainAmount, priceText, signedText } from './money.ts'

test('whole dollar amounts are formatted without cents, and thousands are separated', () => {
  const amounts = [0, 5, 500, 1450, 1405, 125_000, 125_050, 10_000_000]
  assert.deepEqual(amounts.map(priceText), ['$0', '$0.05', '$5', '$14.50', '$14.05', '$1,250', '$1,250.50', '$100,000'])
  assert.deepEqual([14.5, 0.29, 1250].map(dollarsText), ['$14.50', '$0.29', '$1,250'])
  assert.deepEqual([-14.5, -0, 0, 3].map(signedText), ['−$14.50', '$0', '$0', '$3'])
  assert.deepEqual([1450, 125_000].map(plainAmount), ['14.50', '1250.00'])
})

test('counts, lists, ratings and sizes are formatted as text', () => {
  assert.deepEqual(
    [0, 1, 2, 1250].map((count) => counted(count, 'draft')),
    ['0 drafts', '1 draft', '2 drafts', '1,250 drafts'],
  )
  assert.equal(counted(2, 'delivery', 'deliveries'), '2 deliveries')
  assert.deepEqual([plural(1, 'needs', 'need'), plural(3, 'needs', 'need')], ['needs', 'need'])
  assert.deepEqual([listText([]), listText(['a']), listText(['a', 'b']), listText(['a', 'b', 'c'])], ['', 'a', 'a and b', 'a, b and c'])
  assert.deepEqual([4.66, 5].map(ratingText), ['4.7', '5'])
  assert.deepEqual([300_000, 12 * 2 ** 20, 1.5 * 2 ** 30].map(sizeText), ['293 KB', '12 MB', '1.5 GB'])
})

test('an address without a second line is formatted without a blank line', () => {
  const home = {
    name: 'Theo Lund',
    line1: '12 Alder Street',
    line2: null,
    city: 'Seattle',
    state: 'WA',
    postal_code: '98101',
    country: 'US',
  }
  assert.deepEqual(addressLines(home), ['Theo Lund', '12 Alder Street', 'Seattle, WA 98101', 'United States'])
  assert.deepEqual(addressLines({ ...home, line2: 'Flat 3', city: 'Berlin', state: null, postal_code: '10115' }).slice(2, 4), [
    'Flat 3',
    'Berlin 10115',
  ])
})
