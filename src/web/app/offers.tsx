import type { Context, Person } from '#platform/context.ts'
import { floorCents } from '#domain/money.ts'
import { aboutToAnswer } from '#deal/negotiations/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Empty } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { call, tried, type List, type Problem } from './calling.ts'
import { sendAppPage, shopsOf } from './frame.tsx'
import { OfferCard } from './offer-card.tsx'
import { doneAt, place, type Flash } from './places.ts'
import type { Explanation, Listing, Offer, Shop } from './records.ts'
import type { Taken } from './taking.ts'

/** `/app/offers`: what buyers offer, by deadline, with the floor and what the helper made of it. */
export const mountOffers = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/offers',
    'offers',
    (c, viewer) => send(ctx, c, viewer),
    (c, taken) => answer(ctx, c, taken),
  )

const PAGE = 20
const TABS = [
  { id: 'open', label: 'Waiting for you' },
  { id: 'countered', label: 'Countered' },
  { id: 'all', label: 'All' },
] as const

const VERBS: Readonly<Record<string, readonly [endpoint: string, said: Flash]>> = {
  accept: ['acceptOffer', 'accepted'],
  counter: ['counterOffer', 'countered'],
  decline: ['declineOffer', 'declined'],
}

async function answer(ctx: Context, c: Call, { viewer, fields }: Taken): Promise<Response> {
  const [endpoint, said] = VERBS[fields.do ?? ''] ?? []
  if (!endpoint || !said) return send(ctx, c, viewer)
  const { id = '', amount = '', note = '', seen = '' } = fields
  const body = endpoint === 'counterOffer' ? { amount, note } : endpoint === 'acceptOffer' ? { expected_amount: seen } : {}
  const result = await tried(() => call(ctx, viewer, endpoint, { params: { id }, body }))
  return 'done' in result ? doneAt(c, '/app/offers', said) : send(ctx, c, viewer, { id, fields, problem: result.problem })
}

/** A form that could not be done, and of which offer. */
export type Failed = { id: string; fields: Record<string, string>; problem: Problem }

async function send(ctx: Context, c: Call, viewer: Person, failed?: Failed): Promise<Response> {
  const tab = TABS.find(({ id }) => id === c.req.query('tab'))?.id ?? 'open'
  const offset = Math.max(0, Math.trunc(Number(c.req.query('offset')) || 0))
  const query = { role: 'seller', limit: String(PAGE), offset: String(offset), ...(tab === 'all' ? {} : { status: tab }) }
  const offers = await call<List<Offer>>(ctx, viewer, 'listOffers', { query })
  const shops = await shopsOf(ctx, viewer)
  const open = offers.data.filter(({ status }) => status === 'open')
  const helped = await aboutToAnswer(
    ctx,
    open.map(({ id, created_at }) => ({ id, since: new Date(created_at) })),
  )
  const shown = await Promise.all(offers.data.map((offer) => around(ctx, viewer, shops, offer)))
  const inOrder = tab === 'all' ? shown : shown.toSorted((one, other) => (one.offer.expires_at < other.offer.expires_at ? -1 : 1))
  const at = (to: string, from = 0) => `/app/offers?tab=${to}${from > 0 ? `&offset=${from}` : ''}`
  return sendAppPage(ctx, c, viewer, {
    current: 'offers',
    title: 'Offers',
    twin: [
      { method: 'GET', path: '/offers?role=seller&status=open' },
      { method: 'POST', path: '/offers/OFFER_ID/counter', body: { amount: 54 } },
    ],
    intro: 'Your helper answers low ones where haggling is on. Taking one is always yours.',
    problem: failed?.problem,
    atFields: ['amount', 'note'],
    children: (
      <div class="stack" id="offers" data-live="offer">
        <Tabs label="Offers" tabs={TABS.map(({ id, label }) => ({ href: at(id), label, current: id === tab }))} />
        {inOrder.length === 0 ? (
          <Empty icon="tag" title={tab === 'open' ? 'No offer waits for you' : 'Nothing here'}>
            <p>Offers on your listings land here. An offer is no sale until you take it; then the buyer has 24 hours to pay.</p>
            <ButtonLink href="/app/listings">See your listings</ButtonLink>
          </Empty>
        ) : (
          <ul class="cards" role="list">
            {inOrder.map((one) => (
              <OfferCard
                {...one}
                helped={helped.has(one.offer.id)}
                viewer={viewer}
                now={ctx.now()}
                failed={failed?.id === one.offer.id ? failed : undefined}
              />
            ))}
          </ul>
        )}
        <Pager next={offers.has_more ? at(tab, offset + PAGE) : null} previous={offset > 0 ? at(tab, Math.max(0, offset - PAGE)) : null} />
      </div>
    ),
  })
}

export type OfferAround = { offer: Offer; floorCents: number | null; explanation: Explanation | null }

/** What its owner may know of an offer: the floor as the negotiator works with it, and what it made of the offer. */
async function around(ctx: Context, viewer: Person, shops: readonly Shop[], offer: Offer): Promise<OfferAround> {
  const explanation = await call<Explanation>(ctx, viewer, 'explainOffer', { params: { id: offer.id } })
  const listing = await tried(() => call<Listing>(ctx, viewer, 'getListing', { params: { id: offer.listing.id } })).catch(() => null)
  const shop = shops.find(({ slug }) => slug === offer.shop.slug)
  if (!listing || !('done' in listing) || listing.done.price === null || !shop) return { offer, floorCents: null, explanation }
  const { price, lowest_price } = listing.done
  const floor = floorCents({
    priceCents: Math.round(price * 100),
    lowestPriceCents: lowest_price === null ? null : Math.round(lowest_price * 100),
    lowestPercent: shop.agent.lowest_percent,
  })
  return { offer, floorCents: floor, explanation }
}
