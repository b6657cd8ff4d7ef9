import { Timestamp } from './time.tsx'
import { Badge, type Meaning } from './badge.tsx'
import { Timeline } from './timeline.tsx'
import type { Order } from '#web/framework/page/records.ts'

type Status = Order['status']

/** Display names for the actors that can change an order. `provider` is the payment provider. */
export const BY = {
  service: 'this service',
  clock: 'this service',
  buyer: 'the buyer',
  seller: 'the seller',
  operator: 'this service',
  provider: 'the payment service',
} as const

type StatusLabel = { means?: Meaning; label: string }

/** Labels for each status: for the buyer, for the seller and the operator, and as a step in the timeline. */
export const ORDER_LABELS: Readonly<Record<Status, { buyer: StatusLabel; seller: StatusLabel; step: string }>> = {
  awaiting_payment: {
    buyer: { means: 'warn', label: 'Awaiting payment' },
    seller: { means: 'warn', label: 'Not paid yet' },
    step: 'Ordered',
  },
  paid: { buyer: { means: 'ok', label: 'Paid' }, seller: { means: 'warn', label: 'Awaiting shipment' }, step: 'Paid' },
  shipped: { buyer: { means: 'info', label: 'On its way' }, seller: { means: 'info', label: 'On the way' }, step: 'Shipped' },
  delivered: { buyer: { means: 'info', label: 'Arrived' }, seller: { means: 'info', label: 'Arrived' }, step: 'Arrived' },
  completed: { buyer: { means: 'ok', label: 'Completed' }, seller: { means: 'ok', label: 'Completed' }, step: 'Completed' },
  problem: {
    buyer: { means: 'bad', label: 'Problem reported' },
    seller: { means: 'bad', label: 'Problem reported' },
    step: 'Problem reported',
  },
  refunded: { buyer: { label: 'Refunded' }, seller: { label: 'Refunded' }, step: 'Refunded' },
  cancelled: { buyer: { label: 'Cancelled' }, seller: { label: 'Cancelled' }, step: 'Cancelled' },
  expired: { buyer: { label: 'Not paid in time' }, seller: { label: 'Not paid in time' }, step: 'Not paid in time' },
}

/** Label for paid orders that are picked up instead of shipped. */
const TO_HAND_OVER = 'To hand over'

type StatusProps = { status: Status; to?: 'buyer' | 'seller'; pickup?: boolean }

export const StatusBadge = ({ status, to = 'seller', pickup = false }: StatusProps) => {
  const { means, label } = ORDER_LABELS[status][to]
  return <Badge means={means}>{pickup && status === 'paid' && to === 'seller' ? TO_HAND_OVER : label}</Badge>
}

/** The timeline of an order: each status with its time and its actor. */
export const OrderTimeline = ({ timeline }: Pick<Order, 'timeline'>) => (
  <Timeline
    label="Order history"
    steps={timeline.map(({ at, status, by }, index) => ({
      label: ORDER_LABELS[status].step,
      state: index === timeline.length - 1 ? ('now' as const) : ('done' as const),
      note: (
        <>
          <Timestamp at={at} />, by {BY[by as keyof typeof BY] ?? by}
        </>
      ),
    }))}
  />
)
