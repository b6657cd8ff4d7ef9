import { readOfferDetails } from '#commerce/negotiations/index.ts'
import { ButtonLink, Empty, Pager, Tabs } from '#web/ui/index.ts'
import { api, call, page, pageAt, sendApp, type PageRequest, type Outcome, type SentForm } from '#web/framework/page/index.ts'
import { OfferCard, OfferLine, type OfferDetails } from './offer-card.tsx'
import { MESSAGES } from './copy.ts'

/** `/app/offers` lists offers by deadline, each with the minimum price and the negotiator's decision. */
export const offersPage = page({ path: '/app/offers', name: 'offers', form: answer, show: send })

const LISTED = 20
const TABS = [
  { id: 'open', label: 'Unanswered' },
  { id: 'countered', label: 'Countered' },
  { id: 'all', label: 'All' },
] as const

async function answer({ ctx, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { do: what, id = '', amount = '', note = '', seen = '' } = fields
  const to = '/app/offers'
  const params = { id }
  if (what === 'accept') await call(ctx, viewer, api.acceptOffer, { params, body: { expected_amount: seen } })
  else if (what === 'counter') await call(ctx, viewer, api.counterOffer, { params, body: { amount, note } })
  else if (what === 'decline') await call(ctx, viewer, api.declineOffer, { params })
  else return null
  return { to, message: { accept: MESSAGES.accepted, counter: MESSAGES.countered, decline: MESSAGES.declined }[what] }
}

async function send(request: PageRequest): Promise<Response> {
  const { ctx, c, viewer, typed } = request
  const tab = TABS.find(({ id }) => id === c.req.query('tab'))?.id ?? 'open'
  const { query: paging, links } = pageAt(c, LISTED)
  const query = { role: 'seller', ...paging, ...(tab === 'all' ? {} : { status: tab }) }
  const offers = await call(ctx, viewer, api.listOffers, { query })
  const details = await readOfferDetails(
    ctx,
    viewer,
    offers.data.map(({ id, created_at }) => ({ id, since: new Date(created_at) })),
  )
  const shown = offers.data.map((offer): OfferDetails => {
    const { floorCents, explanation, helped } = details.get(offer.id) ?? NO_DETAILS
    return { offer, floorCents, explanation, helped }
  })
  const inOrder = tab === 'all' ? shown : shown.toSorted((one, other) => (one.offer.expires_at < other.offer.expires_at ? -1 : 1))
  const at = (id?: string) => `/app/offers?${new URLSearchParams({ tab, ...paging, ...(id ? { offer: id } : {}) }).toString()}`
  const requestedId = typed.id ?? c.req.query('offer')
  // if the requested offer is no longer in the list, shows no other offer in its place, because the seller may be typing a response
  const open = requestedId === undefined ? inOrder[0] : inOrder.find(({ offer }) => offer.id === requestedId)
  const chosen = requestedId !== undefined && open !== undefined
  return sendApp(request, {
    current: 'offers',
    title: 'Offers',
    apiCalls: ['GET /offers?role=seller&status=open', ['POST /offers/OFFER_ID/counter', { amount: 54 }]],
    intro: 'If you turn on counteroffers for a shop, its helper responds to low offers with counteroffers. Only you can accept an offer.',
    atFields: ['amount', 'note'],
    children: (
      <div class="stack" id="offers" data-live="offer">
        <Tabs label="Offers" tabs={TABS.map(({ id, label }) => ({ href: `/app/offers?tab=${id}`, label, current: id === tab }))} />
        {inOrder.length === 0 ? (
          <Empty icon="tag" title={tab === 'open' ? 'No offers to answer' : 'No offers here'}>
            <p>Offers on your listings will appear here. Nothing is sold until you accept an offer. The buyer then has 24 hours to pay.</p>
            <ButtonLink href="/app/listings" label="See your listings" />
          </Empty>
        ) : (
          <div class={`panes app-panes ${chosen ? 'with-talk' : 'first-open'}`}>
            <nav class="threads" aria-label="Offers in this list">
              <ul role="list">
                {inOrder.map((one) => (
                  <OfferLine {...one} href={at(one.offer.id)} now={ctx.now()} open={one === open} />
                ))}
              </ul>
            </nav>
            {open ? (
              <OfferCard {...open} viewer={viewer} now={ctx.now()} back={at()} failed={typed.id === open.offer.id ? request : undefined} />
            ) : (
              <p class="pane-hint quiet">This offer is not in this list. Choose a different offer.</p>
            )}
          </div>
        )}
        <Pager {...links(offers.total)} />
      </div>
    ),
  })
}

const NO_DETAILS = { floorCents: null, explanation: null, helped: false }
