import { dollarsText } from '#web/framework/format.ts'
import type { Context, Person, Core } from '#platform/context/index.ts'
import type { OfferStatus } from '#commerce/offers/rules.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { answeredSoon } from '#commerce/negotiations/index.ts'
import { readPresentedOffer } from '#commerce/offers/index.ts'
import { notFound } from '#platform/errors/index.ts'
import type { Call } from '#web/framework/answer.ts'
import { ButtonLink, Empty, Pager, Tabs } from '#web/ui/index.ts'
import {
  WrongAbove,
  api,
  call,
  filled,
  page,
  pageAt,
  sendAccountPage,
  type PageRequest,
  type Outcome,
  type SentForm,
} from '#web/framework/page/index.ts'
import { InvitationItem } from './invitation-item.tsx'
import { OfferItem } from './offer-item.tsx'
import { agreedOf, type Offer } from '#web/framework/page/records.ts'

const TABS = [
  { id: 'needs', label: 'Unanswered', status: 'countered' },
  { id: 'waiting', label: 'Waiting', status: 'open' },
  { id: 'past', label: 'Past', status: undefined },
] as const
type TabId = (typeof TABS)[number]['id']

const SHOWN = 50

/** The buyer's offers. The offer in `?offer=` comes first, followed by countered, waiting and closed offers. */
export const offersPage = page({ path: '/you/offers', name: 'your offers', load: read, form: take, show: send })

async function read({ ctx, c, viewer }: PageRequest) {
  const { query, links } = pageAt(c, SHOWN)
  const [invited, countered, open] = await Promise.all([
    call(ctx, viewer, api.listInvitations, { query: { status: 'open', limit: String(SHOWN) } }),
    listed(ctx, viewer, query, 'countered'),
    listed(ctx, viewer, query, 'open'),
  ])
  const named = await namedIn(ctx, c, viewer)
  const requestedTab = named ? tabOf(named.status) : c.req.query('tab')
  const tab: TabId =
    TABS.find(({ id }) => id === requestedTab)?.id ?? (countered.total + invited.total > 0 ? 'needs' : open.total > 0 ? 'waiting' : 'needs')
  const { data, total } = tab === 'past' ? await listed(ctx, viewer, query) : { needs: countered, waiting: open }[tab]
  const inTab = data.filter(({ id, status }) => id !== named?.id && (tab !== 'past' || tabOf(status) === 'past'))
  const shown = named ? [named, ...inTab] : inTab
  const soon = await soonAnswered(ctx, shown)
  const invitations = tab === 'needs' && Number(query.offset) === 0 ? invited.data : []
  const cards = await market.cardsByIds(ctx, viewer, [...new Set([...invitations, ...shown].map(({ listing }) => listing.id))])
  const cardOf = new Map<string, Card>(cards.map((card) => [card.id, card]))
  const counts = { needs: countered.total + invited.total, waiting: open.total, past: undefined }
  return { tab, invitations, shown, soon, cardOf, counts, pager: links(total) }
}

type Loaded = Awaited<ReturnType<typeof read>>

function send(at: PageRequest, { tab, invitations, shown, soon, cardOf, counts, pager }: Loaded): Promise<Response> {
  return sendAccountPage(at, {
    current: 'offers',
    title: 'Offers',
    children: (
      <>
        <WrongAbove problem={at.problem} />
        <div id="your-offers" data-live="offer invitation">
          <Tabs
            label="Offers"
            tabs={TABS.map(({ id, label }) => ({
              href: `/you/offers?tab=${id}`,
              label,
              current: id === tab,
              ...(counts[id] === undefined ? {} : { count: counts[id] }),
            }))}
          />
          {shown.length + invitations.length === 0 ? (
            <NoOffers tab={tab} />
          ) : (
            <ul class="rows">
              {invitations.map((invitation) => (
                <InvitationItem ctx={at.ctx} viewer={at.viewer} invitation={invitation} card={cardOf.get(invitation.listing.id)} />
              ))}
              {shown.map((offer) => (
                <OfferItem ctx={at.ctx} viewer={at.viewer} offer={offer} soon={soon.has(offer.id)} card={cardOf.get(offer.listing.id)} />
              ))}
            </ul>
          )}
          <Pager {...pager} more="Show earlier offers" />
        </div>
      </>
    ),
  })
}

