import { inTransaction, type Context, type Core, type Person, type Tx } from '#platform/context/index.ts'
import type { Bought } from '#platform/shipping/index.ts'
import { post } from '#commerce/ledger/index.ts'
import { postagePaid } from '#commerce/ledger/rules.ts'
import { lockById } from '#commerce/orders/access.ts'
import { setLabelCost } from '#commerce/orders/label-cost.ts'
import { conflict, invalid } from '#platform/errors/index.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { addressesOf, digestOf, lockSale, requireCovered, requireToShip } from './access.ts'
import { asApiError, providerNamed } from './provider.ts'
import * as queries from './queries.ts'
import type { LabelRow, RateRow } from './queries.ts'
import { isStale } from './rules.ts'

/** A label, with the provider's response if the provider was called. */
export type Purchase = { label: LabelRow; bought: Bought | null }

/**
 * Reserves a label for the order, or continues with the reserved label, and buys it from the provider. A later transaction records the
 * result. Errors: 404; 400 `rate` for an unknown rate; 409 for a stale rate, for a cost above the seller's share, and for an order that is
 * not waiting to be shipped; 503 if the provider does not respond, in which case a repeated request continues the purchase.
 */
export async function buyAtProvider(ctx: Context, actor: Person, orderId: string, rateId: string): Promise<Purchase> {
  const { label, isNew } = await inTransaction(ctx, (tx) => reserveLabel(tx, actor, orderId, rateId))
  if (label.status === 'bought') return { label, bought: null }
  try {
    const { shipment_ref: shipmentRef, rate_ref: rateRef } = label
    return { label, bought: await providerNamed(ctx, label.provider).buy({ shipmentRef, rateRef }) }
  } catch (error) {
    // after a failed retry, the provider may still sell the label because of an earlier request, so only the job in reconcile.ts settles
    // the purchase
    if (isNew && error instanceof ShippingError && (error.reason === 'stale' || error.reason === 'refused'))
      await inTransaction(ctx, (tx) => failLabel(tx, label))
    throw asApiError(error)
  }
}

async function reserveLabel(tx: Tx, actor: Person, orderId: string, rateId: string): Promise<{ label: LabelRow; isNew: boolean }> {
  const row = await lockSale(tx, actor, orderId)
  const active = await queries.activeLabel(tx.db, orderId)
  if (active?.status === 'bought') return { label: active, isNew: false }
  // records that this request called the provider last, so that earlier requests cannot mark the purchase as failed
  if (active) return { label: (await queries.claimRetry(tx.db, active, tx.now())) ?? active, isNew: false }
  requireToShip(tx, row)
  const rate = await requireRate(tx, orderId, rateId)
  if (isStale(rate, digestOf(addressesOf(row)), tx.now()) || (await queries.wasVoided(tx.db, rate)))
    throw conflict('This rate is no longer valid. Get new rates.', 'rate')
  requireCovered(row, rate.amount_cents)
  const { id: _, addresses: _1, ...offer } = rate
  const now = tx.now()
  const label = await queries.insertLabel(tx.db, {
    ...offer,
    id: tx.newId('lbl'),
    status: 'buying',
    created_at: now,
    asks: 1,
    asked_at: now,
  })
  return { label, isNew: true }
}

/** Returns one of the order's rates. Errors: 400 `rate`. */
export async function requireRate(ctx: Core, orderId: string, rateId: string): Promise<RateRow> {
  const rate = await ifIdOf('rat', rateId, () => queries.findRate(ctx.db, orderId, rateId))
  if (!rate) throw invalid('rate', 'rate is not the id of a rate of this order. Get rates with GET /orders/{id}/rates.')
  return rate
}

/**
 * Records the purchase of a label, with the cost in the ledger. Idempotent: `isNew` is true only for the call that recorded the purchase.
 */
export async function recordLabel(
  tx: Tx,
  { label: { id, order_id: orderId }, bought }: Purchase,
): Promise<{ label: LabelRow; isNew: boolean }> {
  const order = await lockById(tx, orderId)
  const label = await queries.lockLabel(tx.db, id)
  if (bought === null || label.status === 'bought' || label.status === 'voided') return { label, isNew: false }
  if (label.status === 'failed' && (await queries.activeLabel(tx.db, orderId))) throw conflict('This order already has another label.')
  await setLabelCost(tx, order, label.amount_cents)
  await post(tx, postagePaid({ orderId }, label.amount_cents))
  const { trackingNumber: tracking_number, imageUrl: image_url, qrUrl: qr_url } = bought
  const change = { status: 'bought', tracking_number, image_url, qr_url, bought_at: tx.now() } as const
  return { label: await queries.updateLabel(tx.db, id, change), isNew: true }
}

/**
 * Records that no label was bought. Does nothing if another request has called the provider since then, because that request may still get
 * the label.
 */
export async function failLabel(tx: Tx, { id, order_id: orderId, asks }: LabelRow): Promise<void> {
  await lockById(tx, orderId)
  const label = await queries.lockLabel(tx.db, id)
  if (label.status === 'buying' && label.asks === asks) await queries.updateLabel(tx.db, id, { status: 'failed' })
}
