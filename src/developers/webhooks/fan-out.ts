import type { Tx } from '#platform/context/index.ts'
import { EVENT_TYPES } from '#core/scopes.ts'
import { publicEvent, type RecordedEvent } from '#platform/events/index.ts'
import { insertDeliveries } from './delivery/queries.ts'

/**
 * Creates the webhook deliveries for events, in the transaction that marks the events as dispatched. Stores the body, which every attempt
 * sends unchanged (spec: interface, Events).
 */
export async function fanOut(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const published = events.filter(({ type }) => (EVENT_TYPES as readonly string[]).includes(type))
  if (published.length === 0) return
  const rows = published.map((event) => ({
    id: tx.newId('dlv'),
    account_id: event.accountId,
    event_id: event.id,
    event_type: event.type,
    body: JSON.stringify(publicEvent(event)),
  }))
  await insertDeliveries(tx.db, rows, tx.now())
}
