import type { Charged } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { depositUsed, received } from '#commerce/ledger/rules.ts'
import { decideOrder, lateFrom, shipBy } from '#commerce/orders/rules/order.ts'
import { post } from '#commerce/ledger/index.ts'
import { sellListing } from '#catalog/listings/index.ts'
import { closeInvitations } from '#commerce/invitations/index.ts'
import { closeOffers } from '#commerce/offers/index.ts'
import { countGuestOrderPaid } from '#commerce/guests/index.ts'
import { returnRest } from '#commerce/holds/use.ts'
import { recordRefundDue } from '#commerce/payments/refunds-due.ts'
import { readPayment, recordCharge, type PaymentRow } from '#commerce/payments/record.ts'
import { conflict } from '#platform/errors/index.ts'
import { factsOf, lockById } from '#commerce/orders/access.ts'
import { dueOf } from '#commerce/orders/money.ts'
import { changeOrder, transitionOrder } from '#commerce/orders/transition.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { recordBuyerEvent, recordSellerEvent } from '#commerce/orders/notify.ts'

/**
 * Applies the result of a payment, which comes from the response to `pay`, from the webhook, or from polling (spec: completions 7).
 * Idempotent: a payment counts only once, even if results are repeated or arrive out of order. Refunds a payment if the order no longer
 * awaits payment. Locks the listing, then the order.
 */
export async function markOrderPaid(tx: Tx, paymentId: string, charged: Charged): Promise<void> {
  const orderId = (await readPayment(tx, paymentId))?.order_id
  if (!orderId) return
  const row = await lockById(tx, orderId)
  const payment = await recordCharge(tx, paymentId, charged)
  if (payment?.status === 'succeeded') return takeMoney(tx, row, payment)
  if (!payment || row.status !== 'awaiting_payment') return
  await changeOrder(tx, row, { payment: payment.status === 'pending' ? 'pending' : 'unpaid' })
}

/** Marks an order as paid without a payment provider, for an order with nothing left to pay. The caller must lock the order. */
export async function markFreeOrderPaid(tx: Tx, row: OrderRow): Promise<void> {
  if (!(await sellOrder(tx, row, 'buyer'))) throw conflict('This item is no longer for sale.')
}

async function takeMoney(tx: Tx, row: OrderRow, payment: PaymentRow): Promise<void> {
  await post(tx, received({ orderId: row.id }, payment.amount_cents))
  const waits = decideOrder('pay', 'provider', factsOf(row), tx.now()).kind === 'move' && payment.amount_cents === dueOf(row)
  if (waits && (await sellOrder(tx, row, 'provider'))) return
  await recordRefundDue(tx, payment.id, { orderId: row.id })
}

/**
 * Marks the listing as sold, closes all other offers on it, applies the deposit and notifies both parties (spec: completions 7). Returns
 * false if the listing is no longer for sale.
 */
export async function sellOrder(tx: Tx, row: OrderRow, by: 'provider' | 'buyer'): Promise<boolean> {
  if (!(await sellListing(tx, row.listing_id))) return false
  await closeOffers(tx, [row.listing_id], 'sold', row.offer_id)
  await closeInvitations(tx, [row.listing_id])
  const now = tx.now()
  const paid = await transitionOrder(tx, row, 'paid', by, { paid_at: now, ship_by: shipBy(now), remind_at: lateFrom(now) })
  if (row.hold_id !== null) await useDeposit(tx, row.hold_id, row)
  await countGuestOrderPaid(tx, row.id)
  await recordSellerEvent(tx, 'listing.sold', paid)
  await recordBuyerEvent(tx, 'order.paid', paid)
  return true
}

/** Applies a hold's deposit to the order, and refunds the part that exceeds the price. */
async function useDeposit(tx: Tx, holdId: string, row: OrderRow): Promise<void> {
  await post(tx, depositUsed(holdId, row.id, row.deposit_cents))
  await returnRest(tx, holdId, row.deposit_cents)
}
