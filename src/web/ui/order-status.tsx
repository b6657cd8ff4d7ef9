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

type Words = { means?: Meaning; words: string }

/** Labels for each status: for the buyer, for the seller and the operator, and as a step in the timeline. */
export const ORDER_LABELS: Readonly<Record<Status, { buyer: Words; seller: Words; step: string }>> = {
  awaiting_payment: {
    buyer: { means: 'warn', words: 'Awaiting payment' },
    seller: { means: 'warn', words: 'Not paid yet' },
    step: 'Ordered',
  },
  paid: { buyer: { means: 'ok', words: 'Paid' }, seller: { means: 'warn', words: 'Awaiting shipment' }, step: 'Paid' },
  shipped: { buyer: { means: 'info', words: 'On its way' }, seller: { means: 'info', words: 'On the way' }, step: 'Shipped' },
  delivered: { buyer: { means: 'info', words: 'Arrived' }, seller: { means: 'info', words: 'Arrived' }, step: 'Arrived' },
  completed: { buyer: { means: 'ok', words: 'Completed' }, seller: { means: 'ok', words: 'Completed' }, step: 'Completed' },
  problem: {
    buyer: { means: 'bad', words: 'Problem reported' },
    seller: { means: 'bad', words: 'Problem reported' },
    step: 'Problem reported',
  },
  refunded: { buyer: { words: 'Refunded' }, seller: { words: 'Refunded' }, step: 'Refunded' },
  cancelled: { buyer: { words: 'Cancelled' }, seller: { words: 'Cancelled' }, step: 'Cancelled' },
  expired: { buyer: { words: 'Not paid in time' }, seller: { words: 'Not paid in time' }, step: 'Not paid in time' },
}

/** Label for paid orders that are picked up instead of shipped. */
const TO_HAND_OVER = 'To hand over'

type StatusProps = { status: Status; to?: 'buyer' | 'seller'; pickup?: boolean }

export const StatusBadge = ({ status, to = 'seller', pickup = false }: StatusProps) => {
  const { means, words } = ORDER_LABELS[status][to]
  return <Badge means={means}>{pickup && status === 'paid' && to === 'seller' ? TO_HAND_OVER : words}</Badge>
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
