import type { Context } from '#platform/context.ts'
import { statusAt, type OrderStatus, type ProblemReason } from '#domain/order.ts'
import type { OrderRow } from '#deal/orders/index.ts'
import { Badge, type Meaning } from '#web/components/badge.tsx'
import { Countdown, Moment } from '#web/components/time.tsx'
import { Thing, thumbAt } from './thing.tsx'

const STATES: Record<OrderStatus, { words: string; means: Meaning | null }> = {
  awaiting_payment: { words: 'To pay', means: 'warn' },
  paid: { words: 'Paid', means: 'ok' },
  shipped: { words: 'On its way', means: 'info' },
  delivered: { words: 'Arrived', means: 'info' },
  completed: { words: 'All good', means: 'ok' },
  problem: { words: 'Problem reported', means: 'bad' },
  refunded: { words: 'Refunded', means: null },
  cancelled: { words: 'Cancelled', means: null },
  expired: { words: 'Not paid in time', means: null },
}

export const OrderBadge = ({ status }: { status: OrderStatus }) => {
  const { words, means } = STATES[status]
  return <Badge {...(means ? { means } : {})}>{words}</Badge>
}

/** What happens next with an order and when, exactly: nothing ends without having been announced (ux rule 11). */
export const NextStep = ({ ctx, row }: { ctx: Context; row: OrderRow }) => {
  const now = ctx.now()
  const status = statusAt(row, now)
  if (status === 'awaiting_payment')
    return row.payment === 'pending' ? (
      <>Your bank is at it. The thing is kept for you meanwhile.</>
    ) : (
      <>
        Pay <Countdown at={row.pay_by} now={now} before="within " />, by <Moment at={row.pay_by} />.
      </>
    )
  if (status === 'paid' && row.cancel_by)
    return (
      <>
        You asked to cancel. Silence is a yes: on <Moment at={row.cancel_by} /> you get everything back.
      </>
    )
  if (status === 'paid' && row.pickup) return <>Settle by message where you meet, and show your code when you have it.</>
  if (status === 'paid' && row.ship_by)
    return (
      <>
        The seller sends it by <Moment at={row.ship_by} />; if not, you get everything back without doing anything.
      </>
    )
  if ((status === 'shipped' || status === 'delivered') && row.protect_until)
    return (
      <>
        You are protected until{' '}
        <strong>
          <Moment at={row.protect_until} />
        </strong>{' '}
        (
        <Countdown at={row.protect_until} now={now} before="in " />
        ). After that the seller gets the money.
      </>
    )
  if (status === 'problem') return <>The seller’s money waits until this is solved.</>
  return <>{ENDS[status] ?? ''}</>
}

const ENDS: Partial<Record<OrderStatus, string>> = {
  completed: 'Finished: the seller gets the money.',
  refunded: 'You got your money back.',
  cancelled: 'Cancelled. What was paid goes back to you.',
  expired: 'Nothing was charged. If it is still for sale, you can buy it again.',
}

export const REASON_WORDS: Record<ProblemReason, string> = {
  not_arrived: 'It has not arrived',
  not_as_described: 'It is not as described',
  damaged: 'It is damaged',
  wrong_item: 'It is something else',
  other: 'Something else is wrong',
  chargeback: 'Your bank took the payment back',
}

/** An order as one row: the thing, how it stands, and what comes next. */
export const OrderThing = ({ ctx, row }: { ctx: Context; row: OrderRow }) => (
  <Thing
    title={row.listing_title}
    href={`/you/orders/${row.id}`}
    picture={thumbAt(row.photo && ctx.urls.media(row.photo.key))}
    shop={row.shop_name}
  >
    <span>
      <OrderBadge status={statusAt(row, ctx.now())} />
    </span>
    <span class="small">
      <NextStep ctx={ctx} row={row} />
    </span>
  </Thing>
)
