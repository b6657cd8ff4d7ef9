import { inTransaction, type Context, type Person, type Core } from '#platform/context/index.ts'
import { shippingOf, shippingText } from '#core/shipping.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import type { OrderOperation } from '#commerce/orders/rules/order.ts'
import { isPlainTracking } from '#commerce/orders/rules/tracking.ts'
import type { AskFirst } from '#core/scopes.ts'
import type { Party } from '#core/party.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { requireCanCommit } from '#identity/spend-limits/index.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { allow, readForVerb } from './access.ts'
import { dueOf } from './money.ts'
import { shippingCollected, shippingLeft } from './shared-shipping.ts'
import type { OrderRow } from './queries.ts'
import type { AnswerOrder, CreateOrder, PayOrder, RefundOrder, ReportProblem, ShipOrder } from './schema.ts'

export type Question = { summary: string; amountCents: number }

/** Returns the approval requirement for an action, with the amount that its description states. */
export const approvalFor = (action: AskFirst, { amountCents }: Question): ApprovalRequirement[] => [{ action, amountCents }]

/**
 * Describes a payment for the owner who must approve it (spec: completions 3, `ask_first`). Immediately rejects a payment that would fail
 * even if approved.
 */
export async function describePaying(ctx: Core, actor: Person, id: string, { address }: PayOrder): Promise<Question> {
  await addressForOrder(ctx, actor, address)
  const { row } = await readForVerb(ctx, actor, id, 'buyer')
  allow(ctx, 'pay', 'provider', row)
  await requireCanCommit(ctx, actor, totalOf(row), row.id)
  const paid = row.deposit_cents > 0 ? `, in addition to the deposit of ${priceText(row.deposit_cents)},` : ''
  return {
    summary: `Pay ${priceText(dueOf(row))}${paid} for ${called(row)} in the shop ${quoteName(row.shop_name)}.`,
    amountCents: totalOf(row),
  }
}

export async function describeShipping(ctx: Core, actor: Person, id: string): Promise<Question> {
  const row = await possible(ctx, actor, id, 'ship', 'seller')
  return { summary: `Mark ${called(row)} as shipped to ${quoteName(row.buyer_name)}.`, amountCents: totalOf(row) }
}

export async function describeCancelling(ctx: Core, actor: Person, id: string): Promise<Question> {
  const { row, party } = await readForVerb(ctx, actor, id)
  const asksSeller = party === 'buyer' && row.status !== 'awaiting_payment'
  allow(ctx, asksSeller ? 'ask_to_cancel' : 'cancel', party, row)
  if (asksSeller) return { summary: `Ask the seller to cancel the order for ${called(row)}.`, amountCents: totalOf(row) }
  const summary = party === 'seller' ? await givesBack(ctx, row) : `Cancel the order for ${called(row)}.`
  return { summary, amountCents: totalOf(row) }
}

export async function describeRefund(ctx: Core, actor: Person, id: string, { amount }: RefundOrder): Promise<Question> {
  const row = await possible(ctx, actor, id, 'refund', 'seller')
  const leftCents = leftOf(row) - (await shippingLeft(ctx, row))
  const part = amount !== undefined && amount < leftCents
  const cents = part ? amount : leftCents
  return {
    summary: `${part ? `Offer a refund of ${priceText(cents)} to ${quoteName(row.buyer_name)}` : `Refund ${priceText(cents)} to ${quoteName(row.buyer_name)}`} for ${called(row)}.`,
    amountCents: cents,
  }
}

/** Describes a new order for the owner who must approve it. The order total counts toward the spending limits. */
export async function describeBuying(ctx: Context, actor: Person, { listing, address }: CreateOrder): Promise<Question> {
  await addressForOrder(ctx, actor, address)
  const { title, price_cents, shipping_cents, shop_name } = await inTransaction(ctx, (tx) => lockForBuyer(tx, actor, listing, 'listing'))
  const amountCents = price_cents + (shipping_cents ?? 0)
  await requireCanCommit(ctx, actor, amountCents)
  const shipping = shippingText(shippingOf(shipping_cents))
  return {
    summary: `Order for ${priceText(amountCents)} (${shipping}): ${quoteName(title)} in the shop ${quoteName(shop_name)}.`,
    amountCents,
  }
}

