import type { Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import type { DisputeDecision } from '#admin/moderation/rules.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { allow, lockById } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { settleOrder, recordOrderEnd } from '#commerce/orders/settle.ts'
import { shippingLeft } from '#commerce/orders/shared-shipping.ts'

export type Decided = { before: OrderRow; after: OrderRow; backCents: number }

/**
 * Records the operator's decision on a reported problem: full, partial or no refund (spec: completions 7). Errors: 404; 400 `amount` if the
 * refund exceeds the unrefunded part of the payment; 409 unless the order has a reported problem.
 */
export async function decideProblem(
  tx: Tx,
  id: string,
  { decision, amountCents }: { decision: DisputeDecision; amountCents: number | undefined },
): Promise<Decided> {
  if (!isIdOf('ord', id)) throw notFound('order')
  const row = await lockById(tx, id)
  allow(tx, 'refund', 'operator', row)
  const leftCents = row.item_cents + row.shipping_cents - row.refunded_cents - (await shippingLeft(tx, row))
  if (decision === 'part') refuseAmount(amountCents, leftCents)
  const after = await settle(tx, row, decision === 'part' && amountCents === leftCents ? 'refund' : decision, amountCents)
  const backCents = after.refunded_cents - row.refunded_cents
  await recordOrderEnd(tx, after, backCents > 0)
  return { before: row, after, backCents }
}

function settle(tx: Tx, row: OrderRow, decision: DisputeDecision, amountCents: number | undefined): Promise<OrderRow> {
  if (decision === 'refund') return settleOrder(tx, row, 'refund', 'operator')
  if (decision === 'complete') return settleOrder(tx, row, 'confirm', 'operator')
  const problem = { ...row.problem!, offered_cents: amountCents! }
  return settleOrder(tx, { ...row, problem }, 'take_part', 'operator', { problem })
}

function refuseAmount(amountCents: number | undefined, leftCents: number): asserts amountCents is number {
  if (amountCents === undefined) throw invalid('amount', 'amount is missing: enter the refund amount.')
  if (amountCents > leftCents)
    throw invalid('amount', `amount must be at most ${priceText(leftCents)}, the part of the payment that is not refunded yet.`)
}
