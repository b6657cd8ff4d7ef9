import assert from 'node:assert/strict'
import test from 'node:test'
import { isPlainTracking, wrongTracking } from './tracking.ts'

const RIGHT = [
  ['UPS', '1Z999AA10123456784'],
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
  test(`accepts tracking ${number ?? 'no number'} for ${carrier ?? 'no carrier'}`, () => assert.equal(wrongTracking(carrier, number), null))

const WRONG = [
  ['UPS', '12', 'number'],
  ['UPS', '1Z999AA10123456785', 'number'],
  ['USPS', '1Z999AA10123456784', 'number'],
  ['FedEx', '12345', 'number'],
  ['DHL', '12', 'number'],
  [null, '12', 'carrier'],
  ['', '12', 'carrier'],
  ['constructor', '12', 'carrier'],
  ['A neighbour', '12', 'carrier'],
] as const

for (const [carrier, number, param] of WRONG)
  test(`rejects tracking ${number} for ${carrier ?? 'no carrier'} and names ${param}`, () =>
    assert.equal(wrongTracking(carrier, number)?.param, param))

test('recognizes tracking numbers, and treats free text under "other" as a message', () => {
  assert.equal(isPlainTracking('UPS', '1Z999AA10123456784'), true)
  assert.equal(isPlainTracking('other', '12345678'), true)
  assert.equal(isPlainTracking('other', 'call me at home'), false)
})
