import type { Tx } from '#platform/context/index.ts'
import { eventInsert, type NewEvent } from '#platform/events/index.ts'
import type { MessagePhoto } from '#messaging/threads/rules/photos.ts'
import { presentMessage } from './present.ts'
import * as queries from './queries.ts'
import type { MessageRow, ThreadMarks, ThreadRow } from './queries.ts'

export type Sent = {
  from: MessageRow['sender']
  text: string
  photos?: MessagePhoto[] | null
  /** Id of the buyer's message that the agent answers. */
  inReplyTo?: string
  /** True if an agent may forward the message to the owner. */
  needsOwner?: boolean
}

export type Written = { thread: ThreadRow; message: MessageRow }

/**
 * Appends a message to a locked thread, marks it as unread by the other party, and records the events that `events` returns. The message's
 * time is always later than that of the previous message in the thread, even if the clocks of two processes differ.
 */
export async function append(
  tx: Tx,
  thread: ThreadRow,
  { from, text, photos = null, inReplyTo, needsOwner = false }: Sent,
  { marks, events }: { marks?: ThreadMarks; events?: (written: Written) => NewEvent[] } = {},
): Promise<Written> {
  const at = new Date(Math.max(tx.now().getTime(), thread.updated_at.getTime() + 1))
  const message: MessageRow = {
    id: tx.newId('msg'),
    thread_id: thread.id,
    sender: from,
    text,
    photos,
    in_reply_to: inReplyTo ?? null,
    needs_owner: needsOwner,
    created_at: at,
  }
  const change: ThreadMarks = {
    updated_at: at,
    ...(from === 'buyer' ? { seller_unread: thread.seller_unread + 1 } : { buyer_unread: thread.buyer_unread + 1 }),
    ...(from === 'owner' && { owner_wrote_at: at }),
    ...(needsOwner && { needs_owner: true }),
    ...marks,
  }
  const written = { thread: { ...thread, ...change }, message }
  const recorded = events?.(written) ?? []
  await queries.insertMessage(tx.db, message, change, recorded.length === 0 ? null : eventInsert(tx, recorded))
  return written
}

/** Returns the event for a message: `question.asked` for the seller, or `message.answered` for the buyer. */
export function messageEvent(tx: Tx, { thread, message }: Written): NewEvent {
  const object = presentMessage(tx, thread, message)
  return message.sender === 'buyer'
    ? { accountId: thread.seller_id, type: 'question.asked', object }
    : { accountId: thread.buyer_id, type: 'message.answered', object }
}

/** Returns the event for the seller when an agent forwards a message. It contains the buyer's question, which the email quotes. */
export const ownerCalledEvent = (tx: Tx, thread: ThreadRow, question: MessageRow): NewEvent => ({
  accountId: thread.seller_id,
  type: 'thread.needs_owner',
  object: presentMessage(tx, thread, question),
})
