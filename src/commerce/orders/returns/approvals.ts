import type { Core, Person } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import type { Party } from '#core/party.ts'
import type { ReturnOperation } from '#commerce/orders/rules/return.ts'
import { isPlainTracking } from '#commerce/orders/rules/tracking.ts'
import { readForVerb } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { shippingLeft } from '#commerce/orders/shared-shipping.ts'
import { allowReturn } from '#commerce/orders/return-transition.ts'
import type { ContestReturn, OfferReturn, SendReturn } from '#commerce/orders/schema.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'

/*
 * Each step of a return requires the same approval as the most similar action on an order. Offering a return, and marking it as received,
 * count as a refund. The buyer's answer counts as a decision about held money, sending the parcel as shipping, and contesting the return as
 * a message.
 */

type Question = { summary: string; amountCents: number }
type Possible = { row: OrderRow; amountCents: number; back: string }

export async function describeOffer(ctx: Core, actor: Person, id: string, { payer }: OfferReturn): Promise<Question> {
  const { row, amountCents, back } = await possible(ctx, actor, id, 'offer', 'seller')
  const who = payer === 'seller' ? 'You pay' : 'The buyer pays'
  return {
    summary: `Offer to refund ${back} to ${quoteName(row.buyer_name)} when ${called(row)} comes back. ${who} the return shipping.`,
    amountCents,
  }
}

export async function describeAnswer(ctx: Core, actor: Person, id: string, operation: 'agree' | 'decline'): Promise<Question> {
  const { row, amountCents, back } = await possible(ctx, actor, id, operation, 'buyer')
  const payer = row.return_details?.payer === 'buyer' ? 'You pay' : 'The seller pays'
  const summary =
    operation === 'agree'
      ? `Get ${back} back: agree to send back ${called(row)} to the shop ${quoteName(row.shop_name)}. ${payer} the return shipping.`
      : `Decline a refund of ${back} for sending back ${called(row)}. The operator decides.`
  return { summary, amountCents }
}

export async function describeSending(ctx: Core, actor: Person, id: string): Promise<Question> {
  const { row, amountCents } = await possible(ctx, actor, id, 'send', 'buyer')
  return { summary: `Mark ${called(row)} as sent back to the shop ${quoteName(row.shop_name)}.`, amountCents }
}

/**
 * Returns the approvals required to mark a returned parcel as sent. The name of an unknown carrier is free text that the seller reads, so
 * it requires the same approval as a message.
 */
export const approvalsToSend = ({ carrier, number }: SendReturn): ApprovalRequirement[] => [
  { action: 'orders.ship' },
  ...(isPlainTracking(carrier, number) ? [] : [{ action: 'messages.send' } as const]),
]

export async function describeReceiving(ctx: Core, actor: Person, id: string): Promise<Question> {
  const { row, amountCents, back } = await possible(ctx, actor, id, 'receive', 'seller')
  const summary = `Refund ${back} to ${quoteName(row.buyer_name)} in 3 working days, unless you contest it: mark ${called(row)} as received.`
  return { summary, amountCents }
}

export async function describeContest(ctx: Core, actor: Person, id: string, { body }: ContestReturn): Promise<string> {
  const { row } = await possible(ctx, actor, id, 'contest', 'seller')
  return `Contest the return of ${called(row)}: ${quoteText(body)}`
}

async function possible(ctx: Core, actor: Person, id: string, operation: ReturnOperation, party: Party): Promise<Possible> {
  const { row } = await readForVerb(ctx, actor, id, party)
  allowReturn(ctx, operation, party, row)
  const amountCents = row.item_cents + row.shipping_cents - row.refunded_cents - (await shippingLeft(ctx, row))
  return { row, amountCents, back: priceText(amountCents) }
}

const called = (row: OrderRow): string => quoteName(row.listing_title)
