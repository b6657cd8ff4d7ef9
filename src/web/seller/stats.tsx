import { plural } from '#core/format/count.ts'
import { ButtonLink, Empty, Meter, Section, Table, Tabs } from '#web/ui/index.ts'
import { api, type DailyStats, found, type PageRequest, call, type Listing, page, sendApp } from '#web/framework/page/index.ts'
import { ShopChips } from './shop-chips.tsx'
import { DayPlots, DayTable, type Series } from '#web/ui/day-plots.tsx'
import { Funnel, Sells, ShopFacts, Stale } from './stats-tables.tsx'

/** `/app/stats` shows views, likes, offers and sales, as charts and as a table. */
export const statsPage = page({ path: '/app/stats', name: 'stats', show: send })

/** Maximum number of listings in the chart. The chart shows the most viewed of the 100 most recently changed listings. */
const DRAWN = 10

const SERIES = [
  { of: 'views', label: 'Views' },
  { of: 'likes', label: 'Likes' },
  { of: 'offers', label: 'Offers' },
  { of: 'sales', label: 'Sales' },
] as const satisfies Series<string>

const SPANS = [7, 30, 90] as const

async function send(request: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = request
  const days = SPANS.find((span) => String(span) === c.req.query('days')) ?? 30
  const query = { days: String(days) }
  const requested = c.req.query('shop')
  // shows all shops if the shop is unknown, for example because its address has changed
  const one = requested ? await found(call(ctx, viewer, api.readStats, { query: { ...query, shop: requested } })) : null
  const daily = one ?? (await call(ctx, viewer, api.readStats, { query }))
  const shop = daily.shop ?? undefined
  const own = daily.shops
  const shops = own.filter(({ slug }) => slug === (shop ?? slug))
  const at = (to: { days?: number; shop?: string | undefined }): string => {
    const slug = 'shop' in to ? to.shop : shop
    return `/app/stats?${new URLSearchParams({ days: String(to.days ?? days), ...(slug ? { shop: slug } : {}) }).toString()}`
  }
  const listings = await call(ctx, viewer, api.listListings, { query: { limit: '100', ...(shop ? { shop } : {}) } })
  const seen = listings.data.toSorted((one, other) => other.stats.views - one.stats.views).filter(({ stats }) => stats.views > 0)
  // listings without views have no row, and views of a shop's front page are not attributed to any listing
  const most = Math.max(1, ...seen.map(({ stats }) => stats.views))
  return sendApp(request, {
    current: 'numbers',
    title: 'Stats',
    intro: 'Unique daily views of your listings and shop pages. Your own views do not count.',
    apiCalls: [`GET /stats?${new URLSearchParams({ ...query, ...(shop ? { shop } : {}) }).toString()}`],
    children: (
      <div class="stack">
        <ShopChips shops={own} current={shop} at={(slug) => at({ shop: slug })} all={at({ shop: undefined })} />
        <Tabs label="Period" tabs={SPANS.map((span) => ({ href: at({ days: span }), label: `${span} days`, current: span === days }))} />
        <DayPlots series={SERIES} data={daily.data} before={daily.before} />
        <DayTable series={SERIES} data={daily.data} now={ctx.now()} />
        <Funnel funnel={daily.funnel} days={days} />
        <Sells sells={daily.sells} sales={daily.data.reduce((sum, { sales }) => sum + sales, 0)} days={days} />
        <Stale stale={daily.stale} now={ctx.now()} />
        {shops.map((each) => (
          <ShopFacts shop={each} />
        ))}
        <Section id="seen-title" title="Most viewed" className="section">
          {seen.length === 0 && shops.every(({ stats }) => stats.views === 0) ? (
            <Empty icon="plot" title="No views yet">
              <p>More photos and a full title help buyers find your listings.</p>
              <ButtonLink href="/app/listings" label="See your listings" />
            </Empty>
          ) : (
            <>
              <p class="small quiet">All-time views. The charts above show {days} days.</p>
              <div class="meters" aria-hidden="true">
                {seen.slice(0, DRAWN).map(({ name, stats }) => (
                  <Meter label={name} share={stats.views / most} value={String(stats.views)} />
                ))}
              </div>
              <Numbers listings={seen} shops={shops} all={!listings.has_more} />
            </>
          )}
        </Section>
      </div>
    ),
  })
}

const COLUMNS = ['Views', '7 days', 'Likes', 'Offers', 'Waiting'].map((label) => ({
  label,
  number: true,
  minor: label === 'Waiting',
}))

type NumbersProps = {
  listings: readonly Listing[]
  shops: DailyStats['shops']
  /** True if the table includes every listing that has views. */
  all: boolean
}

/**
 * Stats per listing. An additional row covers views of shop pages and of listings that are not shown, so that the rows add up to the shops'
 * total views.
 */
const Numbers = ({ listings, shops, all }: NumbersProps) => {
  const total = sumOf(shops)
  const shown = sumOf(listings)
  const rest = [Math.max(0, total.views - shown.views), Math.max(0, total.views_7d - shown.views_7d)]
  return (
    <Table caption="Stats by listing" columns={['Listing', ...COLUMNS]}>
      {listings.map(({ id, name, stats }) => (
        <tr>
          <th scope="row">
            <a href={`/app/listings/${id}`}>{name}</a>
          </th>
          {[stats.views, stats.views_7d, stats.likes, stats.offers, stats.offers_waiting].map((number) => (
            <td class="number">{number}</td>
          ))}
        </tr>
      ))}
      <Sum label={plural(shops.length, 'Shop page', 'Shop pages') + (all ? '' : ' and other listings')} views={rest} />
      <Sum label="All views" views={[total.views, total.views_7d]} />
    </Table>
  )
}

type Viewed = { stats: { views: number; views_7d: number } }

const sumOf = (all: readonly Viewed[]) => ({
  views: all.reduce((sum, { stats }) => sum + stats.views, 0),
  views_7d: all.reduce((sum, { stats }) => sum + stats.views_7d, 0),
})

const Sum = ({ label, views }: { label: string; views: readonly number[] }) => (
  <tr>
    <th scope="row">{label}</th>
    {views.map((number) => (
      <td class="number">{number}</td>
    ))}
    {COLUMNS.slice(views.length).map(() => (
      <td class="number">–</td>
    ))}
  </tr>
)
