import type { OrderStatus, ProblemReason } from '#commerce/orders/rules/order.ts'
import { cancelledUnpaid, depositText } from '#commerce/orders/rules/unpaid.ts'
import { Countdown, Timestamp, Timer, StatusBadge } from '#web/ui/index.ts'
import type { Order } from '#web/framework/page/records.ts'
import { STAFF_DECIDES, type Return } from '#web/ui/return-path.tsx'
import { ItemSummary, thumbAt } from './item-row.tsx'

/** States the next step of an order with its exact deadline, so that buyers know every deadline in advance (spec: ux rule 11). */
export const NextStep = ({ now, order }: { now: Date; order: Order }) => {
  const { status, payment, pickup, pay_by, ship_by, cancel_by, protect_until } = order
  if (status === 'awaiting_payment')
    return (
      <>
        {payment === 'pending' ? 'Your bank is processing the payment. The item' : 'Pay to keep the item. It'} is reserved for you:{' '}
        <Timer at={pay_by} now={now} over="the time is up" />
      </>
    )
  if (status === 'paid' && cancel_by)
    return (
      <>
        You asked to cancel. If the seller does not answer by <Timestamp at={cancel_by} />, you get a full refund.
      </>
    )
  if (status === 'paid' && pickup) return <>Arrange by message where to meet. Show your code when you have the item.</>
  if (status === 'paid' && ship_by)
    return (
      <>
        The seller ships by <Timestamp at={ship_by} />. If they do not, you get a full refund automatically.
      </>
    )
  if ((status === 'shipped' || status === 'delivered') && protect_until)
    return (
      <>
        You are protected until{' '}
        <strong>
          <Timestamp at={protect_until} />
        </strong>{' '}
        (
        <Countdown at={protect_until} now={now} before="in " />
        ). After that, the seller gets the money.
      </>
    )
  if (status === 'problem')
    return order.return ? <ReturnStep returned={order.return} /> : <>The seller’s money is on hold until the problem is resolved.</>
  return <>{endOf(order)}</>
}

const ReturnStep = ({ returned: { status, agree_by: agreeBy, send_by: sendBy, check_by: checkBy } }: { returned: Return }) => {
  if (status === 'offered')
    return (
      <>
        The seller offers a full refund if you send the item back. Answer by <Timestamp at={agreeBy} />.
      </>
    )
  if (status === 'agreed' && sendBy)
    return (
      <>
        Send the item back by <Timestamp at={sendBy} />.
      </>
    )
  if (status === 'sent') return <>The item is on its way back to the seller.</>
  if (status === 'received' && checkBy)
    return (
      <>
        The seller checks the returned item by <Timestamp at={checkBy} />. Then you get your money back.
      </>
    )
  return <>{STAFF_DECIDES}</>
}

/** The next deadline, shown next to the status. Renders nothing if there is no deadline. */
export const Deadline = ({ order: { status, payment, pay_by, ship_by, cancel_by, protect_until, return: returned } }: { order: Order }) => {
  if (status === 'awaiting_payment')
    return payment === 'pending' ? null : (
      <>
        by <Timestamp at={pay_by} />
      </>
    )
  if (status === 'paid' && (cancel_by ?? ship_by))
    return (
      <>
        {cancel_by ? 'Seller answers' : 'Ships'} by <Timestamp at={(cancel_by ?? ship_by)!} form="day" />
      </>
    )
  if ((status === 'shipped' || status === 'delivered') && protect_until)
    return (
      <>
        Protected until <Timestamp at={protect_until} form="day" />
      </>
    )
  if (status === 'problem' && returned) return <ReturnDeadline returned={returned} />
  return null
}

const ReturnDeadline = ({ returned: { status, agree_by: agreeBy, send_by: sendBy, check_by: checkBy } }: { returned: Return }) => {
  const [label, at] =
    status === 'offered'
      ? ['Answer', agreeBy]
      : status === 'agreed'
        ? ['Send', sendBy]
        : ['Seller checks', status === 'received' ? checkBy : null]
  return at ? (
    <>
      {label} by <Timestamp at={at} form="day" />
    </>
  ) : null
}

const endOf = (order: Order): string => {
  if (order.status === 'cancelled') return `Cancelled${cancelledUnpaid(order) ?? '. You will get back what you paid.'}`
  const deposit = order.status === 'expired' ? depositText(order) : null
  return deposit === null ? (ENDS[order.status] ?? '') : `Not paid in time. Only the deposit was charged. ${deposit}`
}

const ENDS: Partial<Record<OrderStatus, string>> = {
  completed: 'Completed. The seller will receive the money.',
  refunded: 'You got your money back.',
  expired: 'Nothing was charged. If the item is still for sale, you can buy it again.',
}

export const REASON_LABELS: Record<ProblemReason, string> = {
  not_arrived: 'It has not arrived',
  not_as_described: 'It is not as described',
  damaged: 'It is damaged',
  wrong_item: 'It is the wrong item',
  other: 'Something else is wrong',
  chargeback: 'Your bank reversed the payment',
}

/** An order as one row: item, status and next step. */
export const OrderedItem = ({ now, order }: { now: Date; order: Order }) => (
  <ItemSummary title={order.listing.title} href={`/you/orders/${order.id}`} picture={thumbAt(order.listing.photo)} shop={order.shop.name}>
    <span>
      <StatusBadge status={order.status} to="buyer" />
    </span>
    <span class="small">
      <NextStep now={now} order={order} />
    </span>
  </ItemSummary>
)