/** Describes the effect of confirming an order, for the owner who must approve it: the seller gets the money. */
export async function describeConfirming(ctx: Core, actor: Person, id: string): Promise<Question> {
  const row = await possible(ctx, actor, id, 'confirm', 'buyer')
  const how = row.status === 'problem' ? 'withdraw the problem report' : 'complete the order'
  return {
    summary: `Release ${priceText(leftOf(row) + (await shippingCollected(ctx, row)))} to the seller and ${how} for ${called(row)}.`,
    amountCents: totalOf(row),
  }
}

/**
 * Returns the approvals required to mark an order as delivered. When the buyer confirms delivery, the last days of buyer protection begin.
 * When the seller confirms it, the buyer has picked up the item.
 */
export async function approvalsToDeliver(ctx: Core, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  const { row, party } = await readForVerb(ctx, actor, id)
  return [{ action: party === 'buyer' ? 'buying.confirm' : 'orders.ship', amountCents: totalOf(row) }]
}

export async function describeDelivering(ctx: Core, actor: Person, id: string): Promise<string> {
  const { row, party } = await readForVerb(ctx, actor, id)
  allow(ctx, row.pickup ? 'hand_over' : 'deliver', party, row)
  return party === 'buyer'
    ? `Release ${priceText(leftOf(row))} to the seller in 3 days: confirm that ${called(row)} has arrived.`
    : `Mark ${called(row)} as handed over to ${quoteName(row.buyer_name)}, who showed the pickup code.`
}

/**
 * Returns the approvals required to ship an order. The name of an unknown carrier is free text that the buyer reads, so it also requires
 * the approval for sending messages.
 */
export const approvalsToShip = ({ carrier, number }: ShipOrder): ApprovalRequirement[] => [
  { action: 'orders.ship' },
  ...(isPlainTracking(carrier, number) ? [] : [{ action: 'messages.send' } as const]),
]

export async function describeProblem(ctx: Core, actor: Person, id: string, { reason, body }: ReportProblem): Promise<string> {
  const row = await possible(ctx, actor, id, 'report', 'buyer')
  return `Report a problem with ${called(row)} (${reason.replaceAll('_', ' ')}): ${quoteText(body)}`
}

/**
 * Returns the approvals required to respond to the other party. A buyer's response decides where held money goes, and a seller's response
 * decides on a cancellation. A seller's reply to a problem counts as a message. If the required field is missing, no approval is required,
 * because the action itself rejects the request.
 */
export async function approvalsToAnswer(
  ctx: Core,
  actor: Person,
  id: string,
  { agree, body }: AnswerOrder,
): Promise<ApprovalRequirement[]> {
  const { row, party } = await readForVerb(ctx, actor, id)
  if (party === 'seller' && row.status === 'problem') return body === undefined ? [] : [{ action: 'messages.send' }]
  if (agree === undefined) return []
  return [{ action: party === 'buyer' ? 'buying.confirm' : 'orders.cancel', amountCents: totalOf(row) }]
}

export async function describeAnswering(ctx: Core, actor: Person, id: string, { agree, body }: AnswerOrder): Promise<string> {
  const { row, party } = await readForVerb(ctx, actor, id)
  if (party === 'buyer') {
    allow(ctx, agree ? 'take_part' : 'refuse_part', party, row)
    const part = priceText(row.problem?.offered_cents ?? 0)
    return agree
      ? `Accept a refund of ${part} of ${priceText(totalOf(row))} for ${called(row)}. The seller gets the rest.`
      : `Decline the offered refund of ${part} for ${called(row)}.`
  }
  if (row.status === 'problem') return `Answer ${quoteName(row.buyer_name)} about the problem with ${called(row)}: ${quoteText(body ?? '')}`
  allow(ctx, agree ? 'agree_to_cancel' : 'refuse_to_cancel', party, row)
  return agree ? givesBack(ctx, row) : `Decline the request of ${quoteName(row.buyer_name)} to cancel the order for ${called(row)}.`
}

async function possible(ctx: Core, actor: Person, id: string, operation: OrderOperation, party: Party): Promise<OrderRow> {
  const { row } = await readForVerb(ctx, actor, id, party)
  allow(ctx, operation, party, row)
  return row
}

const totalOf = (row: OrderRow): number => row.item_cents + row.shipping_cents
const leftOf = (row: OrderRow): number => totalOf(row) - row.refunded_cents
const called = (row: OrderRow): string => quoteName(row.listing_title)
const givesBack = async (ctx: Core, row: OrderRow): Promise<string> =>
  `Refund ${priceText(leftOf(row) - (await shippingLeft(ctx, row)))} to ${quoteName(row.buyer_name)} and cancel the order for ${called(row)}.`
