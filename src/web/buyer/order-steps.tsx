import type { Child } from '#web/framework/jsx/index.ts'
import type { Core } from '#platform/context/index.ts'
import type { OrderStatus } from '#commerce/orders/rules/order.ts'
import { Timestamp, ORDER_LABELS, type Step } from '#web/ui/index.ts'
import type { Order } from '#web/framework/page/records.ts'

const SENT: readonly OrderStatus[] = ['awaiting_payment', 'paid', 'shipped', 'delivered', 'completed']
const PICKED_UP: readonly OrderStatus[] = ['awaiting_payment', 'paid', 'delivered', 'completed']
const ENDED: readonly OrderStatus[] = ['refunded', 'cancelled', 'expired']

/** Returns the past, current and future steps of an order. A cancelled, refunded or expired order has no future steps. */
export function stepsOf(ctx: Core, order: Order): Step[] {
  const steps = order.timeline as readonly { status: OrderStatus; at: string }[]
  const at = new Map(steps.map((step) => [step.status, step.at] as const))
  if (!at.has('awaiting_payment')) at.set('awaiting_payment', order.created_at)
  const stages = order.pickup ? PICKED_UP : SENT
  const over = ENDED.includes(order.status) || order.status === 'problem'
  const been = [...new Set<OrderStatus>(['awaiting_payment', ...steps.map(({ status }) => status), order.status])]
  const ahead = over ? [] : stages.slice(furthest(stages, been) + 1)
  return [
    ...been.map((status): Step => {
      const now = status === order.status
      const when = at.get(status)
      return {
        label: ORDER_LABELS[status].step,
        state: now && order.status !== 'completed' ? 'now' : 'done',
        note: (
          <>
            {when ? <Timestamp at={when} /> : null}
            {status === 'shipped' ? <Tracking order={order} /> : null}
          </>
        ),
      }
    }),
    ...(order.status === 'problem' ? [{ label: 'Resolved', state: 'next' } as const] : []),
    ...ahead.map((status): Step => ({ label: ORDER_LABELS[status].step, state: 'next', note: noteAhead(order, status) })),
  ]
}

const furthest = (stages: readonly OrderStatus[], been: readonly OrderStatus[]): number =>
  Math.max(...been.map((status) => stages.indexOf(status)))

function noteAhead(order: Order, status: OrderStatus): Child {
  if (status === 'paid')
    return order.status === 'awaiting_payment' ? (
      <>
        By <Timestamp at={order.pay_by} />
      </>
    ) : null
  if (status === 'shipped' && order.ship_by)
    return (
      <>
        By <Timestamp at={order.ship_by} />
      </>
    )
  if (status === 'completed' && order.protect_until && order.status !== 'problem')
    return (
      <>
        Automatically on <Timestamp at={order.protect_until} />
      </>
    )
  return null
}

const Tracking = ({ order: { tracking } }: { order: Order }) =>
  tracking.number === null ? null : (
    <span>
      {' · '}
      {tracking.url ? (
        <a href={tracking.url} rel="noopener noreferrer">
          {[tracking.carrier, tracking.number].filter(Boolean).join(' ')}
        </a>
      ) : (
        [tracking.carrier, tracking.number].filter(Boolean).join(' ')
      )}
    </span>
  )
