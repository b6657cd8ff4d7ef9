import { countryCode, countryName } from './countries.ts'

/** Formats a postal address for pages and emails: one line per part, without empty parts. */
export function addressLines({ name, line1, line2, city, state, postal_code, country }: PostalAddress): string[] {
  const place = [state, postal_code].filter(Boolean).join(' ')
  return [name, line1, line2, state ? `${city}, ${place}` : `${city} ${place}`, countryName(country)].flatMap((line) =>
    line?.trim() ? [line.trim()] : [],
  )
}

/** Returns the public fields of a stored address, or null without an address. */
export const presentAddress = (address: StoredAddress | null) =>
  address && {
    name: address.name,
    line1: address.line1,
    line2: address.line2 ?? null,
    city: address.city,
    state: address.state ?? null,
    postal_code: address.postal_code,
    country: countryCode(address.country) ?? address.country,
  }

/** An address in the format that orders and shops store. */
export type StoredAddress = {
  name: string
  line1: string
  line2?: string | undefined
  city: string
  state?: string | undefined
  postal_code: string
  country: string
}

export type PostalAddress = {
  name: string
  line1: string
  line2?: string | null | undefined
  city: string
  state?: string | null | undefined
  postal_code: string
  country: string
}
