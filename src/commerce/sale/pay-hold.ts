import type { Charged } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { decideHold } from '#commerce/holds/rules.ts'
import { quoteName } from '#core/quoted-name.ts'
import { priceText } from '#core/format/money.ts'
import { commit, requireCanCommit } from '#identity/spend-limits/index.ts'
import { lockForBuyer } from '#catalog/listings/index.ts'
import { applyCharge } from './apply-charge.ts'
import { chargeAttempt } from './charge.ts'
import { openAttempt } from '#commerce/payments/attempt.ts'
import { prepareCustomer } from '#commerce/payments/customers/index.ts'
import type { PaymentRow } from '#commerce/payments/record.ts'
import { conflict } from '#platform/errors/index.ts'
import { lockOwnHold, readHold } from '#commerce/holds/access.ts'
import type { HoldRow } from '#commerce/holds/queries.ts'
import type { PayHold } from '#commerce/holds/schema.ts'
import { isReserved, activeHoldsOn } from './active-holds.ts'

export type PaymentResult = { paymentId: string; charged: Charged }

/**
 * Stores a payment attempt, then charges the deposit. A later transaction applies the result. Errors: 400 `method`; 402 if the payment is
 * declined; 403 if the deposit exceeds the key's spending limit; 404; 409 if no deposit is due, or if the item is reserved for a different
 * buyer; 503 without a payment provider.
 */
export async function payAtProvider(ctx: Context, actor: Person, id: string, { method }: PayHold): Promise<{ value: PaymentResult }> {
  const customerRef = await prepareCustomer(ctx, actor, method)
  const payment = await inTransaction(ctx, (tx) => openPayment(tx, actor, id, { method, customerRef }))
  return { value: { paymentId: payment.id, charged: await chargeAttempt(ctx, payment) } }
}

/** Applies the result of a charge. While the payment is pending, the hold stays in `asked`. */
export async function payHold(tx: Tx, actor: Person, id: string, { paymentId, charged }: PaymentResult): Promise<HoldRow> {
  await applyCharge(tx, { id: paymentId, ref: null }, charged)
  return readHold(tx, actor, id)
}

/**
 * Describes the payment for the owner who must approve it. Immediately rejects a payment that would fail even if approved. Errors: 404, 403
 * `over_limit`.
 */
export async function describePayment(ctx: Core, actor: Person, id: string): Promise<{ summary: string; amountCents: number }> {
  const row = await readHold(ctx, actor, id, 'buyer')
  await requireCanCommit(ctx, actor, row.deposit_cents, row.id)
  return {
    summary: `Pay a deposit of ${priceText(row.deposit_cents)} to hold ${quoteName(row.listing_title)}. The seller keeps the deposit if the item is not bought within 72 hours.`,
    amountCents: row.deposit_cents,
  }
}

type Chosen = { method: string; customerRef: string | null }

async function openPayment(tx: Tx, actor: Person, id: string, { method, customerRef }: Chosen): Promise<PaymentRow> {
  const row = await lockOwnHold(tx, actor, id, 'buyer')
  await commit(tx, actor, row.id, row.deposit_cents)
  const decision = decideHold('pay', 'provider', row, tx.now())
  if (decision.kind === 'refuse') throw conflict(decision.message)
  await lockForBuyer(tx, actor, row.listing_id)
  if (await isReserved(tx, row.listing_id, await activeHoldsOn(tx, row.listing_id))) throw conflict('This item is already on hold.')
  return openAttempt(tx, { subject: { holdId: row.id }, buyer: actor, method, customerRef, amountCents: row.deposit_cents })
}
