import { countryName } from '#core/countries.ts'
import { doesShipTo, shipsTo } from '#core/ships-to.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { StoredAddress } from './queries.ts'

type Shop = { ships_to: readonly string[] | null; ship_from: StoredAddress | null }

/**
 * Checks that the shop ships to the country of the address (spec: completions 13.9). If there is no address yet, the check happens when the
 * buyer enters one. Errors: 409 `does_not_ship`.
 */
export function requireShipping(shop: Shop, address: StoredAddress | null): void {
  if (address === null || doesShipTo(shop, address.country)) return
  const countries = shipsTo(shop).map(countryName)
  const shown = countries.length > MOST_NAMED ? `${countries.slice(0, MOST_NAMED).join(', ')} and others` : countries.join(', ')
  throw new ApiError('conflict', `This shop does not ship to ${countryName(address.country)}. It ships to ${shown}.`, {
    code: 'does_not_ship',
  })
}

const MOST_NAMED = 10
