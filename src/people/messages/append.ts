import type { Tx } from '#platform/context.ts'
import { record } from '#platform/events.ts'
import { presentMessage } from './present.ts'
import * as queries from './queries.ts'
import type { LockedThread, MessageRow, ThreadRow } from './queries.ts'

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
export async function append(tx: Tx, thread: LockedThread, { from, text, inReplyTo, needsOwner = false }: Sent): Promise<MessageRow> {
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
  await queries.markThread(tx.db, thread.id, {
    updated_at: at,
    ...(from === 'buyer' ? { seller_unread: thread.seller_unread + 1 } : { buyer_unread: thread.buyer_unread + 1 }),
    ...(from === 'owner' && { owner_wrote_at: at }),
    ...(needsOwner && { needs_owner: true }),
  })
  return row
}

/** Tells of a message in its transaction: the seller of each of a buyer's (`question.asked`), the buyer of each answer. */
export async function tellOf(tx: Tx, thread: ThreadRow, message: MessageRow): Promise<void> {
  const object = presentMessage(thread, message)
  if (message.sender === 'buyer') await record(tx, { accountId: thread.seller_id, type: 'question.asked', object })
  else await record(tx, { accountId: thread.buyer_id, type: 'message.answered', object })
}

/** Tells the seller of a buyer's message that an agent passed on: the question itself, so that one mail asks it. */
export async function tellOwner(tx: Tx, thread: ThreadRow, questionId: string): Promise<void> {
  const question = await queries.findMessage(tx.db, questionId)
  await record(tx, { accountId: thread.seller_id, type: 'thread.needs_owner', object: presentMessage(thread, question) })
}

/** The thread as it is now, inside the transaction that locked it. */
export async function readAgain(tx: Tx, id: string): Promise<ThreadRow> {
  const thread = await queries.findThread(tx.db, id)
  if (!thread) throw new Error('a locked thread is gone')
  return thread
}
