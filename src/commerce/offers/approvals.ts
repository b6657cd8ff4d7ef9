import { inTransaction, type Context, type Person, type Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { decideOffer, type OfferOperation } from './rules.ts'
import { requireCanCommit } from '#identity/spend-limits/index.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { unavailable } from '#messaging/blocks/index.ts'
import { isOfferBlocked, readOffer, requireScopeOf, type OfferParty } from './access.ts'
import { agreedCents } from './amount.ts'
import type { OfferRow } from './queries.ts'
import type { CounterOffer, MakeOffer } from './schema.ts'

/*
 * Returns the approvals that a request about an offer requires, which depend on the actor's role (spec: completions 3). Immediately rejects
 * a request that would fail even if approved, such as an amount above `max_offer`.
 */

/**
 * Returns the approvals required to make an offer: `buying.offer`, and `messages.send` for an offer with a note. Errors: 403 if the amount
 * exceeds the spending limits.
 */
export async function approvalsToOffer(ctx: Core, actor: Person, { amount, note }: MakeOffer): Promise<ApprovalRequirement[]> {
  await requireCanCommit(ctx, actor, amount)
  return [{ action: 'buying.offer', amountCents: amount }, ...messageApproval(note)]
}

/** Returns the approvals required to accept: `offers.accept` for the owner, or `buying.offer` for a buyer, who is then committed to pay. */
export async function approvalsToAccept(ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  const { row, party } = await answerable(ctx, actor, id, 'accept')
  const amountCents = agreedCents(row)
  if (party === 'owner') return [{ action: 'offers.accept', amountCents }]
  await requireCanCommit(ctx, actor, amountCents, row.id)
  return [{ action: 'buying.offer', amountCents }]
}

/**
 * Returns the approvals required to decline: `offers.decline` for the listing's owner, and none for a buyer, whom declining does not commit
 * to anything.
 */
export async function approvalsToDecline(ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  const { row, party } = await answerable(ctx, actor, id, 'decline')
  return party === 'owner' ? [{ action: 'offers.decline', amountCents: row.amount_cents }] : []
}

/**
 * Returns the approvals required for a counteroffer: `offers.counter`, because a counteroffer commits the seller to sell, and
 * `messages.send` for a counteroffer with a note.
 */
export const approvalsToCounter = ({ amount, note }: CounterOffer): ApprovalRequirement[] => [
  { action: 'offers.counter', amountCents: amount },
  ...messageApproval(note),
]

const messageApproval = (note: string | null | undefined): ApprovalRequirement[] => (note ? [{ action: 'messages.send' }] : [])
const noteText = (note: string | null | undefined): string => (note ? `, with the note ${quoteText(note)}.` : '.')

export async function describeOffer(ctx: Context, actor: Person, { listing, amount, note }: MakeOffer): Promise<string> {
  const { title, price_cents } = await inTransaction(ctx, (tx) => lockForBuyer(tx, actor, listing, 'listing'))
  return `Offer ${priceText(amount)} (price ${priceText(price_cents)}) for ${quoteName(title)}${noteText(note)}`
}

export async function describeAcceptance(ctx: Core, actor: Person, id: string): Promise<string> {
  const { row, party } = await readOffer(ctx, actor, id)
  const named = priceText(row.counter_cents ?? row.amount_cents)
  const [agreed, price] = [priceText(agreedCents(row)), priceText(row.listing_price_cents)]
  const paid = agreed === named ? ` (price ${price})` : `, at the current price of ${agreed},`
  return party === 'owner'
    ? `Accept the offer of ${named}${paid} by ${quoteName(row.buyer_name)} for ${quoteName(row.listing_title)}.`
    : `Accept the counteroffer of ${named}${paid} for ${quoteName(row.listing_title)}.`
}

export async function describeDecline(ctx: Core, actor: Person, id: string): Promise<string> {
  const { row } = await readOffer(ctx, actor, id)
  return `Decline the offer of ${priceText(row.amount_cents)} by ${quoteName(row.buyer_name)} for ${quoteName(row.listing_title)}.`
}

export async function describeCounter(ctx: Context, actor: Person, id: string, { amount, note }: CounterOffer): Promise<string> {
  const { row } = await answerable(ctx, actor, id, 'counter')
  return `Counter the offer of ${priceText(row.amount_cents)} with ${priceText(amount)}, to ${quoteName(row.buyer_name)} for ${quoteName(row.listing_title)}${noteText(note)}`
}

async function answerable(
  ctx: Context,
  actor: Person,
  id: string,
  operation: OfferOperation,
): Promise<{ row: OfferRow; party: OfferParty }> {
  const { row, party } = await readOffer(ctx, actor, id)
  requireScopeOf(actor, party)
  if (operation !== 'decline' && (await inTransaction(ctx, (tx) => isOfferBlocked(tx, actor.accountId, id)))) throw unavailable()
  const decision = decideOffer(operation, party, { status: row.status, expiresAt: row.expires_at }, ctx.now())
  if (decision.kind === 'refuse') throw new ApiError('conflict', decision.message, { code: decision.status })
  return { row, party }
}
