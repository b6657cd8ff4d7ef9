import { z } from 'zod'
import { COUNTRY_EXPECTED, countryCode } from '#core/countries.ts'
import { bool, line, paging, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const PLACE = {
  name: 'Name of the recipient.',
  line1: 'Street and house number.',
  line2: 'Second address line, such as an apartment number.',
  city: 'City.',
  state: 'State or region.',
  postal_code: 'Postal code.',
  country: 'ISO 3166-1 alpha-2 code of the country. An English name is accepted and stored as its code.',
}

const country = () =>
  line(2, 60)
    .transform((given, issues) => {
      const code = countryCode(given)
      if (code !== null) return code
      issues.addIssue({ code: 'custom', message: COUNTRY_EXPECTED })
      return z.NEVER
    })
    .meta({ minLength: 2, maxLength: 60 })

const fields = {
  name: line(1, 100).describe(PLACE.name),
  line1: line(1, 120).describe(PLACE.line1),
  line2: line(0, 120).optional().describe(PLACE.line2),
  city: line(1, 80).describe(PLACE.city),
  state: line(0, 80).optional().describe(PLACE.state),
  postal_code: line(1, 20).describe(PLACE.postal_code),
  country: country().describe(PLACE.country),
}

/** Schema of an address (spec: completions 11, Address). */
export const Address = z.object(fields).meta({ id: 'Address' })
export type Address = z.output<typeof Address>

/** An address, or the id of one of the account's stored addresses (spec: completions 13.7). */
export const AddressOrId = z.union([Address, id('stored address')], { error: 'must be an address or the id of a stored address' })
export type AddressOrId = z.output<typeof AddressOrId>

/** The fields of an address in responses. */
export const shownPlace = {
  name: z.string().describe(PLACE.name),
  line1: z.string().describe(PLACE.line1),
  line2: z.string().nullable().describe(PLACE.line2),
  city: z.string().describe(PLACE.city),
  state: z.string().nullable().describe(PLACE.state),
  postal_code: z.string().describe(PLACE.postal_code),
  country: z.string().describe(PLACE.country),
}

const DEFAULT = 'Whether this is the default address. The newest default replaces the previous one.'

// null is accepted, so that a client can send back what it has read
const input = { ...fields, line2: fields.line2.nullable(), state: fields.state.nullable() }

export const CreateAddress = z.object({
  ...input,
  default: bool().optional().describe(`${DEFAULT} Defaults to true for the first address, and to false for others.`),
})
export type CreateAddress = z.output<typeof CreateAddress>

export const ChangeAddress = z.object({ ...input, default: bool().describe(DEFAULT) }).partial()
export type ChangeAddress = z.output<typeof ChangeAddress>

export const AddressParams = idParams('address')
export const ListAddresses = z.object(paging())

export const SavedAddress = z
  .object({
    object: kind('address'),
    id: id('address'),
    ...shownPlace,
    default: z.boolean().describe('Whether this is the default address. An account has at most one.'),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'SavedAddress' })

export const DeletedAddress = z.object({ object: kind('address'), id: id('address'), deleted: deleted() }).meta({ id: 'DeletedAddress' })
