import type { Context } from '#context.ts'
import * as queries from './queries.ts'
import type { LockedThread, MessageRow } from './queries.ts'

export type Sent = {
  from: MessageRow['sender']
  text: string
  /** The buyer's message that an agent answers. */
  inReplyTo?: string
  /** An agent passes it on to the owner. */
  needsOwner?: boolean
}

/**
 * Puts a message at the end of a locked thread, unread by the other side. In one thread the times of the messages
 * strictly rise, whatever the clocks of two processes say: their order is who held the lock first.
 */
export async function append(tx: Context, thread: LockedThread, { from, text, inReplyTo, needsOwner = false }: Sent): Promise<MessageRow> {
  const at = new Date(Math.max(tx.now().getTime(), thread.updated_at.getTime() + 1))
  const row = await queries.insertMessage(tx.db, {
    id: tx.newId('msg'),
    thread_id: thread.id,
    sender: from,
    text,
    in_reply_to: inReplyTo ?? null,
    needs_owner: needsOwner,
    created_at: at,
  })
  const toSeller = from === 'buyer'
  await queries.markThread(tx.db, thread.id, {
    updated_at: at,
    seller_unread: thread.seller_unread + (toSeller ? 1 : 0),
    buyer_unread: thread.buyer_unread + (toSeller ? 0 : 1),
    owner_wrote_at: from === 'owner' ? at : undefined,
    needs_owner: needsOwner ? true : undefined,
  })
  return row
}
