import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { depositFor, HOLD_PAY_MS } from './rules.ts'
import { quoteName } from '#core/quoted-name.ts'
import { priceText } from '#core/format/money.ts'
import { commit, requireCanCommit } from '#identity/spend-limits/index.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import { conflict } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'
import type { ListHolds } from './schema.ts'
import { isKept, activeHoldsOn } from './on-listing.ts'

export { readHold } from './access.ts'

/**
 * Requests a hold for a deposit that is not paid yet (completions 11, Hold). A repeated request returns the same hold. Errors: 404, 403
 * over the key's caps, 409 when the shop takes no deposits, the item is free, or it is reserved for another buyer.
 */
export async function requestHold(tx: Tx, actor: Person, listingId: string): Promise<{ row: HoldRow; isNew: boolean }> {
  const listing = await lockForBuyer(tx, actor, listingId, 'listing')
  const standing = await activeHoldsOn(tx, listing.id)
  const own = standing.find((hold) => hold.buyer_id === actor.accountId)
  if (own) return { row: own, isNew: false }
  if (!listing.ask_hold) throw conflict('This shop does not hold items for a deposit. Buy the item, or message the seller.')
  if (listing.price_cents === 0) throw conflict('This item is free and needs no deposit. Order it instead.')
  if (await isKept(tx, listing.id, standing)) throw conflict('This item is already on hold.')
  const id = tx.newId('hld')
  const now = tx.now()
  await queries.insertHold(tx.db, {
    id,
    listing_id: listing.id,
    shop_id: listing.shop_id,
    seller_id: listing.owner_id,
    buyer_id: actor.accountId,
    listing_title: listing.title,
    deposit_cents: depositFor(listing.price_cents),
    until: new Date(now.getTime() + HOLD_PAY_MS),
    created_at: now,
    updated_at: now,
  })
  const row = (await queries.findHold(tx.db, id))!
  await commit(tx, actor, id, row.deposit_cents)
  return { row, isNew: true }
}

/** Describes the commitment of a hold. Errors: 404, 403 over the key's caps, 409 for the caller's own or a sold item. */
export async function describeHold(ctx: Context, actor: Person, listingId: string): Promise<{ summary: string; amountCents: number }> {
  const { title, price_cents } = await inTransaction(ctx, (tx) => lockForBuyer(tx, actor, listingId, 'listing'))
  const amountCents = depositFor(price_cents)
  await requireCanCommit(ctx, actor, amountCents)
  return {
    summary: `Request a hold with a deposit of ${priceText(amountCents)}, payable within 15 minutes, on ${quoteName(title)}.`,
    amountCents,
  }
}

/** Lists the actor's holds as buyer or seller, newest first. */
export const listHolds = (ctx: Context, actor: Person, { role, limit, offset }: ListHolds) =>
  queries.pageOfHolds(ctx.db, { accountId: actor.accountId, role }, { limit, offset })

/** True while a deposit of or for an account is held (completions 3, closing). */
export const hasHeldDeposit = (ctx: Context, accountId: string): Promise<boolean> => queries.hasHeldOf(ctx.db, accountId)
