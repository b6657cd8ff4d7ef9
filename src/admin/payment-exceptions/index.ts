import type { Operator, Tx, Core } from '#platform/context/index.ts'
import { ENDS_OF } from '#commerce/payment-exceptions/rules.ts'
import { findCase, lockCaseForEnd, endCase, pageOfCases, type ShownCase } from '#commerce/payment-exceptions/index.ts'
import { note } from '#admin/audit/index.ts'
import { lockPayout, settleHeld } from '#commerce/payouts/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import type { CloseMoneyCase, ListMoneyCases } from './schema.ts'

/**
 * Lists payment exceptions. Open exceptions are sorted by deadline, earliest first. Closed exceptions are sorted by the time of closing,
 * latest first.
 */
export const listMoneyCases = (ctx: Core, _operator: Operator, { status, ...page }: ListMoneyCases) =>
  pageOfCases(ctx, status === 'open', page)

/** Returns one payment exception. Errors: 404. */
export async function readMoneyCase(ctx: Core, _operator: Operator, id: string): Promise<ShownCase> {
  const row = await ifIdOf('mcs', id, () => findCase(ctx, id))
  if (!row) throw notFound('case')
  return row
}

/**
 * Closes a payment exception. `how`: `again` resends the money, `by_hand` records a manual payment, `seen` only acknowledges the exception.
 * Errors: 404, 409 if the exception does not permit `how` or is already closed.
 */
export async function closeMoneyCase(tx: Tx, operator: Operator, id: string, { how, reason }: CloseMoneyCase): Promise<ShownCase> {
  const found = await ifIdOf('mcs', id, () => findCase(tx, id))
  // lock order: the order or hold, then the transfer, then the payment exception
  if (found?.move_id) await lockPayout(tx, found.move_id)
  const row = found && (await lockCaseForEnd(tx, id))
  if (!row) throw notFound('case')
  if (row.closed_at !== null) throw conflict('This case is closed.')
  if (!ENDS_OF[row.kind].includes(how)) throw conflict(refusalOf(ENDS_OF[row.kind]))
  if (how !== 'seen') await settleHeld(tx, row.move_id!, how)
  await endCase(tx, row)
  await note(tx, operator, { verb: 'money.close', subject: { kind: 'money_case', id }, reason, after: { how } })
  return readMoneyCase(tx, operator, id)
}

const refusalOf = (ends: readonly string[]): string =>
  ends.length === 0
    ? 'This case cannot be closed by hand; it closes when the provider reports the result.'
    : `This case can only be closed with ${ends.map((end) => `"${end}"`).join(' or ')}.`
