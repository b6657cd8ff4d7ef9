import type { Tx, Core } from '#platform/context/index.ts'
import {
  agreeBy,
  checkBy,
  decideReturn,
  sendBy,
  type ReturnOperation,
  type ReturnParty,
  type ReturnStatus,
} from '#commerce/orders/rules/return.ts'
import { conflict } from '#platform/errors/index.ts'
import { recordEvents } from './notify.ts'
import * as queries from './queries.ts'
import type { OrderRow, ReturnDetails } from './queries.ts'
import type { Party } from '#core/party.ts'

/** Returns the next status of a return, from the state table. Errors: 409 if the transition is not allowed. */
export function allowReturn(ctx: Core, operation: ReturnOperation, by: ReturnParty, row: OrderRow): ReturnStatus {
  const decision = decideReturn(operation, by, row, ctx.now())
  if (decision.kind === 'refuse') throw conflict(decision.message)
  return decision.to
}

/** For each return status with a deadline: the function that computes the deadline, and the field that stores it. */
const DEADLINES: Partial<Record<ReturnStatus, { field: 'agree_by' | 'send_by' | 'check_by'; from(now: Date): Date }>> = {
  offered: { field: 'agree_by', from: agreeBy },
  agreed: { field: 'send_by', from: sendBy },
  received: { field: 'check_by', from: checkBy },
}

/**
 * Writes a transition of a return, and notifies the parties in `to`. The order's status and timeline do not change. The caller must lock
 * the order. Errors: 409 if the transition is not allowed.
 */
export async function transitionReturn(
  tx: Tx,
  row: OrderRow,
  { operation, by, to }: { operation: ReturnOperation; by: ReturnParty; to: readonly Party[] },
  change: Partial<ReturnDetails> = {},
): Promise<OrderRow> {
  const now = tx.now()
  const status = allowReturn({ ...tx, now: () => now }, operation, by, row)
  const deadline = DEADLINES[status]
  const until = deadline?.from(now) ?? null
  const details = {
    ...(row.return_details ?? NO_DETAILS),
    ...change,
    ...(deadline ? { [deadline.field]: until!.toISOString() } : {}),
  }
  const written = { return_status: status, return_by: until, return_details: details, updated_at: now }
  await queries.updateOrder(tx.db, row.id, written)
  const after = { ...row, ...written }
  await recordEvents(
    tx,
    after,
    to.map((party) => ['order.return_changed', party] as const),
  )
  return after
}

const NO_DETAILS: ReturnDetails = {
  payer: 'seller',
  agree_by: '',
  send_by: null,
  check_by: null,
  carrier: null,
  tracking_number: null,
  contest: null,
}
