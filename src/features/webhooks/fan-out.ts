import type { Context } from '#context.ts'
import { EVENT_TYPES } from '#domain/scopes.ts'
import { publicEvent, type RecordedEvent } from '#lib/events.ts'
import { insertDelivery } from './delivery/queries.ts'

/**
 * Puts an event on its way to its account's webhook, in the transaction that marks the event as handed out: both or
 * neither. The bytes are frozen here; every try sends them (interface, Events).
 */
export async function fanOut(tx: Context, event: RecordedEvent): Promise<void> {
  if (!(EVENT_TYPES as readonly string[]).includes(event.type)) return
  await insertDelivery(tx.db, {
    id: tx.newId('dlv'),
    account_id: event.accountId,
    event_id: event.id,
    event_type: event.type,
    body: JSON.stringify(publicEvent(event)),
    now: tx.now(),
  })
}
