import { taskOf } from '#commerce/inbox/rules.ts'
import { TASKS, type Task } from '#core/tasks.ts'
import type { Role } from '#platform/context/urls.ts'
import type { OrderNotice } from './records/schema.ts'
import { when } from './local-times.ts'

/** Returns the task that an order event creates for its reader, or null. The page Today shows the same task. */
export function actionsRequiredOf(told: OrderNotice, role: Role): Task | null {
  if (!told.status) return null
  const facts = {
    status: told.status,
    payment: 'paid' as const,
    pickup: told.pickup === true,
    deposit_cents: 0,
    disputed_cents: told.problem?.reason === 'chargeback' ? 1 : 0,
    pay_by: LONG_AGO,
    ship_by: told.ship_by ?? null,
    cancel_by: told.cancel_by ?? null,
    protect_until: told.protect_until ?? null,
    answered: Boolean(told.problem?.answer),
    offered: Boolean(told.problem?.offered),
    ended_at: null,
    reviewed: false,
  }
  return taskOf('order', role, facts, LONG_AGO)
}

// earlier than every deadline in an event, because deadlines were in the future when the event was written
const LONG_AGO = new Date(0)

/**
 * Returns text such as `Ship it by Friday 27 November 2026, 09:05 UTC. If you do not ship by then, the order is cancelled and the buyer
 * gets the money back.`
 */
export const describeTask = ({ kind, until }: Task): string =>
  `${TASKS[kind].owes}${until ? ` by ${when(until)}` : ''}. ${TASKS[kind].late}`

export const actionLines = (told: OrderNotice, role: Role): string[] => {
  const task = actionsRequiredOf(told, role)
  return task ? [describeTask(task)] : []
}
