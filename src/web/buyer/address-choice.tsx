import type { Context, Person } from '#platform/context/index.ts'
import { MOST_ADDRESSES } from '#identity/addresses/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { Address } from '#platform/http/address-fields.ts'
import { validate } from '#platform/http/validate.ts'
import { api, call, filled, problemAt, tried, type Fields, type PageRequest } from '#web/framework/page/index.ts'
import { Badge, Check, Choices } from '#web/ui/index.ts'
import { ADDRESS_FIELDS, AddressFields, isSameAddress, ShortAddress } from './address.tsx'
import type { Sale } from './purchase.ts'

const NEW = 'new'

/** Names of the fields that show their own error message. */
export const CHOICE_FIELDS: readonly string[] = ['address', ...ADDRESS_FIELDS]

type Addressed = Pick<Sale, 'addresses' | 'lastAddress'> & { order: { address: Sale['lastAddress'] } | null }

/** Shows the stored addresses, and the form for a different address. */
export const AddressChoice = ({ at, sale: { addresses, order, lastAddress } }: { at: PageRequest; sale: Addressed }) => {
  if (addresses.length === 0)
    return (
      <div class="stack">
        <AddressFields at={at} known={lastAddress} recipient={at.viewer.name} />
        <SaveAddress at={at} />
      </div>
    )
  const ordered = order?.address ?? null
  const stored = ordered ? addresses.find((one) => isSameAddress(one, ordered))?.id : addresses[0]!.id
  const chosen = at.typed['address'] ?? stored ?? NEW
  return (
    <div class="stack address-choice">
      <Choices stacked name="address" label="Ship to" problem={problemAt(at.problem, 'address')}>
        {addresses.map((one) => (
          <Check
            name="address"
            type="radio"
            value={one.id}
            checked={one.id === chosen}
            label={<ShortAddress address={one}>{one.default ? <Badge>Default</Badge> : null}</ShortAddress>}
          />
        ))}
        <Check name="address" type="radio" value={NEW} checked={chosen === NEW} label="Use a different address" />
      </Choices>
      <div class="stack new-address">
        <AddressFields at={at} known={stored === undefined ? ordered : null} hideable />
        {addresses.length < MOST_ADDRESSES ? <SaveAddress at={at} /> : null}
      </div>
      <p class="small">
        <a href="/you/addresses">Manage your addresses</a>
      </p>
    </div>
  )
}

const SaveAddress = ({ at }: { at: PageRequest }) => (
  <Check name="save_address" label="Save this address for next time" checked={at.typed['save_address'] === 'true'} />
)

/**
 * Returns the id of the chosen address, or the entered address. Returns undefined for a pickup, which needs no address. Errors: 400 with
 * the name of the field.
 */
export function addressIn(fields: Fields, { addresses }: Pick<Sale, 'addresses'>): Address | string | undefined {
  const { address: chosen = NEW, line1 } = fields
  if (chosen === NEW) return line1 === undefined ? undefined : validate(Address, filled(addressFieldsIn(fields)))
  if (addresses.some(({ id }) => id === chosen)) return chosen
  throw invalid('address', 'You deleted this address. Choose a different address.')
}

/** Returns the address fields of a form. */
export const addressFieldsIn = (fields: Fields): Fields =>
  Object.fromEntries(ADDRESS_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/**
 * Stores the address that the buyer entered, unless the address book already contains it. If the address book is full, the purchase
 * continues anyway.
 */
export async function saveAddress(ctx: Context, viewer: Person, address: Address, { addresses }: Pick<Sale, 'addresses'>): Promise<void> {
  if (addresses.some((one) => isSameAddress(one, address))) return
  await tried(() => call(ctx, viewer, api.createAddress, { body: address }))
}
