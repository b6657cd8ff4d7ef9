import { FACETS, type FacetName } from '#catalog/browse/rules/facets/index.ts'
import { MARKET_CATEGORIES, PRICE_BAND_CENTS, type PriceBand } from '#catalog/browse/rules/market.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { Facets } from '#search/facets.ts'
import { counted } from '#web/framework/format.ts'
import type { SearchParts } from '#web/framework/routes.ts'
import { Button, Hidden, Icon } from '#web/ui/index.ts'
import { choicesOf, FACET_TITLES, type FacetChoice } from './facet-choices.ts'

type FiltersProps = {
  parts: SearchParts
  facets: Facets | null
  total: number
  action: string
  /**
   * URL that a script requests for the number of results when filters change: the search API, or a path on the shop's host. Omitted for
   * test shops.
   */
  countAt?: string
}

/** Filters as a GET form. Each choice shows its number of results. On a phone, the filters open as a sheet. */
export const FilterDrawer = ({ parts, facets, total, action, countAt }: FiltersProps) => {
  const on = activeCount(parts)
  return (
    <details class="facet-drawer">
      <summary class="button">
        <Icon name="filter" /> Filters
        {on > 0 ? (
          <span>
            {on}
            <span class="hidden-text"> active</span>
          </span>
        ) : null}
      </summary>
      <form class="facets" action={action} method="get" data-island="filters" data-count-at={countAt} aria-label="Filters">
        <Hidden values={{ q: parts.q || undefined, sort: parts.sort }} />
        <div class="sheet-head">
          <h2>Filters</h2>
          {on > 0 ? <a href={clearPath(parts, action)}>Clear</a> : null}
        </div>
        <FacetSet name="size" choices={choicesOf('size', facets, parts)} asChips />
        <FacetSet name="brand" choices={choicesOf('brand', facets, parts)} />
        <FacetSet name="condition" choices={choicesOf('condition', facets, parts)} />
        <FacetSet name="color" choices={choicesOf('color', facets, parts)} />
        <PriceRange parts={parts} />
        <Categories parts={parts} facets={facets} />
        <fieldset>
          <legend>Offers</legend>
          <Option
            type="checkbox"
            name="offers"
            choice={{ value: 'true', label: 'Open to offers', count: facets?.offers, isOn: parts.offers === true }}
          />
        </fieldset>
        <Button kind="dark" label={`Show ${counted(total, 'item')}`} />
      </form>
    </details>
  )
}

/** The search terms do not count as filters. */
const activeCount = (parts: SearchParts): number =>
  FACETS.reduce((sum, name) => sum + (parts[name]?.length ?? 0), 0) +
  [parts.category, parts.offers, parts.min_price ?? parts.max_price, parts.price && parts.price !== 'any'].filter(
    (one) => one !== undefined && one !== false && one !== '',
  ).length

const clearPath = ({ q }: SearchParts, action: string): string => (q ? `${action}?${new URLSearchParams({ q }).toString()}` : action)

/** Number of choices that are always visible. */
const SHOWN = { brand: 6, size: 12, condition: 6, color: 6 } as const satisfies Record<FacetName, number>

const FacetSet = ({ name, choices, asChips = false }: { name: FacetName; choices: readonly FacetChoice[]; asChips?: boolean }) => {
  if (choices.length === 0) return null
  // if some choices are hidden, the selected choices come first
  const isLong = choices.length > SHOWN[name] + 1
  const first = isLong ? [...choices.filter(({ isOn }) => isOn), ...choices.filter(({ isOn }) => !isOn)].slice(0, SHOWN[name]) : choices
  const shown = choices.filter((choice) => first.includes(choice))
  const rest = choices.filter((choice) => !first.includes(choice))
  const list = (some: readonly FacetChoice[]) => (
    <div class={asChips ? 'pills' : 'checks'}>
      {some.map((choice) => (
        <Option type="checkbox" name={name} choice={choice} />
      ))}
    </div>
  )
  return (
    <fieldset>
      <legend>{FACET_TITLES[name]}</legend>
      {list(shown)}
      {rest.length > 0 ? (
        <details class="more-values">
          <summary>
            Show all {choices.length}
            <span class="hidden-text"> values of {FACET_TITLES[name].toLowerCase()}</span>
          </summary>
          {list(rest)}
        </details>
      ) : null}
    </fieldset>
  )
}

/** A price band that was selected with a link appears as a minimum and a maximum price. */
const PriceRange = ({ parts }: { parts: SearchParts }) => {
  const { minCents, maxCents } = PRICE_BAND_CENTS[(parts.price ?? 'any') as PriceBand]
  const dollars = (cents: number | null) => (cents === null ? undefined : dollarsFromCents(cents))
  return (
    <fieldset>
      <legend>Price</legend>
      <div class="range">
        <Bound name="min_price" label="Minimum price in dollars" placeholder="$ min" value={parts.min_price ?? dollars(minCents)} />
        <Bound name="max_price" label="Maximum price in dollars" placeholder="$ max" value={parts.max_price ?? dollars(maxCents)} />
      </div>
    </fieldset>
  )
}

type BoundProps = { name: string; label: string; placeholder: string; value: number | undefined }

const Bound = ({ name, label, placeholder, value }: BoundProps) => (
  <input
    class="input"
    type="number"
    name={name}
    aria-label={label}
    placeholder={placeholder}
    min="0"
    step="0.01"
    inputmode="decimal"
    value={value === undefined ? undefined : String(value)}
  />
)

/** Shows the categories that have results, and always “All” and the current category. */
const Categories = ({ parts, facets }: { parts: SearchParts; facets: Facets | null }) => (
  <fieldset>
    <legend>Category</legend>
    <Option type="radio" name="category" choice={{ value: '', label: 'All', count: undefined, isOn: !parts.category }} />
    {MARKET_CATEGORIES.map((category) => ({
      value: category,
      label: category,
      count: facets?.category[category],
      isOn: category === parts.category,
    }))
      .filter(({ count, isOn }) => isOn || count !== 0)
      .map((choice) => (
        <Option type="radio" name="category" choice={choice} />
      ))}
  </fieldset>
)

type OptionProps = { type: 'radio' | 'checkbox'; name: string; choice: FacetChoice }

const Option = ({ type, name, choice: { value, label, count, isOn } }: OptionProps) => (
  <label class="check">
    <input type={type} name={name} value={value} checked={isOn} />
    <span>{label}</span>
    {count === undefined ? null : <span class="of">{count}</span>}
  </label>
)
