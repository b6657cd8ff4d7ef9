import type { Context, Core, Person, Tx } from '#platform/context/index.ts'
import { post } from '#commerce/ledger/index.ts'
import { postageReturned } from '#commerce/ledger/rules.ts'
import { lockById } from '#commerce/orders/access.ts'
import { setLabelCost } from '#commerce/orders/label-cost.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { readSale } from './access.ts'
import { callProvider, providerNamed } from './provider.ts'
import * as queries from './queries.ts'
import type { LabelRow } from './queries.ts'

/** Returns the label for one of the actor's sales. Errors: 404 if the order does not exist, has no label, or is not the actor's sale. */
export async function readLabel(ctx: Core, actor: Person, orderId: string): Promise<LabelRow> {
  await readSale(ctx, actor, orderId)
  const label = await queries.activeLabel(ctx.db, orderId)
  if (!label) throw notFound('label')
  return label
}

/**
 * Returns an order's label if the seller can void it. Errors: 404; 409 if the carrier has not confirmed the label yet, or if the order has
 * been shipped.
 */
export async function voidable(ctx: Core, actor: Person, orderId: string): Promise<LabelRow> {
  const label = await readLabel(ctx, actor, orderId)
  const { status } = await readSale(ctx, actor, orderId)
  if (label.status === 'buying') throw conflict('The carrier has not confirmed this label yet. Try again in a minute.')
  if (status !== 'paid' && status !== 'cancelled') throw conflict('This label cannot be voided, because the order has been shipped.')
  return label
}

/** Voids a label at the provider. Idempotent. Errors: 409 if the carrier rejects the request, 503 if the provider does not respond. */
export const voidAtProvider = (ctx: Context, label: LabelRow): Promise<void> =>
  callProvider(() => providerNamed(ctx, label.provider).void(label.shipment_ref))

/** Records that a label was voided, and reverses its cost in the ledger. Errors: 409 if the seller has already paid for the label. */
export async function recordVoid(tx: Tx, { id, order_id: orderId }: LabelRow): Promise<LabelRow> {
  const order = await lockById(tx, orderId)
  const label = await queries.lockLabel(tx.db, id)
  if (label.status !== 'bought') return label
  if (order.label_paid_cents + order.label_recovered_cents > 0)
    throw conflict('This label cannot be voided, because your share has already paid for it.')
  await setLabelCost(tx, order, 0)
  await post(tx, postageReturned({ orderId }, label.amount_cents))
  return queries.updateLabel(tx.db, id, { status: 'voided', voided_at: tx.now() })
}
