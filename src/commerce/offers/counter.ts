import type { Helper, Person, Tx } from '#platform/context/index.ts'
import { counterTemplate } from '#commerce/negotiations/rules/counter-message.ts'
import { priceText } from '#core/format/money.ts'
import { OFFER_OPEN_MS } from './rules.ts'
import { postToBuyer } from '#messaging/threads/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { unavailable } from '#messaging/blocks/index.ts'
import { isOfferBlocked, lockOffer } from './access.ts'
import { requireTransition, write } from './transition.ts'
import type { OfferRow } from './queries.ts'

export type Counter = {
  amountCents: number
  note: string | null
  /** Message to send with the counteroffer. If null, the standard message is sent, followed by `note`. */
  message: string | null
}

/**
 * Makes a counteroffer that is above the offer, below the price, and valid for 48 hours. Posts the message in the same transaction (spec:
 * completions 6; interface, helper 8.6). For the agent, does nothing and returns null if the offer is no longer open. Errors for the owner:
 * 404; 400 `amount`; 409 for an offer that is no longer open; 409 `unavailable` if one party has blocked the other.
 */
export async function counterOffer(tx: Tx, actor: Person | Helper, offerId: string, counter: Counter): Promise<OfferRow | null> {
  try {
    return await counterAs(tx, actor, offerId, counter)
  } catch (error) {
    // all checks come before the first write, so a rejected request writes nothing in this transaction
    if (actor.kind === 'helper' && error instanceof ApiError) return null
    throw error
  }
}

async function counterAs(tx: Tx, actor: Person | Helper, offerId: string, { amountCents, note, message }: Counter): Promise<OfferRow> {
  const by = actor.kind === 'helper' ? 'agent' : 'owner'
  if (await isOfferBlocked(tx, actor.accountId, offerId)) throw unavailable()
  const { row, party, listing } = await lockOffer(tx, actor.accountId, offerId)
  const change = requireTransition(tx, row, 'counter', party === 'owner' ? by : party)
  if (listing?.status !== 'live' || listing.price_cents === null) throw conflict('This listing is no longer for sale.')
  requireBetween(amountCents, row.amount_cents, listing.price_cents)
  const expiresAt = new Date(change.updated_at.getTime() + OFFER_OPEN_MS)
  const counter = {
    counter_cents: amountCents,
    counter_note: note,
    counter_by: by,
    counter_expires_at: expiresAt,
    expires_at: expiresAt,
  } as const
  const countered = await write(tx, row, { ...change, ...counter }, ['buyer', 'offer.countered'])
  await postToBuyer(tx, subjectOf(countered), { from: by, text: message ?? defaultText(countered) })
  return countered
}

function requireBetween(counterCents: number, offerCents: number, priceCents: number): void {
  if (counterCents > offerCents && counterCents < priceCents) return
  throw invalid('amount', `amount must be above the offer of ${priceText(offerCents)} and below the price of ${priceText(priceCents)}.`)
}

const defaultText = ({ amount_cents, counter_cents, counter_note }: OfferRow): string => {
  const template = counterTemplate({ offerCents: amount_cents, counterCents: counter_cents! })
  return counter_note === null ? template : `${template}\n\n${counter_note}`
}

const subjectOf = (row: OfferRow) => ({
  listingId: row.listing_id,
  listingTitle: row.listing_title,
  shopId: row.shop_id,
  shopSlug: row.shop_slug,
  shopName: row.shop_name,
  sellerId: row.seller_id,
  buyerId: row.buyer_id,
})
