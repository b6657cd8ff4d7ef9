import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { type PageRequest, fieldAt, type Order, type SavedAddress } from '#web/framework/page/index.ts'
import { addressLines, type PostalAddress } from '#core/address.ts'
import { COUNTRY_CHOICES, countryCode } from '#core/countries.ts'
import { Field, Select } from '#web/ui/field.tsx'

export const ADDRESS_FIELDS = ['name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const

const SHOWN = [
  { name: 'name', label: 'Full name', autocomplete: 'shipping name', required: true, maxlength: 100 },
  { name: 'line1', label: 'Street and number', autocomplete: 'shipping address-line1', required: true, maxlength: 120 },
  { name: 'line2', label: 'Apartment or company (optional)', autocomplete: 'shipping address-line2', required: false, maxlength: 120 },
  { name: 'city', label: 'City', autocomplete: 'shipping address-level2', required: true, maxlength: 80 },
  { name: 'state', label: 'State or region (optional)', autocomplete: 'shipping address-level1', required: false, maxlength: 80 },
  { name: 'postal_code', label: 'Postal code', autocomplete: 'shipping postal-code', required: true, maxlength: 20 },
] as const

type Place = Order['address'] | SavedAddress

/**
 * `hideable`: the page may hide the fields. In that case, only the server requires them, because the browser must not block the form on
 * account of a hidden field. `recipient`: the name to suggest when no address is known. `short`: omits the second address line, so that the
 * form has at most seven fields.
 */
type Props = { at: PageRequest<Viewer>; known: Place; hideable?: boolean; recipient?: string; short?: boolean }

const CHOICES = [{ value: '', label: 'Choose' }, ...COUNTRY_CHOICES]

/** Address fields with browser autofill. Submitted values take precedence over the `known` address. */
export const AddressFields = ({ at, known, hideable = false, recipient = '', short = false }: Props) => (
  <div class="fields-grid">
    {SHOWN.filter(({ name }) => !short || name !== 'line2').map((field) => (
      <Field
        {...field}
        {...fieldAt(at, field.name, known ? (known[field.name] ?? '') : field.name === 'name' ? recipient : '')}
        required={field.required && !hideable}
      />
    ))}
    <Country {...fieldAt(at, 'country', known?.country ?? '')} required={!hideable} />
  </div>
)

const Country = ({ value, ...field }: ReturnType<typeof fieldAt> & { required: boolean }) => (
  <Select {...field} value={countryCode(value ?? '') ?? ''} label="Country" autocomplete="shipping country" choices={CHOICES} />
)

/** The address on two lines: first the name, then the rest of the address. */
export const ShortAddress = ({ address, children }: { address: NonNullable<Place>; children?: Child }) => {
  const [name, ...rest] = addressLines(address)
  return (
    <span class="stack tight">
      <span>
        <strong>{name}</strong> {children}
      </span>
      <span class="small quiet">{rest.join(', ')}</span>
    </span>
  )
}

/** A postal address, with each line in an element of its own. */
export const AddressBlock = ({ address, class: className }: { address: NonNullable<Place>; class?: string }) => (
  <address class={className}>
    {addressLines(address).map((line) => (
      <span>{line}</span>
    ))}
  </address>
)

/** True when two addresses agree in all fields. */
export const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  ADDRESS_FIELDS.every((name) => (one[name] ?? '') === (other[name] ?? ''))
