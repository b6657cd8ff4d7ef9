import type { PaymentSubject } from '#commerce/ledger/rules.ts'
import type { Charge } from '#platform/payments/index.ts'
import type { Person, Tx, Core } from '#platform/context/index.ts'
import { conflict, invalid } from '#platform/errors/index.ts'
import { hasCustomer } from './customers/index.ts'
import { provider } from './provider.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

export type Attempt = {
  subject: PaymentSubject
  buyer: Pick<Person, 'accountId' | 'kind' | 'guest' | 'tenant'>
  method: string
  /** The provider's reference for the customer, or null. The payment page offers this customer's saved cards. */
  customerRef: string | null
  amountCents: number
}

/**
 * Starts a payment attempt. Its id is the provider's idempotency key. If there is already an open attempt with the same method, returns
 * that attempt, so that the buyer never pays twice. An API key cannot reopen a payment page that offers saved cards. The caller must lock
 * the order, hold or purchase. Errors: 400 `method`, 409, 503.
 */
export async function openAttempt(tx: Tx, { subject, buyer, method, customerRef, amountCents }: Attempt): Promise<PaymentRow> {
  const { name, methods, takes } = provider(tx, buyer.tenant)
  if (!takes(method)) throw invalid('method', `method must be one of ${methods.join(', ')}.`)
  const open = await queries.openPaymentOf(tx.db, subject)
  if (open && open.method !== method) throw conflict('A payment by another method is in progress. Wait until it succeeds or fails.')
  if (open?.customer_ref && !hasCustomer(buyer))
    throw conflict('The buyer is paying in the browser. Wait until that payment succeeds or fails.')
  if (open) return open
  return queries.insertPayment(tx.db, {
    id: tx.newId('pay'),
    order_id: subject.orderId ?? null,
    hold_id: subject.holdId ?? null,
    purchase_id: subject.purchaseId ?? null,
    buyer_id: buyer.accountId,
    provider: name,
    method,
    customer_ref: customerRef,
    amount_cents: amountCents,
    created_at: tx.now(),
    updated_at: tx.now(),
  })
}

/** Converts a stored payment to the format that the payment provider expects. */
export const chargeOf = (ctx: Core, row: PaymentRow): Charge => ({
  id: row.id,
  amountCents: row.amount_cents,
  method: row.method,
  customerRef: row.customer_ref,
  subject: (row.order_id ?? row.hold_id ?? row.purchase_id)!,
  startedAt: row.created_at,
  now: ctx.now(),
})

/** Returns the title of the item or bundle that a payment is for. */
export const titleOfPayment = (ctx: Core, row: PaymentRow): Promise<string> => queries.titleOf(ctx.db, row)
