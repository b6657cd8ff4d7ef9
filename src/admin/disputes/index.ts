import type { Operator, Tx, Core } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { AuditVerb, DisputeDecision } from '#admin/moderation/rules.ts'
import { decideProblem } from '#commerce/orders/disputes/index.ts'
import { offerReturnAsOperator } from '#commerce/orders/returns/index.ts'
import { note } from '#admin/audit/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { ifIdOf, isIdOf } from '#platform/context/ids.ts'
import { recordAll } from '#platform/events/index.ts'
import * as queries from './queries.ts'
import type { DisputeRow, DisputeMessage, Step } from './queries.ts'
import type { DecideDispute, ListDisputes, OfferDisputeReturn } from './schema.ts'

export type Dispute = { row: DisputeRow; steps: Step[]; messages: DisputeMessage[] }

const MAX_MESSAGES = 50

/** Lists orders in dispute. The open disputes that have waited longest come first. */
export const listDisputes = (
  ctx: Core,
  _operator: Operator,
  { status, ...page }: ListDisputes,
): Promise<{ rows: DisputeRow[]; total: number }> => queries.pageOfDisputes(ctx.db, status === 'open', page)

/** Returns a dispute with its timeline and the conversation. Errors: 404. */
export async function readDispute(ctx: Core, _operator: Operator, id: string): Promise<Dispute> {
  const row = await ifIdOf('ord', id, () => queries.findDispute(ctx.db, id))
  if (!row) throw notFound('order')
  const [steps, messages] = await Promise.all([queries.stepsOf(ctx.db, id), queries.conversation(ctx.db, row, MAX_MESSAGES)])
  return { row, steps, messages }
}

const VERBS: Readonly<Record<DisputeDecision, AuditVerb>> = { refund: 'order.refund', part: 'order.part', complete: 'order.complete' }

/** Decides a dispute and notifies both parties of the reason. Throws the same errors as `decideProblem`. */
export async function decideDispute(tx: Tx, operator: Operator, id: string, { decision, amount, reason }: DecideDispute): Promise<Dispute> {
  const { before, after, backCents } = await decideProblem(tx, id, { decision, amountCents: amount })
  await note(tx, operator, {
    verb: VERBS[decision],
    subject: { kind: 'order', id },
    reason,
    before: { status: before.status, payment: before.payment, payout: before.payout, refunded: dollarsFromCents(before.refunded_cents) },
    after: { status: after.status, payment: after.payment, payout: after.payout, refunded: dollarsFromCents(after.refunded_cents) },
  })
  const notice = { object: 'decision', id, about: after.listing_title, decision, back: dollarsFromCents(backCents), reason }
  await recordAll(tx, [
    { accountId: after.buyer_id, type: 'order.decided', object: { ...notice, side: 'buyer' } },
    { accountId: after.seller_id, type: 'order.decided', object: { ...notice, side: 'seller' } },
  ])
  return readDispute(tx, operator, id)
}

/** Offers a return to settle a dispute, and notifies both parties. The buyer has 3 days to answer. Errors: 404, 409. */
export async function offerDisputeReturn(tx: Tx, operator: Operator, id: string, { payer, reason }: OfferDisputeReturn): Promise<Dispute> {
  if (!isIdOf('ord', id)) throw notFound('order')
  const { before, after } = await offerReturnAsOperator(tx, id, { payer })
  await note(tx, operator, {
    verb: 'order.return',
    subject: { kind: 'order', id },
    reason,
    before: { return: before.return_status },
    after: { return: after.return_status, payer },
  })
  return readDispute(tx, operator, id)
}
