import { z } from 'zod'
import { addressFields, shownAddress } from '#platform/http/address-fields.ts'
import { bool, paging, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const DEFAULT = 'Whether this is the default address. A new default replaces the previous one.'

// accepts null, so that clients can send an address back as they received it
const input = { ...addressFields, line2: addressFields.line2.nullable(), state: addressFields.state.nullable() }

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
    ...shownAddress,
    default: z.boolean().describe('Whether this is the default address. An account has at most one.'),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'SavedAddress' })

export const DeletedAddress = z.object({ object: kind('address'), id: id('address'), deleted: deleted() }).meta({ id: 'DeletedAddress' })
