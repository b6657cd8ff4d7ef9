import { dollarsFromCents } from '#domain/money.ts'
import { dollarsText } from '#web/base/words.ts'
import type { Context, Person } from '#platform/context.ts'
import { statusAt, type OfferStatus } from '#domain/offer.ts'
import * as market from '#market/browse/index.ts'
import type { Card } from '#market/browse/index.ts'
import { answeredSoon } from '#deal/negotiations/index.ts'
import * as offers from '#deal/offers/index.ts'
import type { OfferRow } from '#deal/offers/index.ts'
import { notFound } from '#platform/errors.ts'
import type { Call } from '#web/base/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { OfferItem } from './offer-item.tsx'
import { call } from '#platform/http/call.ts'
import { api } from '#api/index.ts'
import { page, type At, type Outcome } from '#web/page/page.tsx'
import { sendYours, WrongAbove } from '#web/page/frames.tsx'
import type { SentForm } from '#web/page/form.ts'
import { pageAt } from '#web/page/list.ts'

const TABS = [
  { id: 'needs', label: 'Needs you', status: 'countered' },
  { id: 'waiting', label: 'Waiting', status: 'open' },
  { id: 'past', label: 'Past', status: undefined },
] as const
type TabId = (typeof TABS)[number]['id']

const SHOWN = 50

/** One's offers; `?offer=` names one, which is shown where it stands now, before the others. Else: those a seller answered with another price first, then those that wait, then what became of the rest. */
export const offersPage = page({ path: '/you/offers', name: 'your offers', who: 'person', form: take, show: send })

async function send(at: At): Promise<Response> {
  const { ctx, c, viewer, problem } = at
  const { offset, links } = pageAt(c, SHOWN)
  const [countered, open, all] = await Promise.all([
    listed(ctx, viewer, 'countered', offset),
    listed(ctx, viewer, 'open', offset),
    listed(ctx, viewer, undefined, offset),
  ])
  const named = await namedIn(ctx, c, viewer)
  const asked = named ? tabOf(statusOf(ctx, named)) : c.req.query('tab')
  const tab: TabId = TABS.find(({ id }) => id === asked)?.id ?? (countered.total > 0 ? 'needs' : open.total > 0 ? 'waiting' : 'needs')
  const { rows, total } = { needs: countered, waiting: open, past: all }[tab]
  const inTab = rows.filter((row) => row.id !== named?.id && (tab !== 'past' || tabOf(statusOf(ctx, row)) === 'past'))
  const shown = named ? [named, ...inTab] : inTab
  const soon = await soonAnswered(ctx, shown)
  const cards = await market.cardsByIds(ctx, viewer, [...new Set(shown.map(({ listing_id }) => listing_id))])
  const cardOf = new Map<string, Card>(cards.map((card) => [card.listing.id, card]))
  const counts = { needs: countered.total, waiting: open.total, past: undefined }
  return sendYours(at, {
    current: 'offers',
    title: 'Offers',
    children: (
      <>
        <WrongAbove problem={problem} />
        <div id="your-offers" data-live="offer">
          <Tabs
            label="Offers"
            tabs={TABS.map(({ id, label }) => ({
              href: `/you/offers?tab=${id}`,
              label,
              current: id === tab,
              ...(counts[id] === undefined ? {} : { count: counts[id] }),
            }))}
          />
          {shown.length === 0 ? (
            <NoOffers tab={tab} />
          ) : (
            <ul class="rows">
              {shown.map((row) => (
                <OfferItem
                  ctx={ctx}
                  viewer={viewer}
                  row={row}
                  status={statusOf(ctx, row)}
                  soon={soon.has(row.id)}
                  card={cardOf.get(row.listing_id)}
                />
              ))}
            </ul>
          )}
          <Pager {...links(total)} more="Show earlier ones" />
        </div>
      </>
    ),
  })
}

const tabOf = (status: OfferStatus): TabId => (status === 'countered' ? 'needs' : status === 'open' ? 'waiting' : 'past')

/** The offer of theirs that the address names, as it is now. */
async function namedIn(ctx: Context, c: Call, viewer: Person): Promise<OfferRow | null> {
  const id = c.req.query('offer')
  if (!id) return null
  const { row, side } = await offers.readOffer(ctx, viewer, id)
  return side === 'buyer' ? row : null
}

/** Those that the shop's helper may answer any moment: the newest, if any. */
async function soonAnswered(ctx: Context, rows: readonly OfferRow[]): Promise<Set<string>> {
  const open = rows.filter((row) => statusOf(ctx, row) === 'open').slice(0, NEWEST)
  return answeredSoon(ctx, open)
}

const NEWEST = 5

const listed = (ctx: Context, viewer: Person, status: OfferStatus | undefined, offset: number) =>
  offers.listOffers(ctx, viewer, { role: 'buyer', status, limit: SHOWN, offset })

const statusOf = (ctx: Context, row: OfferRow): OfferStatus => statusAt({ status: row.status, expiresAt: row.expires_at }, ctx.now())

const NoOffers = ({ tab }: { tab: TabId }) => (
  <Empty icon="tag" title={EMPTY[tab].title}>
    <p>{EMPTY[tab].text}</p>
    <ButtonLink href="/search?offers=true" kind="dark">
      See what is open to offers
    </ButtonLink>
  </Empty>
)

const EMPTY: Record<TabId, { title: string; text: string }> = {
  needs: { title: 'Nothing needs you', text: 'When a seller answers an offer with another price, you decide here.' },
  waiting: { title: 'No offer is waiting', text: 'Offers you make show here. An offer is not a purchase until the seller takes it.' },
  past: { title: 'No past offers', text: 'What was accepted, turned down or ran out is kept here.' },
}

/** What the buyer decides of an offer of theirs, by the verbs that the API calls. */
async function take({ ctx, viewer }: At, { fields: { offer: id = '', do: what, expected } }: SentForm): Promise<Outcome> {
  const { side } = await offers.readOffer(ctx, viewer, id)
  if (side !== 'buyer') throw notFound('offer')
  const params = { id }
  const to = '/you/offers'
  if (what === 'take') {
    const cents = /^\d{1,9}$/.test(expected ?? '') ? Number(expected) : undefined
    const { counter, amount, listing } = await call(ctx, viewer, api.acceptOffer, {
      params,
      body: { expected_amount: cents === undefined ? undefined : String(dollarsFromCents(cents)) },
    })
    const says = `Accepted at ${dollarsText(counter?.amount ?? amount)}. It is kept for you: pay within 24 hours.`
    return { to: `/checkout/${listing.id}`, says }
  }
  if (what === 'decline') {
    await call(ctx, viewer, api.declineOffer, { params })
    return { to, says: 'Turned down. You can make another offer at any time.' }
  }
  if (what !== 'withdraw') throw notFound('offer')
  await call(ctx, viewer, api.withdrawOffer, { params })
  return { to, says: 'Taken back. The seller is told.' }
}
