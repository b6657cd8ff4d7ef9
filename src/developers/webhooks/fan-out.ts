import type { Tx } from '#platform/context/index.ts'
import { EVENT_TYPES } from '#core/scopes.ts'
import { publicEvent, type RecordedEvent } from '#platform/events/index.ts'
import { insertDeliveries } from './delivery/queries.ts'

/**
 * Puts events on their way to their accounts' webhooks, in the transaction that marks them as handed out: both or
 * neither. The bytes are frozen here; every try sends them (interface, Events).
 */
export async function fanOut(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const told = events.filter(({ type }) => (EVENT_TYPES as readonly string[]).includes(type))
  if (told.length === 0) return
  const rows = told.map((event) => ({
    id: tx.newId('dlv'),
    account_id: event.accountId,
    event_id: event.id,
    event_type: event.type,
    body: JSON.stringify(publicEvent(event)),
  }))
  await insertDeliveries(tx.db, rows, tx.now())
}
