import type { Context, Person } from '#platform/context/index.ts'
import { isActive, type OfferStatus } from '#commerce/offers/rules.ts'
import type { Card } from '#catalog/browse/index.ts'
import { Badge, HelperMark, type Meaning } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Countdown, Time } from '#web/ui/time.tsx'
import type { Mark } from '#web/ui/timeline.tsx'
import { priceText } from '#web/framework/format.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { agreedOf, centsOf, dollarsText, type Offer } from '#web/framework/page/records.ts'
import { hrefOf, ItemSummary, thumbOf } from './item-row.tsx'

type Props = { ctx: Context; viewer: Person; offer: Offer; soon: boolean; card: Card | undefined }

/** A buyer's offer with the currently possible actions. */
export const OfferItem = ({ ctx, viewer, offer, soon, card }: Props) => (
  <li class="offer" id={offer.id} data-says={statusTextOf(offer)}>
    <ItemSummary title={offer.listing.title} href={hrefOf(card)} picture={thumbOf(ctx, card?.cover)} shop={offer.shop.name}>
      <p class="amounts small">
        <State now={ctx.now()} offer={offer} />
        {marksOf(offer).map(({ label, cents }) => (
          <span>
            {label} <strong class="number">{priceText(cents)}</strong>
          </span>
        ))}
      </p>
      <WhoActs ctx={ctx} offer={offer} soon={soon} />
      {offer.note ? <p class="small said">You wrote: {offer.note}</p> : null}
      {offer.counter?.note ? (
        <p class="small said">
          {offer.counter.by === 'agent' ? <HelperMark>From the shop’s helper</HelperMark> : <>{offer.shop.name} wrote:</>}{' '}
          {offer.counter.note}
        </p>
      ) : null}
      {isActive(offer.status) && (offer.counter ?? offer).amount > offer.listing.price ? (
        <p class="small">The price is now {dollarsText(offer.listing.price)}. You never pay more than that.</p>
      ) : null}
    </ItemSummary>
    <Decide viewer={viewer} offer={offer} />
  </li>
)

const WhoActs = ({ ctx, offer, soon }: Pick<Props, 'ctx' | 'offer' | 'soon'>) => {
  const { status, shop } = offer
  const left = (over: string) => <Countdown at={offer.expires_at} now={ctx.now()} over={over} />
  if (status === 'countered')
    return (
      <p class="small">
        Your turn: {shop.name} counters with {dollarsText(agreedOf(offer))}. You have {left('no time left')} to accept, decline or offer
        more.
      </p>
    )
  if (status !== 'open') return null
  if (!soon)
    return (
      <p class="small">
        Waiting for {shop.name}, who has {left('no time left')} to answer. You pay nothing until an offer is accepted.
      </p>
    )
  return (
    <p class="small">
      {shop.name}’s helper follows set rules and may answer within {ctx.config.mode === 'local' ? 'seconds' : 'about a minute'}. If it does
      not, {shop.name} has {left('no time left')} to answer.<noscript> Reload this page to see the answer.</noscript>
    </p>
  )
}

const statusTextOf = (offer: Offer): string =>
  offer.status === 'countered'
    ? `${offer.shop.name} counters with ${dollarsText(agreedOf(offer))} for ${offer.listing.title}.`
    : `${offer.listing.title}: ${offer.status === 'open' ? 'your offer is waiting for an answer' : offer.closed_reason ? CLOSED[offer.closed_reason] : ENDS[offer.status].label}.`

/** The state of an offer as a badge. The sentence below the badge states the deadline. */
const State = ({ now, offer: { status, closed_reason, updated_at } }: { now: Date; offer: Offer }) => {
  if (status === 'countered') return <Badge means="warn">Unanswered</Badge>
  if (status === 'open') return <Badge>Waiting</Badge>
  const { label, means } = ENDS[status]
  return (
    <>
      <Badge means={means}>{closed_reason ? CLOSED[closed_reason] : label}</Badge>
      <span class="quiet">
        <Time at={updated_at} now={now} />
      </span>
    </>
  )
}

const ENDS: Record<Exclude<OfferStatus, 'open' | 'countered'>, { label: string; means?: Meaning }> = {
  accepted: { label: 'Accepted', means: 'ok' },
  declined: { label: 'Declined' },
  withdrawn: { label: 'Withdrawn' },
  replaced: { label: 'Replaced by a higher offer' },
  expired: { label: 'Expired' },
  closed: { label: 'Closed' },
  lapsed: { label: 'Not paid in time' },
}

const CLOSED: Record<NonNullable<Offer['closed_reason']>, string> = {
  sold: 'Sold to another buyer',
  unpublished: 'Unpublished by the seller',
  removed: 'Removed by the seller',
  offers_off: 'The seller no longer accepts offers',
  shop_paused: 'The shop is paused',
  shop_private: 'The shop is private',
  unavailable: 'Closed',
}

const Decide = ({ viewer, offer }: { viewer: Person; offer: Offer }) => {
  const { status, listing, order } = offer
  const about = ` for ${listing.title}`
  if (status === 'accepted')
    return order ? (
      <p class="actions">
        <ButtonLink small href={`/you/orders/${order}`} label="View order" about={about} />
      </p>
    ) : null
  if (status !== 'open' && status !== 'countered')
    return offer.closed_reason === null ? (
      <p class="actions">
        <ButtonLink small href={ROUTES.offer(listing.id)} label="Make a new offer" about={about} />
      </p>
    ) : null
  return (
    <Form
      class="actions"
      action="/you/offers"
      viewer={viewer}
      with={{ offer: offer.id, expected: status === 'countered' ? String(agreedOf(offer)) : undefined }}
    >
      {status === 'countered' ? (
        <>
          <Button small kind="dark" do="take" label={`Accept ${dollarsText(agreedOf(offer))}`} about={about} />
          <Button small do="decline" label="Decline" about={about} />
        </>
      ) : null}
      <ButtonLink small href={ROUTES.offer(listing.id)} label="Make a new offer" about={about} />
      {status === 'open' ? <Button small kind="quiet" do="withdraw" label="Withdraw" about={about} /> : null}
    </Form>
  )
}

/** Returns the amounts on the number line: the offer, the counteroffer and the price. */
export const marksOf = ({ amount, counter, listing }: Offer): Mark[] => [
  { kind: 'mine', label: 'Your offer', cents: centsOf(amount) },
  ...(counter === null ? [] : [{ kind: 'counter' as const, label: 'Seller’s counteroffer', cents: centsOf(counter.amount) }]),
  { kind: 'ask', label: 'Price', cents: centsOf(listing.price) },
]
