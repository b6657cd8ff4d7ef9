import type { Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { statusAt as offerStatusAt } from '#commerce/offers/rules.ts'
import { shippingCentsOf, shippingNote } from '#core/shipping.ts'
import { accountNeeded, hasEmail } from './buyer.ts'
import { missingOf } from './destination.ts'
import { offeredCents, shippingOfFacts, totalOf, type Facts } from './facts.ts'

export type CheckoutStatus = 'incomplete' | 'requires_escalation' | 'ready_for_complete' | 'complete_in_progress' | 'completed' | 'canceled'
type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review'
export type Message =
  | { type: 'error'; code: string; content: string; severity: Severity; path?: string }
  | { type: 'warning'; code: string; content: string; path?: string; presentation?: 'disclosure' }
  | { type: 'info'; code: string; content: string; path?: string }

/** State of a checkout. `at` is the URL at which the buyer continues. Default: the listing's page. */
export type State = { status: CheckoutStatus; messages: Message[]; at?: string }

/** Derives the state of a checkout. Checks first for final states, then for errors, and then for approvals. */
export function stateOf(ctx: Core, facts: Facts): State {
  const { row, order, approval } = facts
  if (order && order.paid_at !== null) return { status: 'completed', messages: [] }
  if (row.cancelled_at !== null) return { status: 'canceled', messages: [] }
  if (row.expires_at <= ctx.now()) return { status: 'canceled', messages: [{ type: 'info', code: 'expired', content: 'This checkout has expired. Create a new one.' }] } // prettier-ignore
  if (order?.payment === 'pending')
    return {
      status: 'complete_in_progress',
      messages: [{ type: 'info', code: 'payment_pending', content: 'The payment is being processed. Try again in a moment.' }],
      at: order.purchase_id === null ? ctx.urls.order('buyer', order.id) : ctx.urls.purchase(order.purchase_id),
    }
  const messages = [...itemErrors(ctx, facts), ...emailErrors(facts), ...destinationErrors(facts), ...notes(facts)]
  if (messages.some(({ type }) => type === 'error')) return { status: 'incomplete', messages }
  const review = accountMessage(ctx, facts) ?? capOf(facts) ?? approvalMessage(facts)
  if (review) messages.push(review)
  if (review && approval?.status === 'pending') return { status: 'requires_escalation', messages, at: approval.url }
  return { status: review ? 'requires_escalation' : 'ready_for_complete', messages }
}

const wrong = (code: string, content: string, path: string): Message => ({ type: 'error', code, content, severity: 'recoverable', path })
const lineAt = (index: number): string => `$.line_items[${index}]`
const ITEM = lineAt(0)

/**
 * Returns the errors that prevent the buyer from buying the item. Once the checkout has an order, the state of the listing and the offer no
 * longer matters.
 */
function itemErrors(ctx: Core, facts: Facts): Message[] {
  const { row, order, agreed } = facts
  if (order) return []
  if (row.items !== null) return bundleErrors(facts)
  const problem = agreed ? null : (wrongListing(facts) ?? wrongOffer(ctx, facts))
  if (problem) return [problem]
  const now = priceNow(ctx, facts)
  const sending = shippingCentsOf(shippingOfFacts(facts))
  if (now === row.item_cents && sending === row.shipping_cents) return []
  return [wrong('price_changed', `The total is now ${priceText(now + (sending ?? 0))}. Update the checkout to accept it.`, ITEM)]
}

/**
 * Returns one error for each line that cannot be bought in this checkout. If all lines can be bought, but at a different price, returns an
 * error about the price.
 */
function bundleErrors({ row, lines, problems, quote }: Facts): Message[] {
  if (quote === null) return problems.map(({ index, code, content }) => wrong(code, content, lineAt(index)))
  const changed = lines.findIndex(({ cents, card }) => card!.priceCents !== cents)
  if (changed === -1 && quote.discountCents === row.discount_cents && quote.shippingCents === row.shipping_cents) return []
  const content = `The total is now ${priceText(quote.totalCents)}. Update the checkout to accept it.`
  return [wrong('price_changed', content, changed === -1 ? '$.totals' : lineAt(changed))]
}

function wrongListing({ card, reserved }: Facts): Message | null {
  if (!card) return wrong('item_unavailable', 'This listing no longer exists.', ITEM)
  if (card.status !== 'live') return wrong('out_of_stock', 'This listing is already sold.', ITEM)
  return reserved
    ? wrong('item_unavailable', 'This listing is reserved for another buyer. Try again later: that buyer may not pay in time.', ITEM)
    : null
}

function priceNow(ctx: Core, { card, offer, agreed }: Facts): number {
  return agreed?.item_cents ?? (offer && offeredCents(ctx, offer)) ?? card!.priceCents!
}

function wrongOffer(ctx: Core, { row, offer }: Facts): Message | null {
  if (row.offer_id === null) return null
  const path = '$.offer.id'
  if (!offer) return wrong('offer_ended', 'This offer no longer exists. Remove it from the checkout, or make another offer.', path)
  const status = offerStatusAt({ status: offer.status, expiresAt: offer.expires_at }, ctx.now())
  if (status === 'open')
    return wrong(
      'offer_open',
      'The seller has not answered this offer yet. Wait for the answer, or remove the offer to pay the full price.',
      path,
    )
  if (status === 'countered' || status === 'accepted') return null
  return wrong('offer_ended', `This offer is ${status}. Remove it from the checkout, or make another offer.`, path)
}

function destinationErrors(facts: Facts): Message[] {
  if (shippingOfFacts(facts).kind === 'pickup') return []
  const { destination } = facts.row
  const at = '$.fulfillment.methods[0].destinations'
  if (destination === null) return [wrong('missing', 'Enter the delivery address.', at)]
  return missingOf(destination).map((name) => wrong('missing', `${name} is missing. Enter it.`, `${at}[0].${name}`))
}

/** Returns an error if a guest's email address is missing. It is needed for the receipt and for the link to the order. */
function emailErrors(facts: Facts): Message[] {
  if (!facts.actor.guest || facts.order || hasEmail(facts)) return []
  return [wrong('missing', 'Enter a valid email address for the buyer, or link the buyer’s account.', '$.buyer.email')]
}

function notes(facts: Facts): Message[] {
  const note = shippingNote(shippingOfFacts(facts))
  if (note === null) return []
  return [{ type: 'warning', code: 'fulfillment', content: note, path: '$.fulfillment', presentation: 'disclosure' }]
}

/** Returns a message if the total exceeds the key's limit per purchase. The owner can still complete the checkout. */
function capOf({ row, actor }: Facts): Message | null {
  const total = totalOf(row)
  if (actor.maxOfferCents === null || total <= actor.maxOfferCents) return null
  const content = `This agent can spend at most ${priceText(actor.maxOfferCents)} per purchase, but the total is ${priceText(total)}. The buyer can complete the purchase at continue_url.`
  return { type: 'error', code: 'over_limit', content, severity: 'requires_buyer_review', path: '$.totals' }
}

function accountMessage(ctx: Core, facts: Facts): Message | null {
  const needed = accountNeeded(ctx, facts)
  return needed && review(needed.code, needed.content)
}

const review = (code: string, content: string): Message => ({ type: 'error', code, content, severity: 'requires_buyer_review' })

/**
 * Returns a message about a pending or declined approval. If a completion fails although it was approved, the caller can request a new
 * approval.
 */
function approvalMessage({ approval }: Facts): Message | null {
  switch (approval?.status) {
    case 'pending':
      return review('approval_required', 'The buyer must approve this first, at continue_url.')
    case 'declined':
      return review('approval_declined', 'The buyer declined. Try again only if the buyer asks for a change.')
    default:
      return null
  }
}

/** Returns a message that explains why an approved completion failed, or null if none failed. */
export function failureOf({ approval }: Facts): Message | null {
  if (approval?.status !== 'failed') return null
  const message = (approval.result?.body as { error?: { message?: unknown } } | undefined)?.error?.message
  const content = typeof message === 'string' ? message : 'The buyer approved the purchase, but it failed. Try again.'
  return { type: 'warning', code: 'approval_failed', content }
}
