import type { Context, Person } from '#context.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Facts, Table } from '#web/components/table.tsx'
import { Meter } from '#web/components/timeline.tsx'
import { call, type List } from './calling.ts'
import { sendAppPage, shopsOf } from './frame.tsx'
import { place } from './places.ts'
import type { Listing, ShopWithStats } from './records.ts'

/** `/app/stats`: what was looked at, liked, asked for and sold, drawn and as a table. */
export const mountStats = (app: App, ctx: Context): void => place(app, ctx, '/app/stats', 'stats', (c, viewer) => send(ctx, c, viewer))

/** The best seen of the hundred that were changed last. */
const DRAWN = 10

async function send(ctx: Context, c: Call, viewer: Person): Promise<Response> {
  const own = await shopsOf(ctx, viewer)
  const [shops, listings] = await Promise.all([
    Promise.all(own.map(({ slug }) => call<ShopWithStats>(ctx, viewer, 'getShop', { params: { slug } }))),
    call<List<Listing>>(ctx, viewer, 'listListings', { query: { limit: '100' } }),
  ])
  const seen = listings.data.toSorted((one, other) => other.stats.views - one.stats.views).filter(({ stats }) => stats.views > 0)
  const most = Math.max(1, ...seen.map(({ stats }) => stats.views))
  return sendAppPage(ctx, c, viewer, {
    current: 'numbers',
    title: 'Numbers',
    intro: 'One look a visitor and day. Your own looks do not count.',
    children: (
      <div class="stack">
        {shops.map(({ name, stats, counts }) => (
          <section class="section" aria-label={name}>
            <h2>{name}</h2>
            <Facts
              caption={`Numbers of ${name}`}
              rows={[
                ['Views', `${stats.views}, of these ${stats.views_7d} in the last 7 days`],
                ['Followers', String(stats.followers)],
                ['Likes', String(stats.likes)],
                ['Offers waiting', String(stats.offers_waiting)],
                ['Sold', `${counts.sold} of ${counts.sold + counts.live + counts.drafts}`],
              ]}
            />
          </section>
        ))}
        <section class="section" aria-labelledby="seen-title">
          <h2 id="seen-title">Most seen</h2>
          {seen.length === 0 ? (
            <Empty icon="plot" title="Nobody has looked yet">
              <p>Views are counted from the first visitor on. More photos and a whole title help to be found.</p>
              <ButtonLink href="/app/listings">See your listings</ButtonLink>
            </Empty>
          ) : (
            <>
              <div class="stack" aria-hidden="true">
                {seen.slice(0, DRAWN).map(({ name, stats }) => (
                  <Meter label={name} share={stats.views / most} value={String(stats.views)} />
                ))}
              </div>
              <Numbers listings={seen} />
            </>
          )}
        </section>
      </div>
    ),
  })
}

const COLUMNS = ['Views', '7 days', 'Likes', 'Offers', 'Waiting'].map((label) => ({
  label,
  number: true,
  minor: label === 'Views' || label === 'Waiting',
}))

const Numbers = ({ listings }: { listings: readonly Listing[] }) => (
  <Table caption="Numbers of each listing" columns={[{ label: 'Listing' }, ...COLUMNS]}>
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
  </Table>
)
