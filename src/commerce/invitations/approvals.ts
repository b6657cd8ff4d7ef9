import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { shippingOf, shippingText } from '#core/shipping.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { requireCanCommit } from '#identity/spend-limits/index.ts'
import { lockForBuyer, lockForSale, readListing } from '#catalog/listings/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { readReceived, requirePossible } from './access.ts'
import { countAudience, noAudience, requireForSale } from './invite.ts'
import type { Invite, TakeInvitation } from './schema.ts'

/**
 * Returns the approvals that an invitation requires: `offers.invite`, because an invitation is a promise to sell, and `messages.send` if
 * there is a note.
 */
export const approvalsToInvite = ({ amount, note }: Invite): ApprovalRequirement[] => [
  { action: 'offers.invite', amountCents: amount },
  ...(note ? [{ action: 'messages.send' } as const] : []),
]

/** Describes an invitation for the owner who must approve it. The errors must not depend on the minimum price. */
export async function describeInvite(ctx: Context, actor: Person, listingId: string, { amount, note }: Invite): Promise<string> {
  const count = await countAudience(ctx, actor, listingId)
  const { price_cents, title } = await inTransaction(ctx, async (tx) => {
    await readListing(tx, actor, listingId)
    return requireForSale(tx, await lockForSale(tx, listingId))
  })
  if (count === 0) throw noAudience()
  const ending = note ? `, with the note ${quoteText(note)}.` : '.'
  const people = counted(count, 'person who likes it', 'people who like it')
  return `Offer ${priceText(amount)} (price ${priceText(price_cents)}) for ${quoteName(title)} to ${people}${ending}`
}

export type Question = { summary: string; amountCents: number }

/**
 * Describes, for the owner who must approve it, the order that results from accepting an invitation. Rejects a request that would fail even
 * with an approval.
 */
export async function describeTaking(ctx: Context, actor: Person, id: string, { address }: TakeInvitation): Promise<Question> {
  await addressForOrder(ctx, actor, address)
  const row = await readReceived(ctx, actor, id)
  const listing = await inTransaction(ctx, (tx) => lockForBuyer(tx, actor, row.listing_id))
  requirePossible(ctx, row, 'take')
  const amountCents = Math.min(row.amount_cents, listing.price_cents) + (listing.shipping_cents ?? 0)
  await requireCanCommit(ctx, actor, amountCents)
  const shipping = shippingText(shippingOf(listing.shipping_cents))
  return {
    summary: `Order for ${priceText(amountCents)} (${shipping}): ${quoteName(listing.title)} in the shop ${quoteName(listing.shop_name)}, by the seller’s invitation.`,
    amountCents,
  }
}
