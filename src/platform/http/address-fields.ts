import { z } from 'zod'
import { COUNTRY_EXPECTED, countryCode } from '#core/countries.ts'
import { line } from './fields.ts'
import { id } from './record-fields.ts'

const DESCRIPTIONS = {
  name: 'Name of the recipient.',
  line1: 'Street and house number.',
  line2: 'Second address line, such as an apartment number.',
  city: 'City.',
  state: 'State or region.',
  postal_code: 'Postal code.',
  country: 'ISO 3166-1 alpha-2 code or English name of the country. Stored as the code.',
}

/** Field for a country. The parsed value is the country's code. */
export const country = () =>
  line(2, 60)
    .transform((given, issues) => {
      const code = countryCode(given)
      if (code !== null) return code
      issues.addIssue({ code: 'custom', message: COUNTRY_EXPECTED })
      return z.NEVER
    })
    .meta({ minLength: 2, maxLength: 60 })

/** Fields of an address in requests. */
export const addressFields = {
  name: line(1, 100).describe(DESCRIPTIONS.name),
  line1: line(1, 120).describe(DESCRIPTIONS.line1),
  line2: line(0, 120).optional().describe(DESCRIPTIONS.line2),
  city: line(1, 80).describe(DESCRIPTIONS.city),
  state: line(0, 80).optional().describe(DESCRIPTIONS.state),
  postal_code: line(1, 20).describe(DESCRIPTIONS.postal_code),
  country: country().describe(DESCRIPTIONS.country),
}

/** Schema of an address (spec: completions 11, Address). */
export const Address = z.object(addressFields).meta({ id: 'Address' })
export type Address = z.output<typeof Address>

/** An address, or the id of one of the account's stored addresses (spec: completions 13.7). */
export const AddressOrId = z.union([Address, id('stored address')], { error: 'must be an address or the id of a stored address' })
export type AddressOrId = z.output<typeof AddressOrId>

/** Address fields in responses. */
export const shownAddress = {
  name: z.string().describe(DESCRIPTIONS.name),
  line1: z.string().describe(DESCRIPTIONS.line1),
  line2: z.string().nullable().describe(DESCRIPTIONS.line2),
  city: z.string().describe(DESCRIPTIONS.city),
  state: z.string().nullable().describe(DESCRIPTIONS.state),
  postal_code: z.string().describe(DESCRIPTIONS.postal_code),
  country: z.string().describe(DESCRIPTIONS.country),
}
