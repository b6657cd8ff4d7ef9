import type { Tx } from '#platform/context/index.ts'
import type { EventType } from '#core/scopes.ts'
import type { Party } from '#core/party.ts'
import { recordAll, type InternalEventType, type NewEvent } from '#platform/events/index.ts'
import { presentOrder } from './present.ts'
import * as queries from './queries.ts'
import type { OrderRow, OrderStep } from './queries.ts'

type OrderEvent = (EventType | InternalEventType) & `${'order' | 'listing' | 'payout'}.${string}`

/** Tells the seller of what became of an order, in the transaction of the change. */
export const recordSellerEvent = async (tx: Tx, type: OrderEvent, row: OrderRow): Promise<void> =>
  void (await recordEvents(tx, row, [[type, 'seller']]))

/** The same for the buyer's eyes: internal events alone, since the public ones are the seller's. */
export const recordBuyerEvent = async (tx: Tx, type: InternalEventType & `order.${string}`, row: OrderRow): Promise<void> =>
  void (await recordEvents(tx, row, [[type, 'buyer']]))

/** What an order's side is told, and which side. */
export type OrderNotification = readonly [type: OrderEvent, to: Party]

/** Several of these at once. Gives the timeline that they show. */
export async function recordEvents(tx: Tx, row: OrderRow, tells: readonly OrderNotification[]): Promise<OrderStep[]> {
  const steps = await queries.stepsOf(tx.db, [row.id])
  await recordAll(
    tx,
    tells.map(([type, to]) => eventOf(tx, type, row, steps, to)),
  )
  return steps
}

/** What one side is told of an order as it then is. */
export const eventOf = (tx: Tx, type: OrderEvent, row: OrderRow, steps: readonly OrderStep[], to: Party): NewEvent => ({
  accountId: to === 'seller' ? row.seller_id : row.buyer_id,
  type,
  object: presentOrder(tx, row, steps, to),
})
