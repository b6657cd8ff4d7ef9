import type { Tx, Core } from '#platform/context/index.ts'
import { quietBecause, type Quiet } from '#messaging/threads/rules/conversation.ts'
import { append, messageEvent, ownerCalledEvent, type Written } from './append.ts'
import { isSilenced } from './rights.ts'
import * as queries from './queries.ts'
import type { ThreadRow } from './queries.ts'

export type ThreadSubject = {
  listingId: string
  listingTitle: string
  shopId: string
  shopSlug: string
  shopName: string
  sellerId: string
  buyerId: string
}

/**
 * Writes to the buyer in the thread about a listing, and creates the thread if needed. The author `service` is the marketplace itself. Take
 * all other locks first, because threads are last in the lock order. Records no event: the caller's own event notifies the buyer.
 */
export async function postToBuyer(
  tx: Tx,
  subject: ThreadSubject,
  message: { from: 'owner' | 'agent' | 'service'; text: string },
): Promise<void> {
  const now = tx.now()
  const thread = await queries.openThread(tx.db, {
    id: tx.newId('thr'),
    listing_id: subject.listingId,
    listing_title: subject.listingTitle,
    shop_id: subject.shopId,
    shop_slug: subject.shopSlug,
    shop_name: subject.shopName,
    seller_id: subject.sellerId,
    buyer_id: subject.buyerId,
    created_at: now,
    updated_at: now,
  })
  await append(tx, thread, message)
}

export type AgentReply = {
  threadId: string
  /** Id of the buyer's message that started the agent's run. */
  inReplyTo: string
  text: string
  /** True if the thread needs the owner: it is flagged, and the owner is notified. */
  needsOwner: boolean
}

export type AgentReplied = { kind: 'sent'; messageId: string } | { kind: 'quiet'; because: Quiet } | { kind: 'gone' }

/**
 * Sends the shop agent's answer, if the conversation still allows it. Checks this again under the thread's lock, so that the agent never
 * interrupts the owner or ignores a newer question (spec: interface, helper 7).
 */
export async function replyAsAgent(tx: Tx, { threadId, inReplyTo, text, needsOwner }: AgentReply): Promise<AgentReplied> {
  const thread = await queries.lockThread(tx.db, threadId)
  const because = thread ? await quietIn(tx, thread, inReplyTo) : 'gone'
  if (!thread || because === 'gone') return { kind: 'gone' }
  if (because) return { kind: 'quiet', because }
  if (await isSilenced(tx, thread)) return { kind: 'quiet', because: 'blocked' }
  const question = needsOwner ? await queries.findMessage(tx.db, inReplyTo) : null
  const events = (written: Written) => [messageEvent(tx, written), ...(question ? [ownerCalledEvent(tx, written.thread, question)] : [])]
  const { message } = await append(tx, thread, { from: 'agent', text, inReplyTo, needsOwner }, { events })
  return { kind: 'sent', messageId: message.id }
}

/**
 * Returns the reason why the shop agent must not answer a message now, or null if it may. The reason is `gone` if the thread no longer
 * exists. Takes no lock.
 */
export async function quietAbout(ctx: Core, threadId: string, messageId: string): Promise<Quiet | 'gone' | null> {
  const thread = await queries.findThread(ctx.db, threadId)
  return thread ? quietIn(ctx, thread, messageId) : 'gone'
}

async function quietIn(ctx: Core, thread: ThreadRow, messageId: string): Promise<Quiet | 'gone' | null> {
  const facts = await queries.agentFacts(ctx.db, thread.id, messageId)
  if (!facts) return 'gone'
  return quietBecause({
    answersQuestions: facts.answersQuestions,
    brake: facts.brake,
    ownerWroteAgoMs: thread.owner_wrote_at && ctx.now().getTime() - thread.owner_wrote_at.getTime(),
    text: facts.text,
    hasPhotos: facts.hasPhotos,
    hasNewerBuyerMessage: facts.hasNewer,
    hasReply: facts.hasReply,
  })
}
