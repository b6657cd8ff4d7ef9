import { counted } from '#web/framework/format.ts'
import { LISTING_STATUSES, type ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { Call } from '#web/framework/answer.ts'
import { Button, ButtonLink, Empty, Field, Form, Notice, Pager, Select, Tabs } from '#web/ui/index.ts'
import { api, type PageRequest, call, type Outcome, page, pageAt, sendApp, type SentForm, type Shop } from '#web/framework/page/index.ts'
import { BULK, runBulk, type BulkResult } from './bulk.ts'
import { hiddenListings } from './hidden.tsx'
import { ListingsTable } from './listings-table.tsx'
import { ShopChips } from './shop-chips.tsx'
import { thumbsOf } from '#catalog/photos/thumbs/index.ts'
import { shopsOf } from './shops.ts'

/** `/app/listings`: the seller's listings by status, with bulk actions. */
export const listingsPage = page({
  path: '/app/listings',
  name: 'listings',
  who: 'person',
  files: true,
  form: bulk,
  show: (at) => send(at),
})

const LISTED = 50

async function bulk(at: PageRequest, { fields: { action = '', percent = '' }, all }: SentForm): Promise<Outcome> {
  return send(at, { results: await runBulk(at.ctx, at.viewer, { action, percent, ids: all('ids') }), action, percent })
}

type Done = { results: readonly BulkResult[] | string; action: string; percent: string }

async function send(request: PageRequest, done?: Done): Promise<Response> {
  const { ctx, c, viewer } = request
  const shops = await shopsOf(ctx, viewer)
  const requestedTab = c.req.query('tab')
  const tab = LISTING_STATUSES.find((status) => status === requestedTab) ?? (shops.some(({ counts }) => counts.live > 0) ? 'live' : 'draft')
  const shop = shops.find(({ slug }) => slug === c.req.query('shop'))
  const { offset, query: paging, links } = pageAt(c, LISTED)
  const query = { status: tab, ...paging, ...(shop ? { shop: shop.slug } : {}) }
  const list = await call(ctx, viewer, api.listListings, { query })
  const [thumbs, hidden] = await Promise.all([
    thumbsOf(
      ctx,
      list.data.map(({ id }) => id),
    ),
    hiddenListings(ctx, viewer),
  ])
  const at = (to: { tab?: string; shop?: string | undefined; offset?: number }): string => {
    const parts = new URLSearchParams({ tab: to.tab ?? tab })
    const slug = 'shop' in to ? to.shop : shop?.slug
    if (slug) parts.set('shop', slug)
    if (to.offset) parts.set('offset', String(to.offset))
    return `/app/listings?${parts.toString()}`
  }
  return sendApp(request, {
    current: 'listings',
    title: 'Listings',
    message: madeAt(c),
    actions: (
      <>
        <ButtonLink href="/app/listings/import">Import or export</ButtonLink>
        <ButtonLink href="/app/listings/new" kind="dark" icon="plus">
          List an item
        </ButtonLink>
      </>
    ),
    apiCalls: [
      { method: 'GET', path: `/listings?${new URLSearchParams(query).toString()}` },
      { method: 'PATCH', path: '/listings/LISTING_ID', body: { price: 54 } },
    ],
    children: (
      <div class="stack">
        <ShopChips shops={shops} current={shop?.slug} at={(slug) => at({ shop: slug })} all={at({ shop: undefined })} />
        <Tabs
          label="Status"
          tabs={LISTING_STATUSES.map((status) => ({
            href: at({ tab: status }),
            label: TAB_WORDS[status],
            count: countOf(shop ? [shop] : shops, status),
            current: status === tab,
          }))}
        />
        {done ? <BulkResults {...done} /> : null}
        {list.data.length === 0 ? (
          <Nothing tab={tab} />
        ) : (
          <Form action={at({ offset })} viewer={viewer} class="bulk" island="bulk">
            <ListingsTable listings={list.data} chosen={failedIds(done)} thumbs={thumbs} hidden={hidden} />
            <BulkBar tab={tab} action={done?.action ?? ''} percent={done?.percent ?? ''} />
          </Form>
        )}
        <Pager {...links(list.total)} more={`Next ${LISTED}`} />
      </div>
    ),
  })
}

/** Returns the message about drafts that were just created from photos, or undefined. The URL contains only the number of drafts. */
function madeAt(c: Call): string | undefined {
  const made = c.req.query('made') ?? ''
  return /^([2-9]|[1-9]\d)$/.test(made) ? `${counted(Number(made), 'draft')} created. Only you can see them.` : undefined
}

const TAB_WORDS = { draft: 'Drafts', live: 'Live', sold: 'Sold' } as const

const countOf = (shops: readonly Shop[], status: ListingStatus): number =>
  shops.reduce((sum, { counts }) => sum + (status === 'draft' ? counts.drafts : counts[status]), 0)

const failedIds = (done: Done | undefined): ReadonlySet<string> =>
  new Set(done && typeof done.results !== 'string' ? done.results.flatMap(({ id, problem }) => (problem ? [id] : [])) : [])

const BulkBar = ({ tab, action, percent }: { tab: ListingStatus; action: string; percent: string }) => (
  <div class="bulk-bar">
    <strong id="chosen-count" role="status" />
    <Select
      name="action"
      label="Bulk actions"
      value={action}
      choices={Object.entries(BULK).flatMap(([value, { label, from }]) => (from.includes(tab) ? [{ value, label }] : []))}
    />
    <Field name="percent" label="Percent" type="number" min={-90} max={300} value={percent} hint="-10 means 10% off" />
    <Button kind="pop">Apply</Button>
  </div>
)

/** Results of a bulk action per listing. Failed listings stay selected for a retry. */
const BulkResults = ({ results }: Done) => {
  if (typeof results === 'string')
    return (
      <Notice means="bad" alert>
        {results}
      </Notice>
    )
  const failed = results.filter(({ problem }) => problem !== null)
  return (
    <Notice means={failed.length > 0 ? 'warn' : 'ok'} alert>
      <strong>
        {failed.length === 0
          ? `Done for ${counted(results.length, 'listing')}.`
          : `${failed.length} of ${results.length} failed. They are still selected below.`}
      </strong>
      <ul class="outcomes" role="list">
        {results.map(({ name, outcome, problem }) => (
          <li>
            {name}: {problem ?? outcome}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const Nothing = ({ tab }: { tab: ListingStatus }) =>
  tab === 'sold' ? (
    <Empty icon="tag" title="Nothing sold yet">
      <p>Sold listings appear here with their link, photos and price, so that you can relist them.</p>
    </Empty>
  ) : (
    <Empty icon="camera" title={tab === 'live' ? 'No live listings' : 'No drafts'}>
      <p>Start with photos: front, back, label and every flaw. They become one draft that you complete at your own pace.</p>
      <ButtonLink href="/app/listings/new" kind="dark" icon="plus">
        List an item
      </ButtonLink>
    </Empty>
  )
