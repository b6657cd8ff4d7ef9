import type { Charged, Payments } from '#adapters/payments/index.ts'
import { PaymentsError } from '#lib/payments-error.ts'
import { inTransaction, type Context, type Person } from '#context.ts'
import { provider } from '#features/payments/provider.ts'
import { ApiError, conflict, invalid } from '#lib/errors.ts'
import type { Prepared } from '#lib/http/endpoint.ts'
import { allow, lockForVerb } from './access.ts'
import { refuseOverLimit } from './buy.ts'
import * as money from './money/queries.ts'
import type { PaymentRow } from './money/queries.ts'
import { dueOf, markFreePaid, markPaid } from './paid.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import type { PayOrder } from './schema.ts'

/** A try to pay and what the provider answered; null where there is nothing to pay. */
export type Tried = { paymentId: string; charged: Charged } | null

/**
 * The buyer's try, before the transaction that applies it: written down as started, then charged at the provider under
 * that id. What is lost in between is found by the reconciling sweep. Errors: 404, 403 over the cap, 400 `address` or
 * `method`, 409 when it cannot be paid or a payment is under way, 402 when it is declined, 503 without a provider.
 */
export async function payAtProvider(ctx: Context, actor: Person, id: string, input: PayOrder): Promise<Prepared<Tried>> {
  const payment = await inTransaction(ctx, (tx) => startPayment(tx, actor, id, input))
  if (!payment) return { value: null }
  const charged = await charge(ctx, provider(ctx), payment)
  if (charged.status !== 'failed') return { value: { paymentId: payment.id, charged } }
  await inTransaction(ctx, (tx) => markPaid(tx, payment.id, charged))
  throw new ApiError(
    'payment',
    `${charged.failure ?? 'The payment was declined.'} The item is still kept for you until the order runs out.`,
  )
}

/** Applies the answer. A free order is paid by the asking. Errors as `payAtProvider`. */
export async function payOrder(tx: Context, actor: Person, id: string, tried: Tried): Promise<void> {
  if (tried) return markPaid(tx, tried.paymentId, tried.charged)
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  allow(tx, 'pay', 'provider', row)
  await markFreePaid(tx, row)
}

/** The row of a try, or of the open one by the same method, which is asked again. Null when nothing is left to pay. */
async function startPayment(tx: Context, actor: Person, id: string, input: PayOrder): Promise<PaymentRow | null> {
  const { row } = await lockForVerb(tx, actor, id, 'buyer')
  allow(tx, 'pay', 'provider', row)
  refuseOverLimit(actor, row.item_cents + row.shipping_cents)
  await keepAddress(tx, row, input)
  if (dueOf(row) === 0) return null
  const payments = provider(tx)
  if (!payments.takes(input.method)) throw invalid('method', `method must be one of ${payments.methods.join(', ')}.`)
  const open = await money.openPaymentOf(tx.db, row.id)
  if (open && open.method !== input.method) throw conflict('A payment of this order is under way. Wait for it to end.')
  return open ?? newPayment(tx, row, payments, input.method)
}

async function newPayment(tx: Context, row: OrderRow, payments: Payments, method: string): Promise<PaymentRow> {
  const id = tx.newId('pay')
  const now = tx.now()
  await money.insertPayment(tx.db, {
    id,
    order_id: row.id,
    buyer_id: row.buyer_id,
    provider: payments.name,
    method,
    amount_cents: dueOf(row),
    created_at: now,
    updated_at: now,
  })
  return (await money.findPayment(tx.db, id))!
}

/** A parcel needs to know where to. Errors: 400 `address`. */
async function keepAddress(tx: Context, row: OrderRow, { address }: PayOrder): Promise<void> {
  if (row.pickup) return
  if (!address && !row.address) throw invalid('address', 'address is missing: say where the item is to be sent.')
  if (address) await queries.updateOrder(tx.db, row.id, { address, updated_at: tx.now() })
}

async function charge(ctx: Context, payments: Payments, payment: PaymentRow): Promise<Charged> {
  try {
    return await payments.charge(chargeOf(ctx, payment))
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    if (error.reason !== 'refused')
      throw new ApiError('unavailable', 'The payment provider does not answer. Look at the order in a minute.', { cause: error })
    return { ref: payment.provider_ref ?? payment.id, status: 'failed', failure: error.message, clientSecret: null }
  }
}

export const chargeOf = (ctx: Context, payment: PaymentRow) => ({
  id: payment.id,
  amountCents: payment.amount_cents,
  method: payment.method,
  subject: payment.order_id!,
  startedAt: payment.created_at,
  now: ctx.now(),
})
