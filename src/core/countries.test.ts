import assert from 'node:assert/strict'
import test from 'node:test'
import { COUNTRY_CHOICES, COUNTRY_CODES, countryCode, countryName } from './countries.ts'

test('all 249 ISO 3166-1 country codes are known, with their English names', () => {
  assert.equal(COUNTRY_CODES.length, 249)
  assert.equal(new Set(COUNTRY_CODES).size, 249)
  for (const { value, label } of COUNTRY_CHOICES) assert.equal(countryCode(label), value, label)
})

test('country codes, names and common aliases are recognized in upper and lower case', () => {
  const given = ['us', ' US ', 'USA', 'U.S.A.', 'United States', 'UK', 'great britain', 'Holland', 'Germany', "Côte d'Ivoire"]
  assert.deepEqual(given.map(countryCode), ['US', 'US', 'US', 'US', 'US', 'GB', 'GB', 'NL', 'DE', 'CI'])
})

test('an unknown country has no code, and its name is displayed as it was entered', () => {
  for (const text of ['Amerika', 'XX', 'ZZ', 'EU', '', 'constructor']) {
    assert.equal(countryCode(text), null, text)
    assert.equal(countryName(text), text)
  }
  assert.equal(countryName('GB'), 'United Kingdom')
})
