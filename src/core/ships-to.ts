import { countryCode, countryName } from './countries.ts'

/** Assumed country of a shop without an address (spec: completions 13.11). */
const DEFAULT_COUNTRY = 'US'

type ShopCountries = { ships_to: readonly string[] | null; ship_from: { country: string } | null }

/**
 * Returns the codes of the countries that a shop ships to. The default is the country of `ship_from`, or the United States if the shop's
 * country is unknown.
 */
export const shipsTo = ({ ships_to: countries, ship_from: from }: ShopCountries): readonly string[] =>
  countries ?? [from === null ? DEFAULT_COUNTRY : codeOf(from.country)]

/** Returns true if a shop ships to this country. */
export const doesShipTo = (shop: ShopCountries, country: string): boolean => shipsTo(shop).includes(codeOf(country))

/** Formats the countries that a shop ships to, such as `Ships to Canada, United States only.` */
export function shipsToText(countries: readonly string[]): string {
  if (countries.length > MOST_NAMED) return `Ships to ${countries.length} countries: ${countries.join(', ')}.`
  return `Ships to ${countries.map(countryName).join(', ')} only.`
}

const MOST_NAMED = 8

// addresses from before the introduction of country codes contain the country's name
const codeOf = (country: string): string => countryCode(country) ?? country
