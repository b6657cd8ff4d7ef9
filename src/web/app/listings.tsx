import { counted } from '#web/words.ts'
import type { Context, Person } from '#platform/context.ts'
import { LISTING_STATUSES, type ListingStatus } from '#domain/listing.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Empty, Notice } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Field, Select } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { BULK, runBulk, type BulkResult } from './bulk.ts'
import { call, type List } from './calling.ts'
import { sendAppPage, shopsOf } from './frame.tsx'
import { ListingsTable } from './listings-table.tsx'
import { place } from './places.ts'
import { ShopChips } from './shop-chips.tsx'
import type { Listing, Shop } from './records.ts'
import type { Taken } from './taking.ts'
import { thumbsOf } from './thumbs.ts'

/** `/app/listings`: everything one sells, by state, with what can be done to many at once. */
export const mountListings = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/listings',
    'listings',
    (c, viewer) => send(ctx, c, viewer),
    (c, taken) => bulk(ctx, c, taken),
  )

const PAGE = 50

async function bulk(ctx: Context, c: Call, { viewer, fields, all }: Taken): Promise<Response> {
  const results = await runBulk(ctx, viewer, { action: fields.action ?? '', percent: fields.percent ?? '', ids: all('ids') })
  return send(ctx, c, viewer, { results, action: fields.action ?? '', percent: fields.percent ?? '' })
}

type Done = { results: readonly BulkResult[] | string; action: string; percent: string }

async function send(ctx: Context, c: Call, viewer: Person, done?: Done): Promise<Response> {
  const shops = await shopsOf(ctx, viewer)
  const asked = c.req.query('tab')
  const tab = LISTING_STATUSES.find((status) => status === asked) ?? (shops.some(({ counts }) => counts.live > 0) ? 'live' : 'draft')
  const shop = shops.find(({ slug }) => slug === c.req.query('shop'))
  const offset = Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0))
  const query = { status: tab, limit: String(PAGE), offset: String(offset), ...(shop ? { shop: shop.slug } : {}) }
  const list = await call<List<Listing>>(ctx, viewer, 'listListings', { query })
  const thumbs = await thumbsOf(
    ctx,
    list.data.map(({ id }) => id),
  )
  const at = (to: { tab?: string; shop?: string | undefined; offset?: number }): string => {
    const parts = new URLSearchParams({ tab: to.tab ?? tab })
    const slug = 'shop' in to ? to.shop : shop?.slug
    if (slug) parts.set('shop', slug)
    if (to.offset) parts.set('offset', String(to.offset))
    return `/app/listings?${parts.toString()}`
  }
  return sendAppPage(ctx, c, viewer, {
    current: 'listings',
    title: 'Listings',
    said: madeAt(c),
    actions: (
      <ButtonLink href="/app/listings/new" kind="dark" icon="plus">
        List a thing
      </ButtonLink>
    ),
    twin: [
      { method: 'GET', path: `/listings?${new URLSearchParams(query).toString()}` },
      { method: 'PATCH', path: '/listings/LISTING_ID', body: { price: 54 } },
    ],
    children: (
      <div class="stack">
        <ShopChips shops={shops} current={shop?.slug} at={(slug) => at({ shop: slug })} />
        <Tabs
          label="State"
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
          <Form action={at({ offset })} viewer={viewer} class="stack" island="bulk">
            <ListingsTable listings={list.data} chosen={failedIds(done)} thumbs={thumbs} />
            <BulkBar tab={tab} action={done?.action ?? ''} percent={done?.percent ?? ''} />
          </Form>
        )}
        <Pager
          next={list.has_more ? at({ offset: offset + PAGE }) : null}
          previous={offset > 0 ? at({ offset: Math.max(0, offset - PAGE) }) : null}
          more={`Next ${PAGE}`}
        />
      </div>
    ),
  })
}

/** After photos of several things became a draft each; the number is all that the address says. */
function madeAt(c: Call): string | undefined {
  const made = c.req.query('made') ?? ''
  return /^([2-9]|[1-9]\d)$/.test(made) ? `${counted(Number(made), 'draft is', 'drafts are')} here. Nothing is public yet.` : undefined
}

const TAB_WORDS = { draft: 'Drafts', live: 'Live', sold: 'Sold' } as const

const countOf = (shops: readonly Shop[], status: ListingStatus): number =>
  shops.reduce((sum, { counts }) => sum + (status === 'draft' ? counts.drafts : counts[status]), 0)

const failedIds = (done: Done | undefined): ReadonlySet<string> =>
  new Set(done && typeof done.results !== 'string' ? done.results.flatMap(({ id, problem }) => (problem ? [id] : [])) : [])

const BulkBar = ({ tab, action, percent }: { tab: ListingStatus; action: string; percent: string }) => (
  <div class="bulk-bar">
    <Select
      name="action"
      label="With those chosen"
      value={action}
      choices={Object.entries(BULK).flatMap(([value, { label, from }]) => (from.includes(tab) ? [{ value, label }] : []))}
    />
    <Field name="percent" label="By percent" type="number" min={-90} max={300} value={percent} hint="For the price: -10 is a tenth less." />
    <Button kind="dark">Do it</Button>
    <span class="small quiet" id="chosen-count" role="status" />
  </div>
)

/** What came of each row; what failed stays chosen, to be tried again. */
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
          ? `Done for all ${results.length}.`
          : `${failed.length} of ${results.length} failed; they are still chosen below.`}
      </strong>
      <ul class="outcomes" role="list">
        {results.map(({ name, said, problem }) => (
          <li>
            {name}: {problem ?? said}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const Nothing = ({ tab }: { tab: ListingStatus }) =>
  tab === 'sold' ? (
    <Empty icon="tag" title="Nothing sold yet">
      <p>What is sold comes here, with its link, its photos and its price, so that it can be put up again.</p>
    </Empty>
  ) : (
    <Empty icon="camera" title={tab === 'live' ? 'Nothing is live' : 'No drafts'}>
      <p>Begin with photos: front, back, label, and every flaw. They become one draft, which you fill in at your own pace.</p>
      <ButtonLink href="/app/listings/new" kind="dark" icon="plus">
        List a thing
      </ButtonLink>
    </Empty>
  )
