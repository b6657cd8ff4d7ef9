import type { Core, Person } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName } from '#core/quoted-name.ts'
import { readSale, requireCovered, requireToShip } from './access.ts'
import { requireRate } from './buy.ts'
import { activeLabel } from './queries.ts'
import { voidable } from './void.ts'
import type { BuyLabels } from './schema.ts'

/** Describes the purchase of a label, with its cost, for the owner who must approve it. Throws the same errors as the purchase itself. */
export async function describeLabel(
  ctx: Core,
  actor: Person,
  orderId: string,
  rateId: string,
): Promise<{ summary: string; amountCents: number }> {
  const row = await readSale(ctx, actor, orderId)
  const active = await activeLabel(ctx.db, orderId)
  // a repeated request returns the existing label at no further cost
  if (active) return { summary: `Get the shipping label for ${quoteName(row.listing_title)}.`, amountCents: active.amount_cents }
  requireToShip(ctx, row)
  const { amount_cents: amountCents, carrier, service } = await requireRate(ctx, orderId, rateId)
  requireCovered(row, amountCents)
  return {
    summary: `Buy a shipping label for ${priceText(amountCents)} (${carrier} ${service}) for ${quoteName(row.listing_title)} to ${quoteName(row.buyer_name)}.`,
    amountCents,
  }
}

export async function describeVoid(ctx: Core, actor: Person, orderId: string): Promise<string> {
  await voidable(ctx, actor, orderId)
  return `Void the shipping label for ${quoteName((await readSale(ctx, actor, orderId)).listing_title)}.`
}

export async function describeLabels(ctx: Core, actor: Person, { orders }: BuyLabels): Promise<string> {
  for (const id of orders) await readSale(ctx, actor, id)
  return `Buy the cheapest shipping label for ${counted(orders.length, 'order')}: ${orders.join(', ')}.`
}
