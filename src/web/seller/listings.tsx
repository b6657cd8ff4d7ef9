import { ROUNDINGS } from '#catalog/listings/bulk/rules.ts'
import { invalid } from '#platform/errors/index.ts'
import { counted } from '#web/framework/format.ts'
import { LISTING_SORTS, LISTING_STATUSES, type ListingSort, type ListingStatus } from '#catalog/listings/rules/listing.ts'
import { goTo, type Call } from '#web/framework/answer.ts'
import { Button, ButtonLink, Check, Empty, Field, Form, Hidden, Pager, Select, Tabs } from '#web/ui/index.ts'
import {
  api,
  type PageRequest,
  call,
  type Fields,
  type Outcome,
  page,
  pageAt,
  problemOf,
  redirectWithMessage,
  sendApp,
  type SentForm,
  type Shop,
} from '#web/framework/page/index.ts'
import { ACTIONS, changeOf, ROUNDING_LABELS } from './bulk-actions.ts'
import { EACH, EachResults, idsOf, runEach, type EachResult } from './bulk-each.tsx'
import { latestBulkNotice } from './bulk-pages.tsx'
import { sendPreview, type BulkSelection } from './bulk-preview.tsx'
import { SALES } from './copy.ts'
import { hiddenListings } from './hidden.tsx'
import { PRICES_FORM, savePrices, shownAmounts } from './inline-prices.ts'
import { ListingsTable } from './listings-table.tsx'
import { salePathOf } from './sales.tsx'
import { ShopChips } from './shop-chips.tsx'
import { thumbsOf } from '#catalog/photos/thumbs/index.ts'
import { shopsOf } from './shops.ts'

/** `/app/listings` shows the seller's listings by status, with bulk actions. */
export const listingsPage = page({
  path: '/app/listings',
  name: 'listings',
  files: true,
  form: bulk,
  show: (at) => send(at),
})

const LISTED = 50

/** Previews a bulk change. If the selection is invalid, shows the listings again with the submitted fields. */
async function bulk(at: PageRequest, { fields, all }: SentForm): Promise<Outcome> {
  const chosen = all('ids')
  const path = `${at.c.req.path}?${new URLSearchParams(at.c.req.query()).toString()}`
  try {
    if (fields['do'] === 'prices') return await prices(at, fields, path)
    const selection = selectionOf(at.c, fields, chosen)
    const each = Object.hasOwn(EACH, fields['do'] ?? '') ? EACH[fields['do']!] : undefined
    if (each) {
      const results = await runEach(at.ctx, at.viewer, each, selection)
      const failed = results.flatMap(({ id, problem }) => (problem ? [id] : []))
      return await send({ ...at, typed: fields }, { chosen: new Set(failed), results })
    }
    if (fields['do'] === 'sale') return goTo(at.c, await salePathOf(at.ctx, at.viewer, await idsOf(at.ctx, at.viewer, selection)))
    return await sendPreview(at, selection, changeOf(fields), path)
  } catch (error) {
    return send({ ...at, typed: fields, problem: problemOf(error) }, { chosen: new Set(chosen) })
  }
}

/** Saves the prices in the table. If some listings could not be saved, the table shows their entered prices again. */
async function prices(at: PageRequest, fields: Fields, path: string): Promise<Outcome> {
  const { results, undo } = await savePrices(at.ctx, at.viewer, fields)
  const failed = results.flatMap(({ id, problem }) => (problem ? [id] : []))
  if (failed.length > 0) return send({ ...at, typed: fields }, { results, unsaved: new Set(failed) })
  const [first, ...others] = results
  const message = !first
    ? 'No prices were changed.'
    : others.length === 0
      ? `${first.name}: ${first.outcome}`
      : `Prices of ${counted(results.length, 'listing')} saved.`
  return redirectWithMessage(at.ctx, at.c, path, { message, undo: undo && { path, fields: undo } })
}

