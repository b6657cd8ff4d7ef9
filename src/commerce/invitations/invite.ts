import type { Context, Person, Tx } from '#platform/context/index.ts'
import { namedTimeText } from '#core/format/time.ts'
import { priceText } from '#core/format/money.ts'
import { floorCents } from '#core/money.ts'
import { lockListing, lockForSale, readListing, type Buyable, type SaleListing } from '#catalog/listings/index.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { recordAll } from '#platform/events/index.ts'
import { presentReceived } from './present.ts'
import * as queries from './queries.ts'
import type { Audience, InvitationRow } from './queries.ts'
import type { Invite } from './schema.ts'
import { highestCents, INVITATION_OPEN_MS, INVITATIONS_A_DAY, LIKED_FOR_MS, MOST_INVITED, MOST_PERCENT, refusedAmount } from './rules.ts'

const DAY_MS = 24 * 3600_000

/**
 * Offers a listing below its price to at most 500 people who like it, latest like first (spec: completions 13.5). Skips people who liked
 * the listing within the last hour, have an open offer for it, or were invited in the last 7 days. Also skips people who blocked the seller
 * or whom the seller blocked. No helper may call this function. Errors: 404. 400 `amount`. 409 if the listing is not for sale, is reserved,
 * or has an open invitation. 409 if no one can be invited. 409 `away` while the shop is away. 429 after 50 invitations in 24 hours.
 */
export async function inviteLikers(tx: Tx, actor: Person, listingId: string, { amount, note }: Invite): Promise<InvitationRow> {
  await queries.lockAccount(tx.db, actor.accountId)
  await lockListing(tx, actor, listingId)
  const listing = requireForSale(tx, await lockForSale(tx, listingId))
  await requireAmount(tx, listing, amount)
  await requireSeldom(tx, actor)
  const now = tx.now()
  if (await queries.expireOn(tx.db, listing.id, now))
    throw conflict('This listing already has an open invitation. Withdraw it, or wait until it expires.')
  if (await reservedFor(tx, listing.id)) throw conflict('This listing is reserved. Try again later: it may become available again.')
  const recipientIds = await queries.lockEligible(tx.db, audienceOf(tx, listing.id, actor))
  if (recipientIds.length === 0) throw noAudience()
  const row = {
    id: tx.newId('inv'),
    account_id: actor.accountId,
    listing_id: listing.id,
    amount_cents: amount,
    note: note ?? null,
    expires_at: new Date(now.getTime() + INVITATION_OPEN_MS),
    sent: recipientIds.length,
    created_at: now,
  }
  await queries.insertInvitation(tx.db, row, recipientIds)
  const invitation = (await queries.findSent(tx.db, actor.accountId, row.id))!
  const object = presentReceived(tx, { ...invitation, answer: null, order_id: null, answer_at: now })
  await recordAll(
    tx,
    recipientIds.map((accountId) => ({ accountId, type: 'invitation.received', object })),
  )
  return invitation
}

/** Checks that an invitation is possible now, and counts the people that it would reach. Throws the same errors as `inviteLikers`. */
export async function countAudience(ctx: Context, actor: Person, listingId: string): Promise<number> {
  await readListing(ctx, actor, listingId)
  return queries.countEligible(ctx.db, audienceOf(ctx, listingId, actor))
}

/** Creates the error for an invitation that no one would receive. */
export const noAudience = (): ApiError =>
  conflict(
    'There is no one to invite right now. Invitations go to people who have liked the item for an hour, have no open offer on it, and were not invited in the last 7 days.',
  )

/**
 * Checks that an amount is between the minimum price and 95% of the price. The error does not reveal the minimum price. Errors: 400
 * `amount`.
 */
export async function requireAmount(
  ctx: Pick<Context, 'db'>,
  { id, price_cents: priceCents }: Pick<Buyable, 'id' | 'price_cents'>,
  amountCents: number,
): Promise<void> {
  const { lowest_price_cents: lowestPriceCents, lowest_percent: lowestPercent } = await queries.findFloor(ctx.db, id)
  const refused = refusedAmount({ amountCents, priceCents, floorCents: floorCents({ priceCents, lowestPriceCents, lowestPercent }) })
  if (refused === 'above')
    throw invalid('amount', `amount must be at most ${priceText(highestCents(priceCents))}, which is ${MOST_PERCENT} percent of the price.`)
  if (refused === 'below') throw invalid('amount', 'amount must not be below your minimum price for this listing.')
}

export function requireForSale(ctx: Pick<Context, 'now'>, listing: SaleListing | null): Buyable {
  if (listing?.status !== 'live' || listing.visibility === 'hidden' || listing.shop_paused || listing.shop_visibility === 'private')
    throw conflict('This listing is not for sale now, so you cannot invite people to buy it.')
  if (isAway(listing.shop_away_until, ctx.now())) {
    const until = namedTimeText('moment', listing.shop_away_until)
    throw new ApiError('conflict', `Your shop is away until ${until}. Invite people when it is back.`, { code: 'away' })
  }
  return listing as Buyable
}

async function requireSeldom(tx: Tx, actor: Person): Promise<void> {
  const since = new Date(tx.now().getTime() - DAY_MS)
  const times = await queries.invitationTimes(tx.db, actor.accountId, since, INVITATIONS_A_DAY)
  if (times.length < INVITATIONS_A_DAY) return
  const seconds = Math.ceil((times.at(-1)!.getTime() - since.getTime()) / 1000)
  throw new ApiError('rate_limit', `You can send at most ${INVITATIONS_A_DAY} invitations in 24 hours. Try again later.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

const audienceOf = (ctx: Pick<Context, 'now'>, listingId: string, { accountId: sellerId }: Person): Audience => ({
  listingId,
  sellerId,
  likedBefore: new Date(ctx.now().getTime() - LIKED_FOR_MS),
  now: ctx.now(),
  limit: MOST_INVITED,
})
