import { inTransaction, type Context, type Person, type Tx } from '#platform/context.ts'
import { statusAt, type OfferStatus } from '#domain/offer.ts'
import * as market from '#market/browse/index.ts'
import type { Card } from '#market/browse/index.ts'
import { answersSoon } from '#deal/negotiations/index.ts'
import { agreedCents } from '#deal/offers/agreed.ts'
import { acceptOffer } from '#deal/offers/accept.ts'
import { declineOffer, withdrawOffer } from '#deal/offers/answer.ts'
import * as offers from '#deal/offers/index.ts'
import type { OfferRow } from '#deal/offers/index.ts'
import { notFound } from '#platform/errors.ts'
import type { Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { priceText } from '#web/words.ts'
import { goSaying, type Flash } from './flash.ts'
import { sendYours, Wrong } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { OfferItem } from './offer-item.tsx'
import { pageAt } from './pages.ts'
import { problemOf, type Problem } from './problem.ts'

const TABS = [
  { id: 'needs', label: 'Needs you', status: 'countered' },
  { id: 'waiting', label: 'Waiting', status: 'open' },
  { id: 'past', label: 'Past', status: undefined },
] as const
type TabId = (typeof TABS)[number]['id']

const SHOWN = 50

/** One's offers; `?offer=` names one, which is shown where it stands now, before the others. Else: those a seller answered with another price first, then those that wait, then what became of the rest. */
export const sendOffers =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer)

async function send(ctx: Context, c: Call, viewer: Person, problem?: Problem): Promise<Response> {
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
  return sendYours(
    ctx,
    c,
    viewer,
    { current: 'offers', title: 'Offers' },
    <>
      <Wrong says={problem?.says ?? null} />
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
    </>,
    problem?.status ?? 200,
  )
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
  const soon = await Promise.all(open.map((row) => answersSoon(ctx, row)))
  return new Set(open.filter((_, at) => soon[at]).map(({ id }) => id))
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
export const takeOffers =
  (ctx: Context): Taken =>
  async (c, viewer, { offer: id = '', do: what, expected }) => {
    try {
      const { to, flash } = await inTransaction(ctx, (tx) => decide(tx, viewer, id, what, expected))
      return goSaying(ctx, c, to, flash)
    } catch (error) {
      return send(ctx, c, viewer, problemOf(error))
    }
  }

async function decide(tx: Tx, viewer: Person, id: string, what: string | undefined, expected: string | undefined) {
  const { side } = await offers.readOffer(tx, viewer, id)
  if (side !== 'buyer') throw notFound('offer')
  const back = (says: string): { to: string; flash: Flash } => ({ to: '/you/offers', flash: { says } })
  if (what === 'take') {
    const expectedCents = /^\d{1,9}$/.test(expected ?? '') ? Number(expected) : undefined
    const row = await acceptOffer(tx, viewer, id, { expectedCents })
    const says = `Accepted at ${priceText(agreedCents(row))}. It is kept for you: pay within 24 hours.`
    return { to: `/checkout/${row.listing_id}`, flash: { says } }
  }
  if (what === 'decline') {
    await declineOffer(tx, viewer, id)
    return back('Turned down. You can make another offer at any time.')
  }
  if (what !== 'withdraw') throw notFound('offer')
  await withdrawOffer(tx, viewer, id)
  return back('Taken back. The seller is told.')
}
