import type { Context, Person } from '#context.ts'
import { dollarsFromCents } from '#domain/money.ts'
import type { OrderOperation } from '#domain/order.ts'
import type { AskFirst } from '#domain/scopes.ts'
import type { Ask } from '#lib/http/endpoint.ts'
import { allow, readForVerb } from './access.ts'
import { refuseOverLimit } from './buy.ts'
import type { OrderSide } from './present.ts'
import type { OrderRow } from './queries.ts'
import type { RefundOrder } from './schema.ts'

export type Told = { summary: string; amountCents: number }

/** What is asked for, by what it would do. */
export const asking = (action: AskFirst, told: Told | null): Ask[] => (told ? [{ action, amountCents: told.amountCents }] : [])

/**
 * What a held request would do, in words for its owner and with its amount (completions 3, `ask_first`). A request that could
 * not run anyway is refused at once, as if it had not been held.
 */
export async function describePaying(ctx: Context, actor: Person, id: string): Promise<Told> {
  const { row } = await readForVerb(ctx, actor, id, 'buyer')
  allow(ctx, 'pay', 'provider', row)
  refuseOverLimit(actor, totalOf(row))
  return { summary: `Pay ${dollars(totalOf(row))} for ${called(row)} in the shop ${row.shop_name}.`, amountCents: totalOf(row) }
}

export async function describeShipping(ctx: Context, actor: Person, id: string): Promise<Told> {
  const row = await possible(ctx, actor, id, 'ship', 'seller')
  return { summary: `Mark ${called(row)} as sent to ${row.buyer_name}.`, amountCents: totalOf(row) }
}

export async function describeCancelling(ctx: Context, actor: Person, id: string): Promise<Told> {
  const { row, side } = await readForVerb(ctx, actor, id)
  const asks = side === 'buyer' && row.status !== 'awaiting_payment'
  allow(ctx, asks ? 'ask_to_cancel' : 'cancel', side, row)
  if (asks) return { summary: `Ask the seller to cancel the order of ${called(row)}.`, amountCents: totalOf(row) }
  const back = side === 'seller' ? ` and give ${row.buyer_name} ${dollars(totalOf(row))} back` : ''
  return { summary: `Cancel the order of ${called(row)}${back}.`, amountCents: totalOf(row) }
}

export async function describeRefund(ctx: Context, actor: Person, id: string, { amount }: RefundOrder): Promise<Told> {
  const row = await possible(ctx, actor, id, 'refund', 'seller')
  const leftCents = totalOf(row) - row.refunded_cents
  const part = amount !== undefined && amount < leftCents
  const cents = part ? amount : leftCents
  return {
    summary: `${part ? 'Offer' : 'Give'} ${row.buyer_name} ${dollars(cents)} back for ${called(row)}.`,
    amountCents: cents,
  }
}

/** The seller agrees to cancel. Null for the buyer, whose yes takes money and gives none. */
export async function describeAgreeing(ctx: Context, actor: Person, id: string): Promise<Told | null> {
  const { row, side } = await readForVerb(ctx, actor, id)
  if (side === 'buyer') return null
  allow(ctx, 'agree_to_cancel', side, row)
  return {
    summary: `Cancel the order of ${called(row)} and give ${row.buyer_name} ${dollars(totalOf(row))} back.`,
    amountCents: totalOf(row),
  }
}

async function possible(ctx: Context, actor: Person, id: string, operation: OrderOperation, side: OrderSide): Promise<OrderRow> {
  const { row } = await readForVerb(ctx, actor, id, side)
  allow(ctx, operation, side, row)
  return row
}

const totalOf = (row: OrderRow): number => row.item_cents + row.shipping_cents
const called = (row: OrderRow): string => `“${row.listing_title}”`
const dollars = (cents: number): string => `$${cents % 100 === 0 ? dollarsFromCents(cents) : dollarsFromCents(cents).toFixed(2)}`
