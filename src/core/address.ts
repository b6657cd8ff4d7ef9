import { countryName } from './countries.ts'

/** How the address of a person is written, one line each; what is not there makes no line. The same on every page and in every mail. */
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
