import type { Tx } from '#platform/context/index.ts'
import { eventInsert, type NewEvent } from '#platform/events/index.ts'
import { presentMessage } from './present.ts'
import * as queries from './queries.ts'
import type { MessageRow, ThreadMarks, ThreadRow } from './queries.ts'

export type Sent = {
  from: MessageRow['sender']
  text: string
  /** The buyer's message that an agent answers. */
  inReplyTo?: string
  /** An agent passes it on to the owner. */
  needsOwner?: boolean
}

/** A message as it was written, and its thread as it then is. */
export type Written = { thread: ThreadRow; message: MessageRow }

/**
 * Puts a message at the end of a locked thread, unread by the other side, and tells what `tells` says of it. In one thread the times
 * of the messages strictly rise, whatever the clocks of two processes say: their order is who held the lock first.
 */
export async function append(
  tx: Tx,
  thread: ThreadRow,
  { from, text, inReplyTo, needsOwner = false }: Sent,
  { marks, tells }: { marks?: ThreadMarks; tells?: (written: Written) => NewEvent[] } = {},
): Promise<Written> {
  const at = new Date(Math.max(tx.now().getTime(), thread.updated_at.getTime() + 1))
  const message: MessageRow = {
    id: tx.newId('msg'),
    thread_id: thread.id,
    sender: from,
    text,
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
  const told = tells?.(written) ?? []
  await queries.insertMessage(tx.db, message, change, told.length === 0 ? null : eventInsert(tx, told))
  return written
}

/** What is told of a message: the seller of each of a buyer's (`question.asked`), the buyer of each answer. */
export function messageEvent({ thread, message }: Written): NewEvent {
  const object = presentMessage(thread, message)
  return message.sender === 'buyer'
    ? { accountId: thread.seller_id, type: 'question.asked', object }
    : { accountId: thread.buyer_id, type: 'message.answered', object }
}

/** What the seller is told of a buyer's message that an agent passed on: the question itself, so that one mail asks it. */
export const ownerCalledEvent = (thread: ThreadRow, question: MessageRow): NewEvent => ({
  accountId: thread.seller_id,
  type: 'thread.needs_owner',
  object: presentMessage(thread, question),
})
