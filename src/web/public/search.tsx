import type { Context } from '#platform/context/index.ts'
import type { PriceBand } from '#catalog/browse/rules/market.ts'
import { isLive } from '#core/tenant.ts'
import { tenantSeenBy, type MarketResult, type SearchMarket } from '#catalog/browse/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Button, ButtonLink, Empty, Form, Grid, Hidden, Pager } from '#web/ui/index.ts'
import { marketCard } from '#web/ui/layouts/document.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { type SearchParts, searchParts, searchPath } from '#web/framework/routes.ts'
import { counted } from '#web/framework/format.ts'
import { Applied, PRICE_LABELS, rangeLabel } from './applied-filters.tsx'
import { hasFacetParts } from './facet-choices.ts'
import { FilterDrawer } from './filters.tsx'
import { partsOf } from './search-query.ts'
import { RecentlyViewed } from './similar.tsx'
import { Sorts } from './sorts.tsx'
import { siteOf } from '#web/framework/site.ts'

/** A broader search, with a description and the number of results. */
export type BroaderSearch = { label: string; parts: SearchParts; total: number }

type SearchProps = { ctx: Context; viewer: Viewer; found: MarketResult; query: SearchMarket; looser: readonly BroaderSearch[] }

/** The search results page. The URL contains the complete search, so users can bookmark and share it (spec: ux rule 2). */
export const SearchPage = ({ ctx, viewer, found, query, looser }: SearchProps) => {
  const { q, category } = query
  const parts = partsOf(query)
  const next = query.offset + found.cards.length
  const previous = query.offset > 0 ? Math.max(0, query.offset - query.limit) : null
  return (
    <Layout
      site={siteOf(ctx)}
      viewer={viewer}
      q={q ?? ''}
      title={`${q || category || 'Everything'} · ${siteOf(ctx).name}`}
      description={`${found.total === 0 ? '' : `${countOf(found)}. `}Second-hand items from small shops, with the total price on every card.`}
      canonical={`${ctx.config.publicUrl}${searchPath({ ...parts, offset: query.offset })}`}
      card={marketCard(siteOf(ctx))}
    >
      <div class="hello">
        <h1>{q || category || 'Everything for sale'}</h1>
        <h2 id="found">{headOf(found)}</h2>
      </div>
      <div class="results">
        <FilterDrawer
          parts={parts}
          facets={found.facets}
          total={found.total}
          action="/search"
          {...(isLive(tenantSeenBy(viewer)) && { countAt: '/v1/market/search' })}
        />
        <div class="result-tools">
          <Applied parts={parts} facets={found.facets} pathOf={searchPath} />
          <SaveIt viewer={viewer} parts={parts} />
          {found.total > 1 ? <Sorts parts={parts} pathOf={searchPath} /> : null}
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
      <RecentlyViewed />
    </Layout>
  )
}

/** Returns the heading above the results, which mentions when there are no exact matches (spec: completions 5, `q`). */
const headOf = (found: MarketResult): string =>
  found.total === 0 ? 'No items found' : found.exact ? countOf(found) : 'No exact matches. Showing similar items.'

const countOf = ({ total, stores }: MarketResult): string => `${counted(total, 'item')} in ${counted(stores, 'shop')}`

/**
 * Button that saves the search and turns on a daily email about new results. For an anonymous user, the search is saved after the user
 * signs in.
 */
const SaveIt = ({ viewer, parts: { sort: _sort, limit: _limit, offset: _offset, ...filters } }: { viewer: Viewer; parts: SearchParts }) =>
  searchParts(filters).size > 0 ? (
    <Form class="save-search" action="/you/searches" viewer={viewer} label="Save this search">
      <Hidden values={{ query: searchParts(filters).toString(), alert: 'daily' }} />
      <Button small icon="bell" do="save" label="Save this search" />
    </Form>
  ) : null

/** Names the filters that exclude all results, and links to broader searches (spec: ux 1.4, Zero results). */
const NothingFound = ({ parts, looser }: { parts: SearchParts; looser: readonly BroaderSearch[] }) => (
  <Empty icon="search" title={noResultsText(parts)}>
    <p>
      {looser.length > 0
        ? 'These broader searches have results:'
        : 'Try other words, or save this search to get an email when a matching item is listed.'}
    </p>
    <div class="actions">
      {looser.map(({ label, parts: less, total }) => (
        <ButtonLink href={searchPath(less)} label={`${counted(total, 'match', 'matches')} ${label}`} />
      ))}
      <ButtonLink href="/search" label="See all items" />
    </div>
  </Empty>
)

/** Returns a sentence such as `No items in Shoes under $25 that match “red”`. */
function noResultsText(parts: SearchParts): string {
  const { q, category, price, offers } = parts
  const what = category ? ` in ${category}` : ''
  const band = price && price !== 'any' ? ` ${PRICE_LABELS[price as PriceBand].toLowerCase().replace(/^\$/, 'from $')}` : ''
  const range = rangeLabel(parts)
  const cost = range === null ? band : ` ${range.toLowerCase().replace(/^\$/, 'from $')}`
  const filters = hasFacetParts(parts) ? ' with these filters' : ''
  return `${q ? `No matches for “${q}”` : 'No items'}${what}${cost}${filters}${offers ? ', open to offers' : ''}`
}
