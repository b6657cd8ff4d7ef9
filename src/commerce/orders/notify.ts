import type { Tx } from '#platform/context/index.ts'
import type { EventType } from '#core/scopes.ts'
import type { Party } from '#core/party.ts'
import { recordAll, type InternalEventType, type NewEvent } from '#platform/events/index.ts'
import { presentOrder } from './present.ts'
import * as queries from './queries.ts'
import type { OrderRow, OrderStep } from './queries.ts'

type OrderEvent = (EventType | InternalEventType) & `${'order' | 'listing' | 'payout'}.${string}`

/** Records an event for the seller, in the same transaction as the change. */
export const recordSellerEvent = async (tx: Tx, type: OrderEvent, row: OrderRow): Promise<void> =>
  void (await recordEvents(tx, row, [[type, 'seller']]))

/** Records an event for the buyer. Accepts only internal event types, because public event types are only for sellers. */
export const recordBuyerEvent = async (tx: Tx, type: InternalEventType & `order.${string}`, row: OrderRow): Promise<void> =>
  void (await recordEvents(tx, row, [[type, 'buyer']]))

export type OrderNotification = readonly [type: OrderEvent, to: Party]

/** Records several events, which include the order's timeline. Returns this timeline. */
export async function recordEvents(tx: Tx, row: OrderRow, notifications: readonly OrderNotification[]): Promise<OrderStep[]> {
  const steps = await queries.stepsOf(tx.db, [row.id])
  await recordAll(
    tx,
    notifications.map(([type, to]) => eventOf(tx, type, row, steps, to)),
  )
  return steps
}

export const eventOf = (tx: Tx, type: OrderEvent, row: OrderRow, steps: readonly OrderStep[], to: Party): NewEvent => ({
  accountId: to === 'seller' ? row.seller_id : row.buyer_id,
  type,
  object: presentOrder(tx, row, steps, to),
})