const tabOf = (status: OfferStatus): TabId => (status === 'countered' ? 'needs' : status === 'open' ? 'waiting' : 'past')

async function namedIn(ctx: Core, c: Call, viewer: Person): Promise<Offer | null> {
  const id = c.req.query('offer')
  if (!id) return null
  const { offer, party: side } = await readPresentedOffer(ctx, viewer, id)
  return side === 'buyer' ? offer : null
}

/** Returns the ids of the newest open offers that the negotiator may respond to soon. */
const soonAnswered = (ctx: Core, offers: readonly Offer[]): Promise<Set<string>> =>
  answeredSoon(
    ctx,
    offers
      .filter(({ status }) => status === 'open')
      .slice(0, NEWEST)
      .map(({ id, created_at }) => ({ id, created_at: new Date(created_at) })),
  )

const NEWEST = 5

const listed = (ctx: Context, viewer: Person, paging: Record<string, string>, status?: OfferStatus) =>
  call(ctx, viewer, api.listOffers, { query: { role: 'buyer', ...paging, ...(status ? { status } : {}) } })

const NoOffers = ({ tab }: { tab: TabId }) => (
  <Empty icon="tag" title={EMPTY[tab].title}>
    <p>{EMPTY[tab].text}</p>
    <ButtonLink href="/search?offers=true" kind="dark" label="Browse items open to offers" />
  </Empty>
)

const EMPTY: Record<TabId, { title: string; text: string }> = {
  needs: { title: 'Nothing to answer', text: 'Counteroffers and invitations from sellers appear here. You can accept or decline them.' },
  waiting: { title: 'No offers waiting', text: 'Offers you make appear here. An offer is not a purchase until the seller accepts it.' },
  past: { title: 'No past offers', text: 'Accepted, declined and expired offers appear here.' },
}

async function take(
  { ctx, viewer }: PageRequest,
  { fields: { offer: id = '', invitation, do: what, expected } }: SentForm,
): Promise<Outcome> {
  if (invitation !== undefined) return answerInvitation(ctx, viewer, invitation, { what, expected })
  const { party: side } = await readPresentedOffer(ctx, viewer, id)
  if (side !== 'buyer') throw notFound('offer')
  const params = { id }
  const to = '/you/offers'
  if (what === 'take') {
    const accepted = await call(ctx, viewer, api.acceptOffer, {
      params,
      body: filled({ expected_amount: expected ?? '' }),
    })
    const message = `Accepted at ${dollarsText(agreedOf(accepted))}. The item is reserved for you. Pay within 24 hours.`
    return { to: `/checkout/${accepted.listing.id}`, message }
  }
  if (what === 'decline') {
    await call(ctx, viewer, api.declineOffer, { params })
    return { to, message: 'Counteroffer declined. You can make a new offer at any time.' }
  }
  if (what !== 'withdraw') throw notFound('offer')
  await call(ctx, viewer, api.withdrawOffer, { params })
  return { to, message: 'Offer withdrawn. We have notified the seller.' }
}

type Answer = { what: string | undefined; expected: string | undefined }

async function answerInvitation(ctx: Context, viewer: Person, id: string, { what, expected = '' }: Answer): Promise<Outcome> {
  const params = { id }
  if (what === 'take') {
    const { listing } = await call(ctx, viewer, api.takeInvitation, { params, body: filled({ expected_amount: expected }) })
    return { to: `/checkout/${listing.id}`, message: 'The item is reserved for you. Pay within 15 minutes.' }
  }
  if (what !== 'decline') throw notFound('invitation')
  await call(ctx, viewer, api.declineInvitation, { params })
  return { to: '/you/offers', message: 'Invitation declined.' }
}
