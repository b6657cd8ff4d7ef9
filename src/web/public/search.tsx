import type { Context } from '#platform/context/index.ts'
import { MARKET_CATEGORIES, PRICE_BANDS, type MarketSort, type PriceBand } from '#catalog/browse/rules/market.ts'
import type { Facets } from '#search/facets.ts'
import type { MarketResult, SearchMarket } from '#catalog/browse/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { AppliedChip, Button, ButtonLink, Chips, Empty, Form, Grid, Hidden, Icon, Pager } from '#web/ui/index.ts'
import { marketCard } from '#web/ui/layouts/document.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { type SearchParts, searchParts, searchPath } from '#web/framework/routes.ts'
import { counted } from '#web/framework/format.ts'

/** A broader search, its description and its number of results. */
export type BroaderSearch = { words: string; parts: SearchParts; total: number }

type SearchProps = { ctx: Context; viewer: Viewer; found: MarketResult; query: SearchMarket; looser: readonly BroaderSearch[] }

/** The page of search results. The URL contains the whole search, so users can bookmark and share it (spec: ux rule 2). */
export const SearchPage = ({ ctx, viewer, found, query, looser }: SearchProps) => {
  const { q, category, price, offers, sort, limit } = query
  const parts: SearchParts = { q, category, price, offers, sort, limit }
  const next = query.offset + found.cards.length
  const previous = query.offset > 0 ? Math.max(0, query.offset - query.limit) : null
  return (
    <Layout
      site={ctx.config}
      viewer={viewer}
      q={q ?? ''}
      title={`${q || category || 'Everything'} · resale`}
      description={`${found.total === 0 ? '' : `${countOf(found)}. `}Second-hand items from small shops, with the total price on every card.`}
      canonical={`${ctx.config.publicUrl}${searchPath({ ...parts, offset: query.offset })}`}
      card={marketCard(ctx.config)}
    >
      <div class="hello">
        <h1>{q || category || 'Everything for sale'}</h1>
        <h2 id="found">{headOf(found)}</h2>
      </div>
      <div class="results">
        <FacetDrawer parts={parts} facets={found.facets} total={found.total} />
        <div class="result-tools">
          <Applied parts={parts} />
          <SaveIt viewer={viewer} parts={parts} />
          {found.total > 1 ? <Sorts parts={parts} /> : null}
        </div>
        <section aria-labelledby="found">
          {found.total > 0 && !found.exact ? <p>{countOf(found)}</p> : null}
          {found.cards.length > 0 ? (
            <Grid ctx={ctx} cards={found.cards} viewer={viewer} returnTo={searchPath({ ...parts, offset: query.offset })} />
          ) : (
            <NothingFound parts={parts} looser={looser} />
          )}
          <Pager
            previous={previous === null ? null : searchPath({ ...parts, offset: previous })}
            next={next < found.total ? searchPath({ ...parts, offset: next }) : null}
            more={`Load ${Math.min(query.limit, found.total - next)} more`}
          />
        </section>
      </div>
    </Layout>
  )
}

/** Returns the heading of the results, which mentions when no result matches exactly (spec: completions 5, `q`). */
const headOf = (found: MarketResult): string =>
  found.total === 0 ? 'No items found' : found.exact ? countOf(found) : 'No exact matches. Showing similar items.'

const countOf = ({ total, stores }: MarketResult): string => `${counted(total, 'item')} in ${counted(stores, 'shop')}`

export const PRICE_LABELS: Readonly<Record<PriceBand, string>> = {
  any: 'Any price',
  'under-25': 'Under $25',
  '25-100': '$25 to $100',
  'over-100': 'Over $100',
}

const SORT_WORDS: Readonly<Record<MarketSort, string>> = {
  best: 'Best match',
  newest: 'Newest',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
}

/** Active filters, each with a link that removes it. */
const Applied = ({ parts }: { parts: SearchParts }) => {
  const on = [
    parts.q ? { words: `“${parts.q}”`, without: { ...parts, q: undefined, sort: parts.sort === 'best' ? undefined : parts.sort } } : null,
    parts.category ? { words: parts.category, without: { ...parts, category: undefined } } : null,
    parts.price && parts.price !== 'any'
      ? { words: PRICE_LABELS[parts.price as PriceBand], without: { ...parts, price: undefined } }
      : null,
    parts.offers ? { words: 'Open to offers', without: { ...parts, offers: undefined } } : null,
  ].filter((one) => one !== null)
  if (on.length === 0) return null
  return (
    <Chips label="Active filters">
      {on.map(({ words, without }) => (
        <AppliedChip href={searchPath(without)}>{words}</AppliedChip>
      ))}
      {on.length > 1 ? <AppliedChip href="/search">All filters</AppliedChip> : null}
    </Chips>
  )
}

