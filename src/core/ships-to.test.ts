import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doesShipTo, shipsTo, shipsToText } from './ships-to.ts'

const shop = (ships_to: string[] | null, country: string | null) => ({ ships_to, ship_from: country === null ? null : { country } })

test('a shop ships to the countries it has chosen, otherwise to its own country, or to the United States if its country is unknown', () => {
  assert.deepEqual(shipsTo(shop(['CA', 'DE'], 'US')), ['CA', 'DE'])
  assert.deepEqual(shipsTo(shop(null, 'DE')), ['DE'])
  assert.deepEqual(shipsTo(shop(null, 'Germany')), ['DE'])
  assert.deepEqual(shipsTo(shop(null, 'Atlantis')), ['Atlantis'])
  assert.deepEqual(shipsTo(shop(null, null)), ['US'])
})

test('an address matches a shipping country by the country’s name or by its code', () => {
  assert.equal(doesShipTo(shop(['CA', 'DE'], 'US'), 'Germany'), true)
  assert.equal(doesShipTo(shop(['CA', 'DE'], 'US'), 'DE'), true)
  assert.equal(doesShipTo(shop(['CA', 'DE'], 'US'), 'US'), false)
  assert.equal(doesShipTo(shop(null, 'Atlantis'), 'Atlantis'), true)
})

test('up to 8 countries are listed by name, and a larger set by its number of countries and their codes', () => {
  assert.equal(shipsToText(['CA', 'US']), 'Ships to Canada, United States only.')
  const eight = ['AT', 'BE', 'CA', 'DE', 'ES', 'FR', 'GB', 'IT']
  assert.match(shipsToText(eight), /^Ships to Austria, Belgium, .*Italy only\.$/)
  assert.equal(shipsToText([...eight, 'US']), 'Ships to 9 countries: AT, BE, CA, DE, ES, FR, GB, IT, US.')
})
