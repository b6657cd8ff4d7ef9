import { countryName } from './countries.ts'

/** Formats a postal address, one line per part, and skips empty parts. Every page and email uses it. */
export function addressLines({ name, line1, line2, city, state, postal_code, country }: PostalAddress): string[] {
  const place = [state, postal_code].filter(Boolean).join(' ')
  return [name, line1, line2, state ? `${city}, ${place}` : `${city} ${place}`, countryName(country)].flatMap((line) =>
    line?.trim() ? [line.trim()] : [],
  )
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