type FacetsProps = { parts: SearchParts; facets: Facets | null; total: number }

/** Filters as a GET form. Each option shows its number of results. On a phone, the filters are a drawer. */
const FacetDrawer = ({ parts, facets, total }: FacetsProps) => (
  <details class="facet-drawer">
    <summary class="button">
      <Icon name="filter" /> Filter
    </summary>
    <form class="facets" action="/search" method="get" data-island="filters" aria-label="Filters">
      <Hidden values={{ q: parts.q || undefined, sort: parts.sort }} />
      <fieldset>
        <legend>Category</legend>
        <Facet name="category" value="" label="All" checked={!parts.category} />
        {MARKET_CATEGORIES.map((category) => (
          <Facet
            name="category"
            value={category}
            label={category}
            count={facets?.category[category]}
            checked={category === parts.category}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Price</legend>
        {PRICE_BANDS.map((band) => (
          <Facet
            name="price"
            value={band === 'any' ? '' : band}
            label={PRICE_LABELS[band]}
            count={band === 'any' ? undefined : facets?.price[band]}
            checked={band === (parts.price ?? 'any')}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Offers</legend>
        <Facet name="offers" value="true" label="Open to offers" type="checkbox" count={facets?.offers} checked={parts.offers === true} />
      </fieldset>
      <Button kind="dark">Show {counted(total, 'item')}</Button>
    </form>
  </details>
)

type FacetProps = { name: string; value: string; label: string; checked: boolean; count?: number | undefined; type?: 'radio' | 'checkbox' }

const Facet = ({ count, label, type = 'radio', ...box }: FacetProps) => (
  <label class="check">
    <input type={type} {...box} />
    <span>{label}</span>
    {count === undefined ? null : <span class="of">{count}</span>}
  </label>
)

const Sorts = ({ parts }: { parts: SearchParts }) => {
  const sorts: MarketSort[] = [...(parts.q ? (['best'] as const) : []), 'newest', 'price-asc', 'price-desc']
  const current = parts.sort ?? sorts[0]
  return (
    <nav class="sorts" aria-label="Sort by">
      {sorts.map((sort) => (
        <a href={searchPath({ ...parts, sort: sort === sorts[0] ? undefined : sort })} aria-current={sort === current ? 'true' : undefined}>
          {SORT_WORDS[sort]}
        </a>
      ))}
    </nav>
  )
}

/** Saves the search, with a daily email about new results. Anonymous users sign in first, and then the search is saved. */
const SaveIt = ({ viewer, parts: { q, category, price, offers } }: { viewer: Viewer; parts: SearchParts }) =>
  q || category || (price && price !== 'any') || offers ? (
    <Form class="save-search" action="/you/searches" viewer={viewer} label="Save this search">
      <Hidden values={{ ...Object.fromEntries(searchParts({ q, category, price, offers })), alert: 'daily' }} />
      <Button small icon="bell" name="do" value="save">
        Save this search
      </Button>
    </Form>
  ) : null

/** Names the filters that exclude results, and links to broader searches (spec: ux 1.4, Zero results). */
const NothingFound = ({ parts, looser }: { parts: SearchParts; looser: readonly BroaderSearch[] }) => (
  <Empty icon="search" title={nothingWords(parts)}>
    <p>
      {looser.length > 0
        ? 'These broader searches have results:'
        : 'Try other words, or save this search to get an email when a match is listed.'}
    </p>
    <div class="actions">
      {looser.map(({ words, parts: less, total }) => (
        <ButtonLink href={searchPath(less)}>
          {counted(total, 'match', 'matches')} {words}
        </ButtonLink>
      ))}
      <ButtonLink href="/search">See all items</ButtonLink>
    </div>
  </Empty>
)

/** Returns a sentence such as `Nothing in Shoes under $25 that matches “red”`. */
function nothingWords({ q, category, price, offers }: SearchParts): string {
  const what = category ? ` in ${category}` : ''
  const band = price && price !== 'any' ? ` ${PRICE_LABELS[price as PriceBand].toLowerCase().replace(/^\$/, 'from $')}` : ''
  return `${q ? `No matches for “${q}”` : 'No items'}${what}${band}${offers ? ', open to offers' : ''}`
}
