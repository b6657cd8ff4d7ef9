import assert from 'node:assert/strict'
import test from 'node:test'
import { isPlainTracking, trackingUrl, wrongTracking } from './tracking.ts'

const RIGHT = [
  ['UPS', '1Z999AA10123456784'],
  ['UPS', '1Z648616E192760718'],
  ['UPS', '1ZWX0692YP40636269'],
  ['UPS', '1ZW000000000000006'],
  ['UPS', '1Z8100000000000000'],
  ['UPS', 'T1234567890'],
  ['ups', '1Z 999 AA1 01 2345 6784'],
  ['USPS', '9400 1102 0088 1234 5678 90'],
  ['USPS', 'EA123456789US'],
  ['FedEx', '986578788855'],
  ['DHL', 'JD014600006281230704'],
  ['Royal Mail', 'RM123456789GB'],
  ['Canada Post', '1234567890123456'],
  ['other', '12'],
  [null, '1Z999AA10123456784'],
  ['UPS', null],
  ['UPS', ''],
  ['A neighbour', null],
] as const

for (const [carrier, number] of RIGHT)
  test(`tracking ${number ?? 'without a number'} is accepted for ${carrier ?? 'no carrier'}`, () =>
    assert.equal(wrongTracking(carrier, number), null))

const WRONG = [
  ['UPS', '12', 'number'],
  ['UPS', '1Z999AA10123456785', 'number'],
  ['UPS', '1Z8100000000000009', 'number'],
  ['USPS', '1Z999AA10123456784', 'number'],
  ['FedEx', '12345', 'number'],
  ['DHL', '12', 'number'],
  [null, '12', 'carrier'],
  ['', '12', 'carrier'],
  ['constructor', '12', 'carrier'],
  ['A neighbour', '12', 'carrier'],
] as const

for (const [carrier, number, param] of WRONG)
  test(`tracking ${number} is rejected for ${carrier ?? 'no carrier'} with an error that names ${param}`, () =>
    assert.equal(wrongTracking(carrier, number)?.param, param))

test('a tracking number in a usual format needs no approval, but free text for the carrier "other" is treated as a message', () => {
  assert.equal(isPlainTracking('UPS', '1Z999AA10123456784'), true)
  assert.equal(isPlainTracking('other', '12345678'), true)
  assert.equal(isPlainTracking('other', 'call me at home'), false)
})

test('a carrier name needs no approval if it is known, missing or exactly "other", but digits or any other text count as a message', () => {
  const number = '12345678'
  assert.deepEqual(
    [null, '', 'UPS', 'Royal Mail', 'other', 'call me at home', 'UPS 555-0100', 'other 5'].map((carrier) =>
      isPlainTracking(carrier, number),
    ),
    [true, true, true, true, true, false, false, false],
  )
  assert.equal(isPlainTracking('UPS', null), true)
  assert.equal(isPlainTracking('a neighbour', '1Z999AA10123456784'), false)
})

test('a shipment with a known carrier links to the carrier’s tracking page, and the URL contains the encoded tracking number', () => {
  assert.equal(trackingUrl('U.P.S.', '1Z 999'), 'https://www.ups.com/track?tracknum=1Z%20999')
  assert.equal(trackingUrl('UPS', null), null)
  assert.equal(trackingUrl(null, '1Z999'), null)
  assert.equal(trackingUrl('other', '1Z999'), null)
})
