import { taskOf } from '#commerce/inbox/rules.ts'
import { TASKS, type Task } from '#core/tasks.ts'
import type { Role } from '#platform/context/urls.ts'
import type { OrderNotice } from './records/schema.ts'
import { when } from './local-times.ts'

/** Returns the task that an order event creates for the email's recipient, or null. The Today page shows the same task. */
export function actionsRequiredOf(notice: OrderNotice, role: Role): Task | null {
  if (!notice.status) return null
  const facts = {
    status: notice.status,
    payment: 'paid' as const,
    pickup: notice.pickup === true,
    deposit_cents: 0,
    disputed_cents: notice.problem?.reason === 'chargeback' ? 1 : 0,
    pay_by: LONG_AGO,
    ship_by: notice.ship_by ?? null,
    cancel_by: notice.cancel_by ?? null,
    protect_until: notice.protect_until ?? null,
    answered: Boolean(notice.problem?.answer),
    offered: Boolean(notice.problem?.offered),
    return_status: notice.return?.status ?? null,
    return_by: returnBy(notice.return),
    ended_at: null,
    reviewed: false,
  }
  return taskOf('order', role, facts, LONG_AGO)
}

const returnBy = (returned: OrderNotice['return']): Date | null => {
  const { status, agree_by: agreeBy, send_by: sendBy, check_by: checkBy } = returned ?? {}
  return (status === 'offered' ? agreeBy : status === 'agreed' ? sendBy : status === 'received' ? checkBy : null) ?? null
}

// a time before every deadline: the email treats all deadlines as being in the future, as they were when the event was recorded
const LONG_AGO = new Date(0)

/** Returns text such as `Ship it by Friday 27 November 2026, 09:05 UTC. If you do not ship by then, the order is cancelled.` */
export const describeTask = ({ kind, until }: Task): string =>
  `${TASKS[kind].action}${until ? ` by ${when(until)}` : ''}. ${TASKS[kind].late}`

export const actionLines = (notice: OrderNotice, role: Role): string[] => {
  const task = actionsRequiredOf(notice, role)
  return task ? [describeTask(task)] : []
}
