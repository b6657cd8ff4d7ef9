import { FACETS } from '#catalog/browse/rules/facets/index.ts'
import type { PriceBand } from '#catalog/browse/rules/market.ts'
import { centsFromDollars } from '#core/money.ts'
import { priceText } from '#web/framework/format.ts'
import type { SearchParts } from '#web/framework/routes.ts'
import { AppliedChip, Chips } from '#web/ui/index.ts'
import type { Facets } from '#search/facets.ts'
import { choicesOf, withoutValue } from './facet-choices.ts'

export const PRICE_LABELS: Readonly<Record<PriceBand, string>> = {
  any: 'Any price',
  'under-25': 'Under $25',
  '25-100': '$25 to $100',
  'over-100': 'Over $100',
}

/** An active filter, with a link to the search without this filter. */
export type AppliedFilter = { label: string; without: SearchParts }

/** Returns the active filters, starting with the search terms. */
export function appliedFilters(parts: SearchParts, facets: Facets | null = null): AppliedFilter[] {
  const { q, category, price, offers, sort } = parts
  const one = (label: string | null | undefined | false, without: Partial<SearchParts>) =>
    label ? [{ label, without: { ...parts, ...without } }] : []
  return [
    ...one(q && `“${q}”`, { q: undefined, sort: sort === 'best' ? undefined : sort }),
    ...FACETS.flatMap((name) =>
      choicesOf(name, facets, parts)
        .filter(({ isOn }) => isOn)
        .map(({ value, label }) => ({
          label: name === 'size' ? `Size ${label}` : label,
          without: withoutValue(parts, name, value),
        })),
    ),
    ...one(rangeLabel(parts), { min_price: undefined, max_price: undefined }),
    ...one(category, { category: undefined }),
    ...one(price !== 'any' && price && PRICE_LABELS[price as PriceBand], { price: undefined }),
    ...one(offers && 'Open to offers', { offers: undefined }),
  ]
}

/** Returns a label such as `$20 to $50`, or null if there is no range. */
export function rangeLabel({ min_price: min, max_price: max }: SearchParts): string | null {
  const text = (dollars: number) => priceText(centsFromDollars(dollars) ?? 0)
  if (min !== undefined && max !== undefined) return `${text(min)} to ${text(max)}`
  if (min !== undefined) return `From ${text(min)}`
  return max === undefined ? null : `Up to ${text(max)}`
}

type AppliedProps = { parts: SearchParts; facets: Facets | null; pathOf: (parts: SearchParts) => string }

/** Active filters, each with a link that removes it. */
export const Applied = ({ parts, facets, pathOf }: AppliedProps) => {
  const on = appliedFilters(parts, facets)
  if (on.length === 0) return null
  return (
    <Chips label="Active filters">
      {on.map(({ label, without }) => (
        <AppliedChip href={pathOf(without)}>{label}</AppliedChip>
      ))}
      {on.length > 1 ? <AppliedChip href={pathOf({})}>All filters</AppliedChip> : null}
    </Chips>
  )
}
