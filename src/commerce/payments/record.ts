import type { Charged } from '#platform/payments/index.ts'
import type { Context, Tx, Core } from '#platform/context/index.ts'
import { REAL } from '#core/tenant.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { provider } from './provider.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

export type { PaymentRow } from './queries.ts'

/** Statuses of a payment, in order. A payment never goes back to an earlier status, even if results arrive out of order. */
const STEPS: readonly PaymentRow['status'][] = ['started', 'pending', 'failed', 'succeeded']

/**
 * Records a new payment result and returns the payment. If the result is implausible (it belongs to a different payment, or its amount
 * differs), opens a payment exception and returns null. Also returns null for a repeated result. The caller must lock the order, hold or
 * purchase.
 */
export async function recordCharge(tx: Tx, paymentId: string, charged: Charged): Promise<PaymentRow | null> {
  const row = await queries.lockPayment(tx.db, paymentId)
  const wrong = mismatchReason(row, charged)
  if (wrong !== null) {
    await reportMismatch(tx, row, charged.ref ?? row.id, wrong)
    return null
  }
  if (STEPS.indexOf(charged.status) <= STEPS.indexOf(row.status)) return null
  return queries.updatePayment(tx.db, row.id, {
    status: charged.status,
    failure: charged.failure,
    provider_ref: charged.ref ?? row.provider_ref,
    updated_at: tx.now(),
  })
}

/** Returns why a payment result is implausible, or null if it is plausible. */
export function mismatchReason(row: PaymentRow, { ref, status, proof }: Charged): string | null {
  if (row.provider_ref !== null && ref !== null && row.provider_ref !== ref)
    return `the reference is ${ref}, but the payment has ${row.provider_ref}`
  if (status !== 'succeeded') return null
  if (!proof) return 'the amount and the payment id are missing'
  if (proof.payment !== row.id) return `it belongs to ${proof.payment ?? 'no payment of this service'}`
  if (proof.currency !== 'usd') return `the currency is ${proof.currency.toUpperCase()}, not USD`
  if (proof.amountCents !== row.amount_cents)
    return `the amount is ${proof.amountCents} cents, but the payment is ${row.amount_cents} cents`
  return null
}

/** Logs an implausible payment result and opens a payment exception. Changes nothing else. */
export async function reportMismatch(tx: Tx, row: PaymentRow, ref: string, reason: string): Promise<void> {
  tx.log.warn({ payment: row.id, ref, reason }, 'the payment provider reported an implausible result for a payment')
  await openCase(tx, {
    kind: 'mismatch',
    ref,
    // a payment exception for a purchase refers to the first order in the purchase
    orderId: row.order_id ?? (await queries.firstOrderOf(tx.db, row)),
    holdId: row.hold_id,
    paymentId: row.id,
    amountCents: row.amount_cents,
    reason,
  })
}

/** Locks a payment. The caller must lock its order, hold or purchase first. */
export const lockPayment = (tx: Tx, paymentId: string): Promise<PaymentRow> => queries.lockPayment(tx.db, paymentId)

/**
 * Finds a payment by its reference at the provider. Otherwise, finds it by id, because an event can arrive before the reference is stored.
 */
export async function findPayment(ctx: Context, { id, ref }: PaymentName): Promise<PaymentRow | undefined> {
  const known = ref === null ? undefined : await queries.findPaymentByRef(ctx.db, provider(ctx, REAL).name, ref)
  return known ?? (id === null ? undefined : queries.findPayment(ctx.db, id))
}

export type PaymentName = { id: string | null; ref: string | null }

export const changePayment = (tx: Tx, id: string, change: Parameters<typeof queries.updatePayment>[2]): Promise<PaymentRow> =>
  queries.updatePayment(tx.db, id, change)

/** Locks an order's refundable payments: first those for the order or its purchase, latest first, and then the payment for the deposit. */
export const lockPaidFor = (tx: Tx, order: queries.PaidOrder): Promise<PaymentRow[]> => queries.paidFor(tx.db, order)

/** Replaces the customer of a payment if the provider does not know the customer. Returns the payment. */
export const replacePaymentCustomer = (tx: Tx, id: string, from: string, to: string | null): Promise<PaymentRow> =>
  queries.replacePaymentCustomer(tx.db, id, from, to)

/** Returns the open payments that are due for polling, longest waiting first. */
export const openPayments = (ctx: Core, provider: PaymentRow['provider'], limit: number): Promise<PaymentRow[]> =>
  queries.openPayments(ctx.db, provider, ctx.now(), limit)

/** Records that the provider was polled about an open payment. */
export const touchPayment = (ctx: Core, id: string): Promise<void> => queries.touchPayment(ctx.db, id, ctx.now())

export const readPayment = async (ctx: Core, paymentId: string): Promise<PaymentRow | null> =>
  (await queries.findPayment(ctx.db, paymentId)) ?? null
