import type { Context, Person, Tx } from '#platform/context/index.ts'
import { wrongTracking } from '#commerce/orders/rules/tracking.ts'
import { lockById, lockForVerb, readForVerb } from '#commerce/orders/access.ts'
import { storedPhotosOf } from '#commerce/orders/problems.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { allowReturn, transitionReturn } from '#commerce/orders/return-transition.ts'
import { MAX_PROBLEM_PHOTOS, type ContestReturn, type OfferReturn, type SendReturn } from '#commerce/orders/schema.ts'
import { storePrivately, takePrivately, type PreparedPhoto } from '#catalog/photos/index.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import type { Upload } from '#platform/http/upload.ts'

/* Steps of a return (spec: completions 13.6). Every step can fail with 404, or with 409 if the state table does not allow the step. */

/** Offers a return, on behalf of the seller. The buyer has 3 days to accept or decline. */
export async function offerReturn(tx: Tx, actor: Person, id: string, { payer }: OfferReturn): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'seller')
  await transitionReturn(tx, row, { operation: 'offer', by: 'seller', to: ['buyer'] }, { payer })
}

/** Offers a return on behalf of the operator, and notifies both the buyer and the seller. */
export async function offerReturnAsOperator(tx: Tx, id: string, { payer }: OfferReturn): Promise<{ before: OrderRow; after: OrderRow }> {
  const before = await lockById(tx, id)
  return { before, after: await transitionReturn(tx, before, { operation: 'offer', by: 'operator', to: ['buyer', 'seller'] }, { payer }) }
}

/** Accepts or declines an offered return, on behalf of the buyer. */
export async function answerReturn(tx: Tx, actor: Person, id: string, operation: 'agree' | 'decline'): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  await transitionReturn(tx, row, { operation, by: 'buyer', to: ['seller'] })
}

/** Marks the parcel as sent back, on behalf of the buyer. Errors: 400 `carrier` or `number`. */
export async function sendReturn(tx: Tx, actor: Person, id: string, { carrier, number }: SendReturn): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  const wrong = wrongTracking(carrier, number)
  if (wrong) throw invalid(wrong.param, wrong.message)
  await transitionReturn(tx, row, { operation: 'send', by: 'buyer', to: ['seller'] }, { carrier, tracking_number: number })
}

/**
 * Marks the item as received, on behalf of the seller. The order is refunded unless the seller contests the return within 3 working days.
 */
export async function receiveReturn(tx: Tx, actor: Person, id: string): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'seller')
  await transitionReturn(tx, row, { operation: 'receive', by: 'seller', to: ['buyer'] })
}

/**
 * Stores the photos with which a seller contests a return, before the transaction starts. Errors: 400 `photo_urls` without photos, 400
 * `files`, 409 `quota`, 413, 415.
 */
export async function prepareContest(
  ctx: Context,
  actor: Person,
  id: string,
  { photo_urls: urls = [] }: ContestReturn,
  files: readonly Upload[],
): Promise<Prepared<PreparedPhoto[]>> {
  const { row } = await readForVerb(ctx, actor, id, 'seller')
  allowReturn(ctx, 'contest', 'seller', row)
  if (urls.length + files.length === 0) throw invalid('photo_urls', 'photo_urls is missing: send at least one photo of the returned item.')
  return { value: await takePrivately(ctx, actor.accountId, { urls, files, max: MAX_PROBLEM_PHOTOS, subject: 'A contested return' }) }
}

/** Contests the returned item, on behalf of the seller. The operator then decides. */
export async function contestReturn(
  tx: Tx,
  actor: Person,
  id: string,
  { body }: ContestReturn,
  photos: readonly PreparedPhoto[],
): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'seller')
  await storePrivately(tx, actor.accountId, photos)
  const contest = { body, photos: storedPhotosOf(photos), at: tx.now().toISOString() }
  await transitionReturn(tx, row, { operation: 'contest', by: 'seller', to: ['buyer'] }, { contest })
}
