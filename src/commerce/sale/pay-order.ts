import type { Charged } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { commit } from '#identity/spend-limits/index.ts'
import { openAttempt } from '#commerce/payments/attempt.ts'
import { prepareCustomer } from '#commerce/payments/customers/index.ts'
import { readPayment, type PaymentRow } from '#commerce/payments/record.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import { allow, lockForVerb } from '#commerce/orders/access.ts'
import { markFreeOrderPaid, markOrderPaid } from './mark-order-paid.ts'
import { chargeAttempt } from './charge.ts'
import { dueOf } from '#commerce/orders/money.ts'
import { changeOrder } from '#commerce/orders/transition.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import type { PayOrder } from '#commerce/orders/schema.ts'

/** Result of a payment attempt. Null if there was nothing left to pay. */
export type PaymentResult = { paymentId: string; charged: Charged } | null

/**
 * Stores the payment attempt and then charges it, with the attempt's id as the idempotency key. A later transaction applies the result. If
 * the response is lost, a periodic job polls the provider and applies the result. Errors: 400 `address` or `method`; 402 if the payment is
 * declined; 403 above the spending limits; 404; 409 if the order cannot be paid or a payment is in progress; 503 without a payment
 * provider.
 */
export async function payAtProvider(ctx: Context, actor: Person, id: string, input: PayOrder): Promise<Prepared<PaymentResult>> {
  const customerRef = await prepareCustomer(ctx, actor, input.method)
  const payment = await inTransaction(ctx, (tx) => startPayment(tx, actor, id, { ...input, customerRef }))
  return { value: payment && { paymentId: payment.id, charged: await chargeAttempt(ctx, payment) } }
}

/**
 * Applies the result of a charge. If nothing is left to pay, marks the order as paid immediately. Returns the current buyer, because a
 * guest's order can move to an account during the charge. Errors: those of `payAtProvider`.
 */
export async function payOrder(tx: Tx, actor: Person, id: string, tried: PaymentResult): Promise<Person> {
  if (tried) {
    await markOrderPaid(tx, tried.paymentId, tried.charged)
    return payerOf(tx, actor, tried.paymentId)
  }
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  allow(tx, 'pay', 'provider', row)
  await markFreeOrderPaid(tx, row)
  return actor
}

/** Returns the actor with the account that the payment belongs to now. */
export async function payerOf(tx: Tx, actor: Person, paymentId: string): Promise<Person> {
  const payment = await readPayment(tx, paymentId)
  return { ...actor, accountId: payment!.buyer_id }
}

/**
 * Returns a new payment attempt. For a retry, returns the open attempt with the same method. Returns null if there is nothing left to pay.
 */
async function startPayment(
  tx: Tx,
  actor: Person,
  id: string,
  input: PayOrder & { customerRef: string | null },
): Promise<PaymentRow | null> {
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  allow(tx, 'pay', 'provider', row)
  await commit(tx, actor, row.id, row.item_cents + row.shipping_cents)
  await saveAddress(tx, actor, row, input)
  if (dueOf(row) === 0) return null
  return openAttempt(tx, {
    subject: { orderId: row.id },
    buyer: actor,
    method: input.method,
    customerRef: input.customerRef,
    amountCents: dueOf(row),
  })
}

async function saveAddress(tx: Tx, actor: Person, row: OrderRow, input: PayOrder): Promise<void> {
  const address = await addressForOrder(tx, actor, input.address)
  if (row.pickup) return
  if (!address && !row.address) throw invalid('address', 'address is missing: enter the delivery address.')
  if (address) await changeOrder(tx, row, { address })
}
