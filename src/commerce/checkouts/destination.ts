import { COUNTRY_EXPECTED, countryCode } from '#core/countries.ts'
import { invalid } from '#platform/errors/index.ts'
import { firstCodePoints } from '#core/text.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import type { Person, Core } from '#platform/context/index.ts'
import type { Address } from '#commerce/orders/start.ts'
import type { Buyer } from '#commerce/carts/schema.ts'
import type { Destination, PutCheckout } from './schema.ts'

/**
 * Returns the destination: the stored address that the request selects, or the one that the request contains. Errors: 400 `address`,
 * `address.country`.
 */
export async function destinationFor(ctx: Core, actor: Person, input: Pick<PutCheckout, 'fulfillment'>): Promise<Destination | null> {
  const id = storedIdIn(input)
  if (id === null) return destinationOf(input)
  const { name, line1, line2, city, state, postal_code, country } = (await addressForOrder(ctx, actor, id))!
  return {
    ...{ id, first_name: name, street_address: line1, extended_address: line2 },
    ...{ address_locality: city, address_region: state, postal_code, address_country: country },
  }
}

function storedIdIn({ fulfillment }: Pick<PutCheckout, 'fulfillment'>): string | null {
  for (const { destinations = [], selected_destination_id: chosen } of fulfillment?.methods ?? [])
    if (chosen?.startsWith('adr_') && destinations.every(({ id }) => id !== chosen)) return chosen
  return null
}

/**
 * Returns the selected destination, or the first destination if none is selected. Ignores all other fields of `fulfillment`, because the
 * listing determines the shipping method. Errors: 400 `address.country`.
 */
function destinationOf({ fulfillment }: Pick<PutCheckout, 'fulfillment'>): Destination | null {
  for (const { destinations = [], selected_destination_id: chosen } of fulfillment?.methods ?? []) {
    const found = destinations.find(({ id }) => id !== undefined && id === chosen) ?? destinations[0]
    if (found) return withCountryCode(found)
  }
  return null
}

function withCountryCode(destination: Destination): Destination {
  const { address_country: given } = destination
  if (!given) return destination
  const code = countryCode(given)
  if (code === null) throw invalid('address.country', `address_country ${COUNTRY_EXPECTED}.`)
  return { ...destination, address_country: code }
}

const NEEDED = ['street_address', 'address_locality', 'postal_code', 'address_country'] as const

/** Returns the names of required address fields that are missing. Treats a country with fewer than two letters as missing. */
export const missingOf = (destination: Destination): string[] =>
  NEEDED.filter((name) => (destination[name] ?? '').length < (name === 'address_country' ? 2 : 1))

/**
 * Converts a destination to the address of an order. The address has the recipient's name or, if that is missing, the buyer's or the
 * account's name. Returns null if a required field is missing.
 */
export function addressOf(destination: Destination | null, buyer: Buyer | null, { name }: Person): Address | null {
  if (destination === null || missingOf(destination).length > 0) return null
  return {
    name: nameOf(destination) || nameOf(buyer ?? {}) || name,
    line1: destination.street_address!,
    line2: destination.extended_address,
    city: destination.address_locality!,
    state: destination.address_region,
    postal_code: destination.postal_code!,
    country: countryCode(destination.address_country!) ?? destination.address_country!,
  }
}

const nameOf = ({ first_name = '', last_name = '' }: { first_name?: string | undefined; last_name?: string | undefined }): string =>
  firstCodePoints(`${first_name} ${last_name}`.trim(), 100)
