import type { MarketSort } from '#catalog/browse/rules/market.ts'
import type { SearchParts } from '#web/framework/routes.ts'

const SORT_LABELS: Readonly<Record<MarketSort, string>> = {
  best: 'Best match',
  newest: 'Newest',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
}

type SortsProps = { parts: SearchParts; pathOf: (parts: SearchParts) => string }

/** Sort orders, as links. Sorting by best match is available only in a text search. */
export const Sorts = ({ parts, pathOf }: SortsProps) => {
  const sorts: MarketSort[] = [...(parts.q ? (['best'] as const) : []), 'newest', 'price-asc', 'price-desc']
  const current = parts.sort ?? sorts[0]
  return (
    <nav class="sorts" aria-label="Sort by">
      {sorts.map((sort) => (
        <a href={pathOf({ ...parts, sort: sort === sorts[0] ? undefined : sort })} aria-current={sort === current ? 'true' : undefined}>
          {SORT_LABELS[sort]}
        </a>
      ))}
    </nav>
  )
}