/** Returns the selected listings: the checked listings, all listings on the page, or all listings that match the page's filters. */
function selectionOf(c: Call, { all = '', page_ids = '', tab = '' }: Fields, chosen: readonly string[]): BulkSelection {
  if (all === 'matching') {
    const { shop, q } = c.req.query()
    const status = LISTING_STATUSES.find((name) => name === tab)
    return { where: { ...(status && { status }), ...(shop && { shop }), ...(q?.trim() && { q: q.trim().slice(0, 200) }) } }
  }
  const ids = all === 'page' ? page_ids.split(' ').filter(Boolean) : chosen
  if (ids.length === 0) throw invalid('ids', 'Select at least one listing.')
  return { ids: [...ids] }
}

type PageState = {
  chosen?: ReadonlySet<string>
  results?: readonly EachResult[]
  unsaved?: ReadonlySet<string>
}

async function send(request: PageRequest, { chosen = new Set(), results = [], unsaved }: PageState = {}): Promise<Response> {
  const { ctx, c, viewer } = request
  const shops = await shopsOf(ctx, viewer)
  const requestedTab = c.req.query('tab')
  const tab = LISTING_STATUSES.find((status) => status === requestedTab) ?? (shops.some(({ counts }) => counts.live > 0) ? 'live' : 'draft')
  const shop = shops.find(({ slug }) => slug === c.req.query('shop'))
  const { offset, query: paging, links } = pageAt(c, LISTED)
  const q = (c.req.query('q') ?? '').trim().slice(0, 200)
  const sort = LISTING_SORTS.find((name) => name === c.req.query('sort')) ?? 'changed'
  const query = { status: tab, ...paging, ...(shop ? { shop: shop.slug } : {}), ...(q && { q }), ...(sort !== 'changed' && { sort }) }
  const list = await call(ctx, viewer, api.listListings, { query })
  const [thumbs, hidden, latest] = await Promise.all([
    thumbsOf(
      ctx,
      list.data.map(({ id }) => id),
    ),
    hiddenListings(ctx, viewer),
    latestBulkNotice(ctx, viewer),
  ])
  const isEditable = tab !== 'sold'
  const at = (to: { tab?: string; shop?: string | undefined; offset?: number }): string => {
    const parts = new URLSearchParams({ tab: to.tab ?? tab })
    const slug = 'shop' in to ? to.shop : shop?.slug
    if (slug) parts.set('shop', slug)
    if (q) parts.set('q', q)
    if (sort !== 'changed') parts.set('sort', sort)
    if (to.offset) parts.set('offset', String(to.offset))
    return `/app/listings?${parts.toString()}`
  }
  return sendApp(request, {
    current: 'listings',
    title: 'Listings',
    message: madeAt(c),
    actions: (
      <>
        <ButtonLink href="/app/listings/import" label="Import or export" />
        <ButtonLink href="/app/listings/new" kind="dark" icon="plus" label="List an item" />
      </>
    ),
    apiCalls: [`GET /listings?${new URLSearchParams(query).toString()}`, ['PATCH /listings/LISTING_ID', { price: 54 }]],
    children: (
      <div class="stack">
        <ShopChips shops={shops} current={shop?.slug} at={(slug) => at({ shop: slug })} all={at({ shop: undefined })} />
        <Tabs
          label="Status"
          tabs={LISTING_STATUSES.map((status) => ({
            href: at({ tab: status }),
            label: TAB_LABELS[status],
            count: countOf(shop ? [shop] : shops, status),
            current: status === tab,
          }))}
        />
        <Find q={q} sort={sort} values={{ tab, shop: shop?.slug }} />
        {latest}
        {results.length > 0 ? (
          <EachResults
            results={results}
            retry={
              unsaved
                ? 'Correct the prices below that could not be saved, then save again.'
                : 'The listings that failed are still selected below.'
            }
          />
        ) : null}
        {list.data.length === 0 && q ? (
          <Empty icon="search" title="No listings found">
            <p>
              Nothing under “{TAB_LABELS[tab]}” matches “{q}”. Try fewer words, or another tab.
            </p>
          </Empty>
        ) : list.data.length === 0 ? (
          <Nothing tab={tab} />
        ) : (
          <>
            {isEditable ? (
              <Form
                id={PRICES_FORM}
                class="hidden-text"
                action={at({ offset })}
                viewer={viewer}
                with={{ shown: shownAmounts(list.data) }}
              />
            ) : null}
            <Form
              action={at({ offset })}
              viewer={viewer}
              class="bulk"
              island="bulk"
              with={{ tab, page_ids: list.data.map(({ id }) => id).join(' ') }}
            >
              <SelectAll shown={list.data.length} total={list.total} savesPrices={isEditable} />
              <ListingsTable
                listings={list.data}
                chosen={chosen}
                thumbs={thumbs}
                hidden={hidden}
                edits={isEditable ? (id) => (unsaved?.has(id) ? request.typed : {}) : undefined}
              />
              <BulkBar tab={tab} typed={request.typed} />
            </Form>
          </>
        )}
        <Pager {...links(list.total)} more={`Next ${LISTED}`} />
      </div>
    ),
  })
}

