import { MAX_BUNDLE_ITEMS, MAX_BUNDLE_PERCENT, MIN_BUNDLE_ITEMS } from '#core/bundle.ts'
import { Button, Field, Select } from '#web/ui/index.ts'
import { problemAt, type Fields } from '#web/framework/page/index.ts'
import { Part, type Parts } from './shop-forms.tsx'

const ROWS = [0, 1, 2] as const

/** Discounts and shipping rules for purchases of several items. */
export const Bundles = (parts: Parts) => {
  const { at, shop } = parts
  const typed = at.typed['do'] === 'bundles' ? at.typed : {}
  const problem = at.typed['do'] === 'bundles' ? at.problem : undefined
  return (
    <Part {...parts} title="Bundles" action="bundles">
      <p>
        Buyers pay for several items at once, and you ship them in one parcel. To remove a discount, leave both fields in its row empty.
      </p>
      {ROWS.map((row) => (
        <div class="fields-grid">
          <Field
            name={`from_${row}`}
            label={`Discount ${row + 1}: minimum number of items`}
            type="number"
            min={MIN_BUNDLE_ITEMS}
            max={MAX_BUNDLE_ITEMS}
            value={typed[`from_${row}`] ?? String(shop.bundle_tiers[row]?.from ?? '')}
            problem={problemAt(problem, `bundle_tiers[${row}].from`) ?? (row === 0 ? problemAt(problem, 'bundle_tiers') : undefined)}
          />
          <Field
            name={`percent_${row}`}
            label={`Discount ${row + 1}: percent off`}
            type="number"
            min={1}
            max={MAX_BUNDLE_PERCENT}
            value={typed[`percent_${row}`] ?? String(shop.bundle_tiers[row]?.percent ?? '')}
            problem={problemAt(problem, `bundle_tiers[${row}].percent`)}
          />
        </div>
      ))}
      <Select
        name="bundle_shipping"
        label="Shipping for several items"
        value={typed['bundle_shipping'] ?? shop.bundle_shipping}
        choices={[
          { value: 'sum', label: 'Add up the shipping costs of all items' },
          { value: 'highest', label: 'Only the highest shipping cost' },
        ]}
      />
      <Button kind="dark" label="Save bundle settings" />
    </Part>
  )
}

/** Converts the form to a request body. Ignores empty rows. */
export const bundlesIn = (fields: Fields) => ({
  bundle_tiers: ROWS.map((row) => [fields[`from_${row}`]?.trim() ?? '', fields[`percent_${row}`]?.trim() ?? ''] as const)
    .filter(([from, percent]) => from !== '' || percent !== '')
    .map(([from, percent]) => ({ from: numberIn(from), percent: numberIn(percent) })),
  bundle_shipping: fields['bundle_shipping'] ?? 'sum',
})

// the API rejects an empty or invalid number, and its error message names the field
const numberIn = (text: string): number => (text === '' ? Number.NaN : Number(text))
