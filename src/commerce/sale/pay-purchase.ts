import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName } from '#core/quoted-name.ts'
import { addressForOrder } from '#identity/addresses/index.ts'
import { commit, requireCanCommit } from '#identity/spend-limits/index.ts'
import { changeOrder } from '#commerce/orders/transition.ts'
import { openAttempt } from '#commerce/payments/attempt.ts'
import { prepareCustomer } from '#commerce/payments/customers/index.ts'
import type { PaymentRow } from '#commerce/payments/record.ts'
import { allowPurchase, lockOwnPurchase, readPurchase } from '#commerce/purchases/access.ts'
import type { PayPurchase } from '#commerce/purchases/schema.ts'
import { invalid } from '#platform/errors/index.ts'
import type { Prepared } from '#platform/http/endpoint.ts'
import { chargeAttempt } from './charge.ts'
import { markPurchasePaid } from './mark-purchase-paid.ts'
import { payerOf, type PaymentResult } from './pay-order.ts'

/** Result of a payment attempt. A purchase is never free, because each of its items has a shipping price. */
export type PurchasePayment = NonNullable<PaymentResult>

/**
 * Stores a payment attempt, then charges the total. A later transaction applies the result. Errors: 400 `address` or `method`; 402 if the
 * payment is declined; 403 above the spending limits; 404; 409 if the purchase cannot be paid or a payment is in progress; 503 without a
 * payment provider.
 */
export async function payAtProvider(ctx: Context, actor: Person, id: string, input: PayPurchase): Promise<Prepared<PurchasePayment>> {
  const customerRef = await prepareCustomer(ctx, actor, input.method)
  const payment = await inTransaction(ctx, (tx) => startPayment(tx, actor, id, { ...input, customerRef }))
  return { value: { paymentId: payment.id, charged: await chargeAttempt(ctx, payment) } }
}

/** Applies the result of a charge. Returns the current buyer, because a guest's purchase can move to an account during the charge. */
export async function payPurchase(tx: Tx, actor: Person, { paymentId, charged }: PurchasePayment): Promise<Person> {
  await markPurchasePaid(tx, paymentId, charged)
  return payerOf(tx, actor, paymentId)
}

/**
 * Describes the payment for the owner who must approve it. Immediately rejects a payment that would fail even if approved. Errors: 404,
 * 409, 403 `over_limit`.
 */
export async function describePayment(
  ctx: Core,
  actor: Person,
  id: string,
  { address }: PayPurchase,
): Promise<{ summary: string; amountCents: number }> {
  await addressForOrder(ctx, actor, address)
  const { row } = await readPurchase(ctx, actor, id, 'buyer')
  allowPurchase(ctx, 'pay', 'provider', row)
  await requireCanCommit(ctx, actor, row.total_cents, row.id)
  return {
    summary: `Pay ${priceText(row.total_cents)} for a purchase in the shop ${quoteName(row.shop_name)}.`,
    amountCents: row.total_cents,
  }
}

async function startPayment(tx: Tx, actor: Person, id: string, input: PayPurchase & { customerRef: string | null }): Promise<PaymentRow> {
  const { row, orders } = await lockOwnPurchase(tx, actor, id, 'buyer')
  allowPurchase(tx, 'pay', 'provider', row)
  await commit(tx, actor, row.id, row.total_cents)
  const address = await addressForOrder(tx, actor, input.address)
  if (!address && orders.some((order) => !order.address)) throw invalid('address', 'address is missing: enter the delivery address.')
  if (address) for (const order of orders) await changeOrder(tx, order, { address })
  return openAttempt(tx, {
    subject: { purchaseId: row.id },
    buyer: actor,
    method: input.method,
    customerRef: input.customerRef,
    amountCents: row.total_cents,
  })
}
