import type { Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { OFFER_OPEN_MS, OFFERS_A_DAY, statusAt } from './rules.ts'
import { lockForBuyer, type Buyable } from '#catalog/listings/index.ts'
import { commit, requireUnderLimit } from '#identity/spend-limits/index.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { requireTransition, offerEvents, write } from './transition.ts'
import * as queries from './queries.ts'
import type { OfferRow } from './queries.ts'
import type { MakeOffer } from './schema.ts'

const DAY_MS = 24 * 3600_000

/**
 * Makes an offer, which stays open for 48 hours and replaces the buyer's active offer on the listing (spec: completions 6). The response
 * never depends on the minimum price. Errors: 403 if the amount exceeds the key's spending limits; 404; 409 for a listing that is the
 * caller's own, sold, reserved or closed to offers; 400 `amount` if the offer exceeds the price or does not exceed the replaced offer; 429
 * after 5 offers in 24 hours, including withdrawn offers.
 */
export async function makeOffer(tx: Tx, actor: Person, input: MakeOffer): Promise<OfferRow> {
  requireUnderLimit(actor, input.amount)
  const listing = await lockForBuyer(tx, actor, input.listing, 'listing')
  await requireOpenTo(tx, actor, listing)
  if (input.amount > listing.price_cents)
    throw invalid('amount', `amount must not be above the price of ${priceText(listing.price_cents)}.`)
  await requireSeldom(tx, actor, listing)
  await replaceActive(tx, actor, listing, input.amount)
  const row = newOffer(tx, actor, listing, input)
  await commit(tx, actor, row.id, input.amount)
  await queries.insertOffer(tx.db, row, offerEvents(tx, row, [['seller', 'offer.received']]))
  return row
}

function newOffer(tx: Tx, actor: Person, listing: Buyable, { amount, note }: MakeOffer): OfferRow {
  const now = tx.now()
  return {
    id: tx.newId('off'),
    listing_id: listing.id,
    shop_id: listing.shop_id,
    seller_id: listing.owner_id,
    buyer_id: actor.accountId,
    buyer_name: actor.name,
    listing_title: listing.title,
    listing_price_cents: listing.price_cents,
    shop_slug: listing.shop_slug,
    shop_name: listing.shop_name,
    amount_cents: amount,
    note: note ?? null,
    status: 'open',
    ...NO_ANSWER,
    expires_at: new Date(now.getTime() + OFFER_OPEN_MS),
    created_at: now,
    updated_at: now,
  }
}

const NO_ANSWER = {
  counter_cents: null,
  counter_note: null,
  counter_by: null,
  counter_expires_at: null,
  closed_reason: null,
  order_id: null,
}

/**
 * Checks that the listing accepts offers from this buyer. An unfinished order blocks all buyers; a hold blocks all except the buyer who has
 * it.
 */
async function requireOpenTo(tx: Tx, actor: Person, listing: Buyable): Promise<void> {
  if (!listing.take_offers) throw conflict('This listing does not accept offers. Buy it at its price, or message the seller.')
  const reserved = await reservedFor(tx, listing.id)
  if (reserved && (reserved.by === 'order' || reserved.buyerId !== actor.accountId))
    throw conflict('This listing is reserved. Try again later: it may become available again.')
}

async function requireSeldom(tx: Tx, actor: Person, listing: Buyable): Promise<void> {
  const since = new Date(tx.now().getTime() - DAY_MS)
  const times = await queries.offerTimes(tx.db, listing.id, actor.accountId, since, OFFERS_A_DAY)
  if (times.length < OFFERS_A_DAY) return
  const seconds = Math.ceil((times.at(-1)!.getTime() - since.getTime()) / 1000)
  throw new ApiError(
    'rate_limit',
    `You can make at most ${OFFERS_A_DAY} offers on one listing in 24 hours. Wait, or answer the last counteroffer.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )
}

/**
 * Ends the buyer's active offer on the listing, if any. An offer past its deadline expires. Otherwise, the new offer replaces the active
 * offer, and must be higher.
 */
async function replaceActive(tx: Tx, actor: Person, listing: Buyable, amountCents: number): Promise<void> {
  const active = await queries.lockActive(tx.db, listing.id, actor.accountId)
  if (!active) return
  if (statusAt({ status: active.status, expiresAt: active.expires_at }, tx.now()) === 'expired') {
    await write(tx, active, requireTransition(tx, active, 'expire', 'clock'), ['buyer', 'offer.expired'], ['seller', 'offer.expired'])
    return
  }
  if (amountCents <= active.amount_cents)
    throw invalid('amount', `amount must be higher than your open offer of ${priceText(active.amount_cents)}, which it replaces.`)
  await write(tx, active, requireTransition(tx, active, 'replace', 'buyer'))
}
