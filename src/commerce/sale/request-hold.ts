import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { depositFor } from '#commerce/holds/rules.ts'
import { quoteName } from '#core/quoted-name.ts'
import { priceText } from '#core/format/money.ts'
import { commit, requireCanCommit } from '#identity/spend-limits/index.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { createHold } from '#commerce/holds/create.ts'
import type { HoldRow } from '#commerce/holds/queries.ts'
import { activeHoldsOn, isReserved } from './active-holds.ts'

/**
 * Requests a hold, which becomes active when its deposit is paid (spec: completions 11, Hold). A repeated request returns the same hold.
 * Errors: 403 if the deposit exceeds the key's spending limits; 404; 409 if the shop does not take deposits, or if the item is free or
 * reserved for a different buyer.
 */
export async function requestHold(tx: Tx, actor: Person, listingId: string): Promise<{ row: HoldRow; isNew: boolean }> {
  const listing = await lockForBuyer(tx, actor, listingId, 'listing')
  const active = await activeHoldsOn(tx, listing.id)
  const own = active.find((hold) => hold.buyer_id === actor.accountId)
  if (own) return { row: own, isNew: false }
  if (!listing.ask_hold) throw conflict('This shop does not hold items for a deposit. Buy the item, or message the seller.')
  if (listing.price_cents === 0) throw conflict('This item is free and needs no deposit. Order it instead.')
  if (await isReserved(tx, listing.id, active)) throw conflict('This item is already on hold.')
  const row = await createHold(tx, actor.accountId, listing)
  await commit(tx, actor, row.id, row.deposit_cents)
  return { row, isNew: true }
}

/**
 * Describes a hold request for the owner who must approve it, because requesting a hold commits money. Errors: 404; 403 if the deposit
 * exceeds the key's spending limits; 409 if the item is the caller's own or is sold.
 */
export async function describeHold(ctx: Context, actor: Person, listingId: string): Promise<{ summary: string; amountCents: number }> {
  const { title, price_cents } = await inTransaction(ctx, (tx) => lockForBuyer(tx, actor, listingId, 'listing'))
  const amountCents = depositFor(price_cents)
  await requireCanCommit(ctx, actor, amountCents)
  return {
    summary: `Request a hold with a deposit of ${priceText(amountCents)}, payable within 15 minutes, on ${quoteName(title)}.`,
    amountCents,
  }
}
