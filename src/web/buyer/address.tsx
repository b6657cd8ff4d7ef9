import { type PageRequest, fieldAt, type Order } from '#web/framework/page/index.ts'
import { COUNTRY_CHOICES, countryCode } from '#core/countries.ts'
import { Field, Select } from '#web/ui/field.tsx'

export const ADDRESS_FIELDS = ['name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country']

const SHOWN = [
  { name: 'name', label: 'Full name', autocomplete: 'shipping name', required: true, maxlength: 100 },
  { name: 'line1', label: 'Street and number', autocomplete: 'shipping address-line1', required: true, maxlength: 120 },
  { name: 'line2', label: 'Apartment or company (optional)', autocomplete: 'shipping address-line2', required: false, maxlength: 120 },
  { name: 'city', label: 'City', autocomplete: 'shipping address-level2', required: true, maxlength: 80 },
  { name: 'state', label: 'State or region (optional)', autocomplete: 'shipping address-level1', required: false, maxlength: 80 },
  { name: 'postal_code', label: 'Postal code', autocomplete: 'shipping postal-code', required: true, maxlength: 20 },
] as const

type Props = { at: PageRequest; known: Order['address'] }

const CHOICES = [{ value: '', label: 'Choose' }, ...COUNTRY_CHOICES]

/** Address fields with browser autofill. Submitted values take precedence over the values of the last order. */
export const AddressFields = ({ at, known }: Props) => (
  <div class="fields-grid">
    {SHOWN.map((field) => (
      <Field {...field} {...fieldAt(at, field.name, known?.[field.name] ?? '')} />
    ))}
    <Country {...fieldAt(at, 'country', known?.country ?? '')} />
  </div>
)

const Country = ({ value, ...field }: ReturnType<typeof fieldAt>) => (
  <Select {...field} value={countryCode(value ?? '') ?? ''} label="Country" autocomplete="shipping country" required choices={CHOICES} />
)
