import { Facts, Meter, Section, Table } from '#web/ui/index.ts'
import { numberText } from '#core/format/count.ts'
import { dollarsText, type DailyStats } from '#web/framework/page/index.ts'
import { FUNNEL, SELLS, STALE } from './copy.ts'
import { invitePath } from './invite.tsx'

const DAY_MS = 86_400_000
const NUMBER = { number: true }

type Days = Pick<DailyStats, 'days'>

/** Steps from a view to a sale, as bars and as a table. */
export const Funnel = ({ funnel, days }: Days & Pick<DailyStats, 'funnel'>) => {
  const most = Math.max(1, ...funnel.map(({ count }) => count))
  const isCompared = funnel.every(({ before }) => before !== null)
  return (
    <Section id="funnel-title" title={FUNNEL.title} className="section">
      <p class="small quiet">{FUNNEL.about}</p>
      <div class="meters" aria-hidden="true">
        {funnel.map(({ step, count }) => (
          <Meter label={FUNNEL.steps[step]} share={count / most} value={numberText(count)} />
        ))}
      </div>
      <Table
        caption={FUNNEL.table}
        columns={[
          { label: 'Step' },
          { label: `${days} days`, ...NUMBER },
          ...(isCompared ? [{ label: `${days} days before`, ...NUMBER }] : []),
        ]}
      >
        {funnel.map(({ step, count, before }) => (
          <tr>
            <th scope="row">{FUNNEL.steps[step]}</th>
            <td class="number">{numberText(count)}</td>
            {before === null ? null : <td class="number">{numberText(before)}</td>}
          </tr>
        ))}
      </Table>
    </Section>
  )
}

const SELLS_COLUMNS = [
  'Category',
  { label: 'Sold', ...NUMBER },
  { label: 'Days to sale (median)', ...NUMBER },
  { label: 'Price (median)', ...NUMBER },
]

/** The categories with the most sales. The last rows contain all other sales, so that the table adds up to the total of the period. */
export const Sells = ({ sells, sales, days }: Days & Pick<DailyStats, 'sells'> & { sales: number }) => {
  const others = sales - sells.reduce((sum, { sold }) => sum + sold, 0)
  return (
    <Section id="sells-title" title={SELLS.title} className="section">
      {sales === 0 ? (
        <p class="quiet">{SELLS.none}</p>
      ) : (
        <>
          <p class="small quiet">{SELLS.about(days)}</p>
          <Table caption={SELLS.table} columns={SELLS_COLUMNS}>
            {sells.map(({ category, sold, median_days: median, median_price: price }) => (
              <tr>
                <th scope="row">{category ?? SELLS.noCategory}</th>
                <td class="number">{numberText(sold)}</td>
                <td class="number">{median ?? '–'}</td>
                <td class="number">{dollarsText(price)}</td>
              </tr>
            ))}
            {others > 0 ? <SumLine label={SELLS.others} sum={others} /> : null}
            <SumLine label={SELLS.all} sum={sales} />
          </Table>
        </>
      )}
    </Section>
  )
}

const SumLine = ({ label, sum }: { label: string; sum: number }) => (
  <tr>
    <th scope="row">{label}</th>
    <td class="number">{numberText(sum)}</td>
    <td class="number">–</td>
    <td class="number">–</td>
  </tr>
)

const STALE_COLUMNS = [
  'Listing',
  { label: 'Days live', ...NUMBER },
  { label: 'Views, 30 days', ...NUMBER },
  { label: 'Usual views', ...NUMBER, minor: true },
  { label: 'Price', ...NUMBER },
  { label: 'Actions', unseen: true },
]

/** Rarely viewed listings, each with links to actions that may help. */
export const Stale = ({ stale, now }: Pick<DailyStats, 'stale'> & { now: Date }) => (
  <Section id="stale-title" title={STALE.title} className="section">
    {stale.length === 0 ? (
      <p class="quiet">{STALE.none}</p>
    ) : (
      <>
        <p class="small quiet">{STALE.about}</p>
        <Table caption={STALE.table} columns={STALE_COLUMNS}>
          {stale.map((one) => (
            <StaleLine stale={one} now={now} />
          ))}
        </Table>
      </>
    )}
  </Section>
)

const StaleLine = ({ stale: { listing, published_at: at, views, shop_median: median, price, likes }, now }: StaleProps) => {
  const path = `/app/listings/${listing.id}`
  const which = <span class="hidden-text">: {listing.title}</span>
  return (
    <tr>
      <th scope="row">
        <a href={path}>{listing.title}</a>
      </th>
      <td class="number">{numberText(Math.floor((now.getTime() - Date.parse(at)) / DAY_MS))}</td>
      <td class="number">{numberText(views)}</td>
      <td class="number">{median}</td>
      <td class="number">{dollarsText(price)}</td>
      <td>
        <span class="actions">
          <a href={`${path}#price`}>
            {STALE.lower}
            {which}
          </a>
          {likes > 0 ? (
            <a href={invitePath(listing.id)}>
              {STALE.invite}
              {which}
            </a>
          ) : null}
          <a href={path}>
            {STALE.edit}
            {which}
          </a>
        </span>
      </td>
    </tr>
  )
}
type StaleProps = { stale: DailyStats['stale'][number]; now: Date }

/** Totals of one shop since it was opened. */
export const ShopFacts = ({ shop: { name, stats, counts } }: { shop: DailyStats['shops'][number] }) => (
  <section class="section" aria-label={name}>
    <h2>{name}</h2>
    <Facts
      caption={`Stats of ${name}`}
      rows={[
        ['Views', `${stats.views}, ${stats.views_7d} in the last 7 days`],
        ['Followers', String(stats.followers)],
        ['Likes', String(stats.likes)],
        ['Offers waiting', String(stats.offers_waiting)],
        ['Sold', `${counts.sold} of ${counts.sold + counts.live + counts.drafts}`],
      ]}
    />
  </section>
)
