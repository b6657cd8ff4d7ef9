import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { protectedOnceDelivered, protectedWhileShipped } from '#commerce/orders/rules/order.ts'
import { wrongTracking } from '#commerce/orders/rules/tracking.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { allow, lockForVerb, readForVerb } from './access.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import type { DeliverOrder, ShipOrder } from './schema.ts'
import { settleOrder } from './settle.ts'
import { recordBuyerEvent } from './notify.ts'

/**
 * Returns the transaction with its clock stopped, so that all times in one step are equal and each deadline is a whole number of days
 * later.
 */
const at = (tx: Tx, now: Date): Tx => ({ ...tx, now: () => now })

const MOST_WRONG_CODES = 5
const HOUR_MS = 3600_000

/** Marks an order as shipped, on behalf of the seller (spec: completions 7 and 13.10). Errors: 404, 400 `carrier` or `number`, 409. */
export async function shipOrder(tx: Tx, actor: Person, id: string, input: ShipOrder): Promise<void> {
  const { row } = await lockForVerb(tx, actor, id, 'seller')
  await shipLocked(tx, row, input)
}

/** Marks a locked order as shipped. Errors: 400 `carrier` or `number`, 409. */
export async function shipLocked(tx: Tx, row: OrderRow, { carrier, number }: ShipOrder): Promise<void> {
  const wrong = wrongTracking(carrier, number)
  if (wrong) throw invalid(wrong.param, wrong.message)
  const now = tx.now()
  const shipped = await settleOrder(at(tx, now), row, 'ship', 'seller', {
    carrier: carrier || null,
    tracking_number: number || null,
    shipped_at: now,
    protect_until: protectedWhileShipped(now),
  })
  await recordBuyerEvent(tx, 'order.shipped', shipped)
}

/**
 * Marks an order as delivered: the buyer confirms that the parcel has arrived, or the seller enters the buyer's pickup code (spec:
 * completions 7 and 11). Buyer protection then continues for 3 days. Errors: 404, 400 `code`, 409.
 */
export async function deliverOrder(tx: Tx, actor: Person, id: string, { code }: DeliverOrder): Promise<void> {
  const { row, party } = await lockForVerb(tx, actor, id)
  const operation = row.pickup ? 'hand_over' : 'deliver'
  allow(tx, operation, party, row)
  if (party === 'seller') requireCode(row, code)
  const now = tx.now()
  const change = { delivered_at: now, protect_until: protectedOnceDelivered(now) }
  await recordBuyerEvent(tx, 'order.delivered', await settleOrder(at(tx, now), row, operation, party, change))
}

/**
 * Counts a wrong pickup code in a separate transaction, because `deliverOrder` rolls back its own. Errors: 429 after 5 wrong codes in an
 * hour.
 */
export async function countWrongCode(ctx: Context, actor: Person, id: string, { code }: DeliverOrder): Promise<void> {
  const { party } = await readForVerb(ctx, actor, id)
  if (party === 'buyer' || code === undefined) return
  await inTransaction(ctx, async (tx) => {
    const { row } = await lockForVerb(tx, actor, id)
    if (row.status !== 'paid' || !row.pickup) return
    const now = tx.now()
    const fresh = row.code_tries_from === null || now.getTime() - row.code_tries_from.getTime() >= HOUR_MS
    if (!fresh && row.code_tries >= MOST_WRONG_CODES) throw tooManyCodes(row, now)
    if (code === row.pickup_code) return
    await queries.updateOrder(tx.db, id, {
      code_tries: fresh ? 1 : row.code_tries + 1,
      code_tries_from: fresh ? now : row.code_tries_from,
    })
  })
}

function requireCode(row: OrderRow, code: string | undefined): void {
  if (code === undefined) throw invalid('code', 'code is missing. Enter the six digits that the buyer shows you at pickup.')
  if (code !== row.pickup_code)
    throw invalid('code', 'code does not match the buyer’s pickup code. Ask the buyer to show you the code again.')
}

function tooManyCodes(row: OrderRow, now: Date): ApiError {
  const seconds = Math.ceil((row.code_tries_from!.getTime() + HOUR_MS - now.getTime()) / 1000)
  return new ApiError('rate_limit', 'Too many wrong codes. Ask the buyer to show you the code, or to mark the order as delivered.', {
    param: 'code',
    headers: { 'Retry-After': String(seconds) },
  })
}
