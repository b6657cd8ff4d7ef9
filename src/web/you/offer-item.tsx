import type { Context, Person } from '#platform/context.ts'
import type { OfferStatus } from '#domain/offer.ts'
import type { Card } from '#market/browse/index.ts'
import { agreedCents } from '#deal/offers/agreed.ts'
import type { OfferRow } from '#deal/offers/index.ts'
import { Badge, HelperMark, type Meaning } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Countdown, Time } from '#web/components/time.tsx'
import { NumberLine, type Mark } from '#web/components/timeline.tsx'
import { PLACES } from '#web/base/places.ts'
import { priceText } from '#web/base/words.ts'
import { placeOf, Thing, thumbOf } from './thing.tsx'

type Props = { ctx: Context; viewer: Person; row: OfferRow; status: OfferStatus; soon: boolean; card: Card | undefined }

/** One offer of a buyer with what they can do about it now. */
export const OfferItem = ({ ctx, viewer, row, status, soon, card }: Props) => (
  <li class="offer" id={row.id} data-says={saidOf(row, status)}>
    <Thing title={row.listing_title} href={placeOf(ctx, card)} picture={thumbOf(ctx, card?.cover)} shop={row.shop_name}>
      <State ctx={ctx} row={row} status={status} />
    </Thing>
    <div class="stack">
      <NumberLine marks={marksOf(row)} />
      <WhoActs ctx={ctx} row={row} status={status} soon={soon} />
      {row.note ? <p class="small said">You wrote: {row.note}</p> : null}
      {row.counter_note ? (
        <p class="small said">
          {row.counter_by === 'agent' ? <HelperMark>From the shop’s helper</HelperMark> : <>{row.shop_name} wrote:</>} {row.counter_note}
        </p>
      ) : null}
      {isStanding(status) && (row.counter_cents ?? row.amount_cents) > row.listing_price_cents ? (
        <p class="small">The price is {priceText(row.listing_price_cents)} now: you never pay more than that.</p>
      ) : null}
      <Decide viewer={viewer} row={row} status={status} />
    </div>
  </li>
)

/** Who has to act, and until when. */
const WhoActs = ({ ctx, row, status, soon }: Pick<Props, 'ctx' | 'row' | 'status' | 'soon'>) => {
  const left = (over: string) => <Countdown at={row.expires_at} now={ctx.now()} over={over} />
  if (status === 'countered')
    return (
      <p class="small">
        It is your turn: {row.shop_name} would take {priceText(agreedCents(row))}. You have {left('no time left')} to take it, turn it down
        or offer more.
      </p>
    )
  if (status !== 'open') return null
  if (!soon)
    return (
      <p class="small">
        It is {row.shop_name}’s turn, who has {left('no time left')} to answer. You pay nothing before an offer is taken.
      </p>
    )
  return (
    <p class="small">
      The helper of {row.shop_name} answers by rule, within {ctx.config.mode === 'local' ? 'seconds' : 'a minute or so'}. What it leaves
      open is {row.shop_name}’s to answer, within {left('no time left')}.<noscript> Reload this page to see it.</noscript>
    </p>
  )
}

/** What is read out when it comes while one looks. */
const saidOf = (row: OfferRow, status: OfferStatus): string =>
  status === 'countered'
    ? `${row.shop_name} would take ${priceText(agreedCents(row))} for ${row.listing_title}.`
    : `${row.listing_title}: ${status === 'open' ? 'your offer waits' : row.closed_reason ? CLOSED[row.closed_reason] : ENDS[status].words}.`

const isStanding = (status: OfferStatus): boolean => status === 'open' || status === 'countered'

const State = ({ ctx, row, status }: { ctx: Context; row: OfferRow; status: OfferStatus }) => {
  const now = ctx.now()
  if (status === 'countered')
    return (
      <span>
        <Badge means="warn">
          <span>
            Answer <Countdown at={row.expires_at} now={now} before="within " over="now: it is over" />
          </span>
        </Badge>
      </span>
    )
  if (status === 'open')
    return (
      <span>
        <Badge>
          <span>
            Seller has <Countdown at={row.expires_at} now={now} over="no time left" />
          </span>
        </Badge>
      </span>
    )
  const { words, means } = ENDS[status]
  return (
    <span>
      <Badge {...(means ? { means } : {})}>{row.closed_reason ? CLOSED[row.closed_reason] : words}</Badge>{' '}
      <span class="small quiet">
        <Time at={row.updated_at} now={now} />
      </span>
    </span>
  )
}

const ENDS: Record<Exclude<OfferStatus, 'open' | 'countered'>, { words: string; means?: Meaning }> = {
  accepted: { words: 'Accepted', means: 'ok' },
  declined: { words: 'Turned down' },
  withdrawn: { words: 'You took it back' },
  replaced: { words: 'Replaced by a higher one' },
  expired: { words: 'Ran out' },
  closed: { words: 'Closed' },
  lapsed: { words: 'Not paid in time' },
}

const CLOSED: Record<NonNullable<OfferRow['closed_reason']>, string> = {
  sold: 'Sold to somebody else',
  unpublished: 'Taken down by its seller',
  removed: 'Removed by its seller',
  offers_off: 'Its seller takes no offers any more',
  shop_paused: 'The shop is resting',
  shop_private: 'The shop is closed to the public',
}

const Decide = ({ viewer, row, status }: { viewer: Person; row: OfferRow; status: OfferStatus }) => {
  const about = <span class="hidden-text"> for {row.listing_title}</span>
  if (status === 'accepted')
    return row.order_id ? (
      <p class="actions">
        <ButtonLink kind="dark" href={`/you/orders/${row.order_id}`}>
          See the order{about}
        </ButtonLink>
      </p>
    ) : null
  if (status !== 'open' && status !== 'countered')
    return row.closed_reason === null ? (
      <p class="actions">
        <ButtonLink small href={PLACES.offer(row.listing_id)}>
          New offer{about}
        </ButtonLink>
      </p>
    ) : null
  return (
    <Form class="actions" action="/you/offers" viewer={viewer}>
      <input type="hidden" name="offer" value={row.id} />
      {status === 'countered' ? (
        <>
          <input type="hidden" name="expected" value={String(agreedCents(row))} />
          <Button kind="dark" name="do" value="take">
            Accept {priceText(agreedCents(row))}
            {about}
          </Button>
          <Button name="do" value="decline">
            Turn down{about}
          </Button>
        </>
      ) : null}
      <ButtonLink href={PLACES.offer(row.listing_id)}>New offer{about}</ButtonLink>
      {status === 'open' ? (
        <Button kind="quiet" name="do" value="withdraw">
          Withdraw{about}
        </Button>
      ) : null}
    </Form>
  )
}

/** An offer between nothing and the price: what one offered, what the seller answered, what it costs. */
export const marksOf = (row: OfferRow): Mark[] => [
  { kind: 'mine', label: 'Your offer', cents: row.amount_cents },
  ...(row.counter_cents === null ? [] : [{ kind: 'counter' as const, label: 'Seller’s answer', cents: row.counter_cents }]),
  { kind: 'ask', label: 'Price', cents: row.listing_price_cents },
]