/** Returns the message about drafts that were just created from photos. The URL contains only the number of drafts. */
function madeAt(c: Call): string | undefined {
  const made = c.req.query('made') ?? ''
  return /^([2-9]|[1-9]\d)$/.test(made) ? `${counted(Number(made), 'draft')} created. Only you can see them.` : undefined
}

const SORT_LABELS: Readonly<Record<ListingSort, string>> = {
  changed: 'Last changed',
  newest: 'Newest',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
}

type FindProps = { q: string; sort: ListingSort; values: Record<string, string | undefined> }

/** `values`: other query parameters, which the search form preserves. */
const Find = ({ q, sort, values }: FindProps) => (
  <form class="list-search" method="get" action="/app/listings" role="search" aria-label="Your listings">
    <Hidden values={values} />
    <Field id="listing-q" name="q" type="search" label="Find a listing" value={q} maxlength={200} />
    <Select name="sort" label="Sort by" value={sort} choices={LISTING_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))} />
    <Button label="Show" />
  </form>
)

const TAB_LABELS = { draft: 'Drafts', live: 'Live', sold: 'Sold' } as const

const countOf = (shops: readonly Shop[], status: ListingStatus): number =>
  shops.reduce((sum, { counts }) => sum + (status === 'draft' ? counts.drafts : counts[status]), 0)

type SelectAllProps = { shown: number; total: number; savesPrices: boolean }

/**
 * Checkboxes that select all listings on the page, or all matching listings. They work without scripts. A button saves the prices in the
 * table.
 */
const SelectAll = ({ shown, total, savesPrices }: SelectAllProps) => (
  <div class="actions">
    <Check name="all" value="page" label={`Select all ${shown} on this page`} />
    {total > shown ? <Check name="all" value="matching" label={`Select all ${total} that match`} /> : null}
    {savesPrices ? <Button form={PRICES_FORM} do="prices" label="Save prices" /> : null}
  </div>
)

const BulkBar = ({ tab, typed: { action, percent = '-10', round } }: { tab: ListingStatus; typed: Fields }) => (
  <div class="bulk-bar">
    <strong id="chosen-count" role="status" />
    {tab === 'sold' ? null : (
      <>
        <Select
          name="action"
          label="Bulk actions"
          value={action}
          choices={Object.entries(ACTIONS).flatMap(([value, { label, from }]) => (from.includes(tab) ? [{ value, label }] : []))}
        />
        <Field name="percent" label="Percent" type="number" min={-90} max={300} step="any" value={percent} hint="-10 means 10% off" />
        <Select
          name="round"
          label="Round to"
          value={round}
          choices={ROUNDINGS.map((value) => ({ value, label: ROUNDING_LABELS[value] }))}
        />
        <Button kind="pop" label="Preview" />
      </>
    )}
    {tab === 'live' ? <Button do="sale" label={SALES.putOnSale} /> : null}
    {Object.entries(EACH).flatMap(([value, { label, from }]) => (from.includes(tab) ? [<Button do={value} label={label} />] : []))}
  </div>
)

const Nothing = ({ tab }: { tab: ListingStatus }) =>
  tab === 'sold' ? (
    <Empty icon="tag" title="Nothing sold yet">
      <p>Sold listings will appear here with their link, photos and price, so that you can relist them.</p>
    </Empty>
  ) : (
    <Empty icon="camera" title={tab === 'live' ? 'No live listings' : 'No drafts'}>
      <p>Start with photos: front, back, label and every flaw. We turn them into a draft that you can complete at your own pace.</p>
      <ButtonLink href="/app/listings/new" kind="dark" icon="plus" label="List an item" />
    </Empty>
  )
