import type { ChargebackNews } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { splitCents } from '#core/bundle.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { chargebackAmounts } from '#commerce/payment-exceptions/index.ts'
import { unsentRefundsByOrder } from '#commerce/payments/transfers/index.ts'
import type { PaymentRow } from '#commerce/payments/record.ts'
import { lockPurchase } from '#commerce/purchases/access.ts'
import { partRefOf } from './part-refs.ts'

export type ChargebackPart = { part: ChargebackNews; order: OrderRow }

/** Returns the part of a paid order's amount that has not been refunded, in cents. */
export const leftOfOrder = (order: OrderRow): number =>
  order.paid_at === null ? 0 : order.item_cents + order.shipping_cents - order.refunded_cents

/**
 * Locks a purchase and splits a chargeback of its payment among its orders. The parts are proportional to the amounts that were not yet
 * refunded when the chargeback was first reported. Omits orders with a part of zero.
 */
export async function lockPurchaseParts(tx: Tx, news: ChargebackNews, payment: PaymentRow): Promise<ChargebackPart[]> {
  const { orders } = await lockPurchase(tx, payment.purchase_id!)
  const weights = await weightsOf(tx, news, payment, orders)
  const amounts = splitCents(news.amountCents, weights)
  const taken = splitCents(
    news.takenCents,
    amounts.map((weight, index) => ({ id: orders[index]!.id, weight })),
  )
  return orders.flatMap((order, index) => {
    const [amountCents, takenCents] = [amounts[index]!, taken[index]!]
    return amountCents === 0 ? [] : [{ order, part: { ...news, ref: partRefOf(news.ref, order.id), amountCents, takenCents } }]
  })
}

async function weightsOf(tx: Tx, news: ChargebackNews, payment: PaymentRow, orders: readonly OrderRow[]) {
  const known = await chargebackAmounts(
    tx,
    orders.map(({ id }) => partRefOf(news.ref, id)),
  )
  if (known.size > 0) return orders.map(({ id }) => ({ id, weight: known.get(partRefOf(news.ref, id)) ?? 0 }))
  const unsent = await unsentRefundsByOrder(tx.db, payment.id)
  // a second payment for the same purchase was already refunded in full
  const isLeft = payment.amount_cents > payment.refunded_cents + payment.charged_back_cents
  const weights = orders.map((order) => ({ id: order.id, weight: (isLeft ? leftOfOrder(order) : 0) + (unsent.get(order.id) ?? 0) }))
  return weights.some(({ weight }) => weight > 0) ? weights : orders.map(({ id, share_cents: weight }) => ({ id, weight: weight! }))
}
