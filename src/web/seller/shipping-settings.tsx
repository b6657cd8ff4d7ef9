import { COUNTRY_CHOICES, countryName } from '#core/countries.ts'
import { filled, problemAt, type Fields } from '#web/framework/page/index.ts'
import { Button, Field, Select, TextArea } from '#web/ui/index.ts'
import { Part, type Parts } from './shop-forms.tsx'

const ADDRESS = [
  { name: 'name', label: 'Sender', maxlength: 100 },
  { name: 'line1', label: 'Street and number', maxlength: 120 },
  { name: 'line2', label: 'Apartment or company (optional)', maxlength: 120 },
  { name: 'city', label: 'City', maxlength: 80 },
  { name: 'state', label: 'State or region (optional)', maxlength: 80 },
  { name: 'postal_code', label: 'Postal code', maxlength: 20 },
] as const

/** Names of the fields that show their own error message. */
export const SHIPPING_PARAMS = [...ADDRESS.map(({ name }) => `ship_from.${name}`), 'ship_from.country', 'ships_to']

const COUNTRIES = [{ value: '', label: 'Choose' }, ...COUNTRY_CHOICES]

/** The address that parcels are sent from, and the countries that the shop ships to. */
export const Shipping = (parts: Parts) => {
  const { at, shop } = parts
  const isSent = at.typed['do'] === 'shipping'
  const typed = isSent ? at.typed : {}
  const problem = isSent ? at.problem : undefined
  const from = (name: (typeof ADDRESS)[number]['name'] | 'country') => ({
    name: `from_${name}`,
    value: typed[`from_${name}`] ?? shop.ship_from?.[name] ?? '',
    problem: problemAt(problem, `ship_from.${name}`),
  })
  return (
    <Part {...parts} title="Shipping" action="shipping">
      <p>Shipping labels require the address that you send parcels from. Buyers never see it.</p>
      <div class="fields-grid">
        {ADDRESS.map(({ name, ...field }) => (
          <Field {...field} {...from(name)} />
        ))}
        <Select {...from('country')} label="Country" choices={COUNTRIES} />
      </div>
      <TextArea
        name="ships_to"
        label="Countries that you ship to"
        value={typed['ships_to'] ?? shop.ships_to.map(countryName).join('\n')}
        problem={problem?.param?.startsWith('ships_to') ? problem.message : undefined}
        rows={2}
        hint="One country per line. Buyers in other countries cannot order. If you leave this empty, you ship only within your own country."
      />
      <Button kind="dark" label="Save shipping" />
    </Part>
  )
}

/** Converts the form to a request body. An empty address removes the stored address, and an empty list restores the default. */
export function shippingIn(fields: Fields) {
  const names = [...ADDRESS.map(({ name }) => name), 'country']
  const address = filled(Object.fromEntries(names.map((name) => [name, fields[`from_${name}`] ?? ''])))
  const countries = (fields['ships_to'] ?? '').split(/[;\n]/).map((name) => name.trim())
  const named = countries.filter((name) => name !== '')
  return {
    ship_from: Object.keys(address).length === 0 ? null : address,
    ships_to: named.length === 0 ? null : named,
  }
}
