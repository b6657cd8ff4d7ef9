import type { Charged } from '#adapters/payments/index.ts'
import type { Context } from '#context.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'

export type { PaymentRow } from './queries.ts'

/** A payment goes up these steps and never down, in whatever order its news comes: money that came has come. */
const STEPS: readonly PaymentRow['status'][] = ['started', 'pending', 'failed', 'succeeded']

/** Writes what is new about a payment, and gives it; null where it was heard before. What it pays for is locked by the caller. */
export async function recordCharge(tx: Context, paymentId: string, charged: Charged): Promise<PaymentRow | null> {
  const row = await queries.lockPayment(tx.db, paymentId)
  if (STEPS.indexOf(charged.status) <= STEPS.indexOf(row.status)) return null
  return queries.updatePayment(tx.db, row.id, {
    status: charged.status,
    failure: charged.failure,
    provider_ref: charged.ref ?? row.provider_ref,
    updated_at: tx.now(),
  })
}

export const readPayment = async (ctx: Context, paymentId: string): Promise<PaymentRow | null> =>
  (await queries.findPayment(ctx.db, paymentId)) ?? null
