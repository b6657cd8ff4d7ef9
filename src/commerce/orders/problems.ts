import type { Context, Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { keyInSize } from '#catalog/photos/rules/photo.ts'
import { storePrivately, takePrivately, type PreparedPhoto } from '#catalog/photos/index.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import type { Upload } from '#platform/http/upload.ts'
import type { StoredObject } from '#platform/storage/index.ts'
import { allow, lockForVerb, readForVerb, readOrder } from './access.ts'
import * as queries from './queries.ts'
import type { OrderRow, Problem } from './queries.ts'
import { MAX_PROBLEM_PHOTOS, type AnswerOrder, type RefundOrder, type ReportProblem } from './schema.ts'
import { settleOrder, recordOrderEnd } from './settle.ts'
import { shippingLeft } from './shared-shipping.ts'
import { recordBuyerEvent, recordSellerEvent } from './notify.ts'

/**
 * Stores the photos for a problem report before the transaction starts. Errors: 404; 409; 400 `photo_urls[0]` or `files` for a video or
 * more than six photos; 413; 415.
 */
export async function prepareProblem(
  ctx: Context,
  actor: Person,
  id: string,
  { photo_urls: urls = [] }: ReportProblem,
  files: readonly Upload[],
): Promise<Prepared<PreparedPhoto[]>> {
  const { row } = await readForVerb(ctx, actor, id, 'buyer')
  allow(ctx, 'report', 'buyer', row)
  return { value: await takePrivately(ctx, actor.accountId, { urls, files, max: MAX_PROBLEM_PHOTOS, subject: 'A problem report' }) }
}

export const storedPhotosOf = (photos: readonly PreparedPhoto[]): Problem['photos'] =>
  photos.map(({ variants }) => ({ variants: variants.map(({ key }) => ({ key })) }))

/**
 * Returns one photo from a problem report or a contested return. Only the two parties and the operator may see the photos. Numbers start at
 * 1, with the photos from the problem report first. Errors: 404 for an unknown photo or another account's order.
 */
export async function openProblemPhoto(ctx: Context, actor: Person, id: string, number: number): Promise<StoredObject> {
  const row = actor.isOperator ? await queries.findOrder(ctx.db, id) : (await readOrder(ctx, actor, id)).row
  const photos = [...(row?.problem?.photos ?? []), ...(row?.return_details?.contest?.photos ?? [])]
  const key = keyInSize(photos[number - 1])
  const file = key === undefined ? null : await ctx.storage.read(key)
  if (file === null) throw notFound('order')
  return file
}

/** Reports a problem with an order. The seller's money is held until the problem is resolved (spec: completions 7). Errors: 404, 409. */
export async function reportProblem(
  tx: Tx,
  actor: Person,
  id: string,
  input: ReportProblem,
  photos: readonly PreparedPhoto[],
): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  await storePrivately(tx, actor.accountId, photos)
  const problem: Problem = {
    reason: input.reason,
    body: input.body,
    photos: storedPhotosOf(photos),
    reported_at: tx.now().toISOString(),
    answer: null,
    answered_at: null,
    offered_cents: null,
  }
  await recordSellerEvent(tx, 'order.problem', await settleOrder(tx, row, 'report', 'buyer', { problem }))
}

/**
 * Responds to the other party (spec: completions 7). The seller responds to a cancellation request or a problem report; the buyer responds
 * to the offer of a partial refund. Errors: 404, 400 `agree` or `body`, 409.
 */
export async function answerOrder(tx: Tx, actor: Person, id: string, input: AnswerOrder): Promise<void> {
  const { row, party } = await lockForVerb(tx, actor, id)
  if (party === 'buyer')
    return answerOffer(tx, row, required(input.agree, 'agree', 'send true to accept the partial refund, or false to decline it'))
  if (row.status === 'problem') return answerProblem(tx, row, required(input.body, 'body', 'send your answer to the problem'))
  return answerCancelling(tx, row, required(input.agree, 'agree', 'send true to cancel and refund the order, or false to decline'))
}

/**
 * Refunds an order with a problem in full, or offers a partial refund to the buyer (spec: completions 11). Errors: 404, 400 if `amount`
 * exceeds what can still be refunded, 409.
 */
export async function refundProblem(tx: Tx, actor: Person, id: string, { amount }: RefundOrder): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'seller')
  allow(tx, 'refund', 'seller', row)
  const leftCents = row.item_cents + row.shipping_cents - row.refunded_cents - (await shippingLeft(tx, row))
  if (amount !== undefined && amount > leftCents)
    throw invalid('amount', `amount must be at most ${priceText(leftCents)}, the part of the payment that is not refunded yet.`)
  if (amount === undefined || amount === leftCents) {
    const refunded = await settleOrder(tx, row, 'refund', 'seller')
    await recordOrderEnd(tx, refunded, true)
    return refunded.return_status === null ? undefined : recordBuyerEvent(tx, 'order.return_changed', refunded)
  }
  const problem = { ...row.problem!, offered_cents: amount }
  await recordBuyerEvent(tx, 'order.problem_answered', await settleOrder(tx, row, 'offer_part', 'seller', { problem }))
}

async function answerOffer(tx: Tx, row: OrderRow, agree: boolean): Promise<void> {
  if (agree) return recordOrderEnd(tx, await settleOrder(tx, row, 'take_part', 'buyer'), true)
  await settleOrder(tx, row, 'refuse_part', 'buyer', { problem: row.problem && { ...row.problem, offered_cents: null } })
}

async function answerProblem(tx: Tx, row: OrderRow, body: string): Promise<void> {
  const problem = { ...row.problem!, answer: body, answered_at: tx.now().toISOString() }
  await recordBuyerEvent(tx, 'order.problem_answered', await settleOrder(tx, row, 'answer', 'seller', { problem }))
}

async function answerCancelling(tx: Tx, row: OrderRow, agree: boolean): Promise<void> {
  if (agree) return recordOrderEnd(tx, await settleOrder(tx, row, 'agree_to_cancel', 'seller'), true)
  await settleOrder(tx, row, 'refuse_to_cancel', 'seller', { cancel_by: null })
}

function required<T>(value: T | undefined, param: string, what: string): T {
  if (value === undefined) throw invalid(param, `${param} is missing: ${what}.`)
  return value
}
