import type { Tx } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { recordAll } from '#platform/events/index.ts'
import * as queries from './queries.ts'
import type { CaseRow } from './queries.ts'

/**
 * Notifies every operator in the transaction that makes the change. Also notifies the seller or the buyer if the exception affects their
 * money. For an order, the seller also gets the events `order.problem` and `order.refunded`, which webhooks can subscribe to.
 */
export async function recordCaseEvent(tx: Tx, row: CaseRow, what: 'opened' | 'closed'): Promise<void> {
  const { listing_title, buyer_id, seller_id } = (await queries.findShownCase(tx.db, row.id))!
  const object = {
    object: 'money_case' as const,
    id: row.id,
    kind: row.kind,
    what,
    stage: row.stage,
    about: listing_title,
    amount: dollarsFromCents(row.amount_cents),
    order: row.order_id,
    due_by: row.due_by?.toISOString() ?? null,
  }
  const touched = [
    ...(await queries.operatorIds(tx.db)).map((accountId) => ({ accountId, side: 'operator' as const })),
    ...(seller_id && TO_SELLER.includes(row.kind) ? [{ accountId: seller_id, side: 'seller' as const }] : []),
    ...(buyer_id && TO_BUYER.includes(row.kind) && row.stage !== 'inquiry' ? [{ accountId: buyer_id, side: 'buyer' as const }] : []),
  ]
  await recordAll(
    tx,
    touched.map(({ accountId, side }) => ({ accountId, type: 'money.case', object: { ...object, side } })),
  )
}

const TO_SELLER: readonly CaseRow['kind'][] = ['chargeback', 'transfer_reversed', 'payout_failed', 'account_stopped']
const TO_BUYER: readonly CaseRow['kind'][] = ['chargeback', 'refund_failed']
