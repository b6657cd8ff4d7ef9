import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { reviewRefusal } from './rules.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { presentReview } from './present.ts'
import * as queries from './queries.ts'
import type { ReviewRow } from './queries.ts'
import type { ReplyToReview, WriteReview } from './schema.ts'

/**
 * Writes the review of a `completed` or `refunded` order, and notifies the seller. An order can be reviewed once, within 30 days (spec:
 * completions 8). Errors: 404 for a different account's order. 409 for an order in any other status, for a second review, and if the
 * reviewer is the seller.
 */
export async function writeReview(tx: Tx, actor: Person, orderId: string, { rating, body }: WriteReview): Promise<ReviewRow> {
  const order = await ifIdOf('ord', orderId, () => queries.findOrder(tx.db, orderId))
  if (order?.seller_id === actor.accountId) throw conflict('You are the seller of this order. Only the buyer can review it.')
  if (order?.buyer_id !== actor.accountId) throw notFound('order')
  const now = tx.now()
  const refusal = reviewRefusal({ status: order.status, endedAt: order.ended_at, reviewed: order.reviewed }, now)
  if (refusal !== null) throw conflict(refusal)
  const { id: order_id, shop_id, listing_id, seller_id, buyer_id } = order
  const id = tx.newId('rev')
  const review = { id, order_id, shop_id, listing_id, seller_id, buyer_id, rating, body, created_at: now }
  // a concurrent request inserted a review first
  if (!(await queries.insertReview(tx.db, review))) throw conflict('You have already reviewed this order. Each order gets one review.')
  const row = await readAgain(tx, id)
  await record(tx, { accountId: order.seller_id, type: 'review.created', object: presentReview(tx, row) })
  return row
}

/** Describes a review for the owner who must approve it. Errors: 404 unless the actor is the buyer of the order. */
export async function describeReview(ctx: Core, actor: Person, orderId: string, { rating, body }: WriteReview): Promise<string> {
  const order = await ifIdOf('ord', orderId, () => queries.findOrder(ctx.db, orderId))
  if (order?.buyer_id !== actor.accountId) throw notFound('order')
  return `Review your order with ${rating} of 5 stars: ${quoteText(body)}`
}

/** Describes a reply to a review for the owner who must approve it. Errors: 404 if the review is not about the actor's shop. */
export async function describeReply(ctx: Context, actor: Person, id: string, { body }: ReplyToReview): Promise<string> {
  const review = await ifIdOf('rev', id, () => inTransaction(ctx, (tx) => queries.lockReview(tx.db, id)))
  if (review?.seller_id !== actor.accountId) throw notFound('review')
  const about = review.body === '' ? 'a review without text' : `the review ${quoteName(review.body)}`
  return `Reply to ${about}: ${quoteText(body)}`
}

/**
 * Replies to a review. A review has at most one reply, which is permanent (spec: completions 8). Errors: 404 if the review is not about the
 * actor's shop. 409 if the review is hidden or already has a reply.
 */
export async function replyToReview(tx: Tx, actor: Person, id: string, { body }: ReplyToReview): Promise<ReviewRow> {
  const review = await ifIdOf('rev', id, () => queries.lockReview(tx.db, id))
  if (review?.seller_id !== actor.accountId) throw notFound('review')
  if (review.hidden_at !== null) throw conflict('The operator has hidden this review, so you cannot reply to it.')
  if (review.reply_body !== null) throw conflict('You have already replied to this review. A reply cannot be changed.')
  await queries.updateReview(tx.db, id, { reply_body: body, replied_at: tx.now() })
  const row = await readAgain(tx, id)
  await record(tx, { accountId: review.buyer_id, type: 'review.replied', object: presentReview(tx, row) })
  return row
}

/**
 * Locks a review, regardless of its author. Returns the review with its author and, if it is hidden, the reason. Returns null if there is
 * no such review.
 */
export async function lockAnyReview(tx: Tx, id: string): Promise<{ row: ReviewRow; buyerId: string; hiddenReason: string | null } | null> {
  const locked = await ifIdOf('rev', id, () => queries.lockReview(tx.db, id))
  return locked ? { row: await readAgain(tx, id), buyerId: locked.buyer_id, hiddenReason: locked.hidden_reason } : null
}

/** Hides a review and stores the operator's reason (spec: completions 8). The caller must lock the review. */
export const hideReview = (tx: Tx, id: string, reason: string): Promise<void> =>
  queries.updateReview(tx.db, id, { hidden_at: tx.now(), hidden_reason: reason })

/** Shows a hidden review again. The caller must lock the review. */
export const showReview = (tx: Tx, id: string): Promise<void> => queries.updateReview(tx.db, id, { hidden_at: null, hidden_reason: null })

/** Reads a locked review. */
const readAgain = async (tx: Tx, id: string): Promise<ReviewRow> => (await queries.findReview(tx.db, id))!
