import type { Tx } from '#platform/context.ts'
import type { EventType } from '#domain/scopes.ts'
import { record, type InternalEventType } from '#platform/events.ts'
import { presentOrder } from './present.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'

type OrderEvent = (EventType | InternalEventType) & `${'order' | 'listing' | 'payout'}.${string}`

/** Tells the seller of what became of an order, in the transaction of the change. */
export const tellSeller = (tx: Tx, type: OrderEvent, row: OrderRow): Promise<void> => tell(tx, type, row, 'seller')

/** The same for the buyer's eyes: internal events alone, since the public ones are the seller's. */
export const tellBuyer = (tx: Tx, type: InternalEventType & `order.${string}`, row: OrderRow): Promise<void> => tell(tx, type, row, 'buyer')

async function tell(tx: Tx, type: OrderEvent, row: OrderRow, to: 'buyer' | 'seller'): Promise<void> {
  const steps = await queries.stepsOf(tx.db, [row.id])
  await record(tx, { accountId: to === 'seller' ? row.seller_id : row.buyer_id, type, object: presentOrder(tx, row, steps, to) })
}
