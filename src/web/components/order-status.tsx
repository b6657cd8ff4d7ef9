import { Moment } from './time.tsx'
import { Badge, type Meaning } from './badge.tsx'
import { Timeline } from './timeline.tsx'
import type { presentOrder } from '#deal/orders/present.ts'

type Order = ReturnType<typeof presentOrder>
type Status = Order['status']

/** Who moved an order, as people say it: `provider` is whoever handles the card. */
export const BY = {
  service: 'this service',
  clock: 'this service',
  buyer: 'the buyer',
  seller: 'the seller',
  operator: 'this service',
  provider: 'the payment service',
} as const

/** An order's status, as its seller and the operator read it. */
const STATUS: Readonly<Record<Status, { means?: Meaning; words: string }>> = {
  awaiting_payment: { means: 'warn', words: 'Not paid yet' },
  paid: { means: 'warn', words: 'To ship' },
  shipped: { means: 'info', words: 'On the way' },
  delivered: { means: 'info', words: 'Arrived' },
  completed: { means: 'ok', words: 'All good' },
  problem: { means: 'bad', words: 'A problem' },
  refunded: { words: 'Refunded' },
  cancelled: { words: 'Cancelled' },
  expired: { words: 'Never paid' },
}

export const StatusBadge = ({ status }: { status: Status }) => {
  const { means, words } = STATUS[status]
  return <Badge {...(means ? { means } : {})}>{words}</Badge>
}

/** The way of an order so far: each status, since when and by whom. */
export const OrderWay = ({ timeline }: { timeline: Order['timeline'] }) => (
  <Timeline
    label="The order’s way"
    steps={timeline.map(({ at, status, by }, index) => ({
      label: STATUS[status].words,
      state: index === timeline.length - 1 ? ('now' as const) : ('done' as const),
      note: (
        <>
          <Moment at={at} />, by {BY[by as keyof typeof BY] ?? by}
        </>
      ),
    }))}
  />
)
