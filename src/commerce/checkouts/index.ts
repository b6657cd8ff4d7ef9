import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { cancelOrder } from '#commerce/orders/end.ts'
import { cancelPurchase, describeCancellation } from '#commerce/purchases/cancel.ts'
import { approvalFor, describeCancelling, type Question } from '#commerce/orders/approvals.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { ApiError, conflict, notFound } from '#platform/errors/index.ts'
import { EgressError } from '#platform/egress/index.ts'
import { parseTarget } from '#platform/egress/target.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { factsOf } from './facts.ts'
import { quoted } from './quote.ts'
import { presentCheckout } from './show.ts'
import * as queries from './queries.ts'
import type { CheckoutRow } from './queries.ts'
import type { PutCheckout } from './schema.ts'

/** Lifetime of a checkout in ms. It is longer than the day that the owner has to approve the completion. A checkout reserves nothing. */
const OPEN_MS = 48 * 3600_000

/** Starts a checkout for one listing, or for several items in one shop. Throws the same errors as `quoted`. */
export async function beginCheckout(tx: Tx, actor: Person, input: PutCheckout): Promise<CheckoutRow> {
  if (!actor.guest) await requireActiveCredential(tx, actor)
  const now = tx.now()
  const expires_at = new Date(now.getTime() + OPEN_MS)
  const row = {
    id: tx.newId('chk'),
    account_id: actor.guest ? null : actor.accountId,
    key_id: actor.guest ? null : actor.credential,
    ...(await quoted(tx, actor, input)),
    order_id: null,
    profile: input.platform?.profile ?? null,
    webhook_url: reachable(tx, input.platform?.webhook_url ?? null),
    cancelled_at: null,
    expires_at,
    forget_at: expires_at,
    created_at: now,
  }
  await queries.insertCheckout(tx.db, row)
  return row
}

/** Replaces the content of a checkout and recomputes its price. Errors: 404, 409 if the checkout has ended or has an order. */
export async function changeCheckout(tx: Tx, actor: Person, id: string, input: PutCheckout): Promise<CheckoutRow> {
  const row = await lockOpen(tx, actor, id)
  const { order } = await factsOf(tx, actor, row)
  if (order && order.paid_at !== null) throw over('completed')
  if (order) throw conflict('This checkout has an order that is waiting for payment. Cancel the checkout, or complete it without changes.')
  const put = await quoted(tx, actor, input)
  await queries.putCheckout(tx.db, id, put)
  return { ...row, ...put }
}

/** Cancels a checkout and its unpaid order or purchase. Errors: 404, 409 if the checkout has already ended. */
export async function endCheckout(tx: Tx, actor: Person, id: string): Promise<CheckoutRow> {
  const row = await lockOpen(tx, actor, id)
  const { order } = await factsOf(tx, actor, row)
  if (order && order.paid_at !== null) throw over('completed')
  if (order?.purchase_id) await cancelPurchase(tx, actor, order.purchase_id)
  else if (order) await cancelOrder(tx, actor, order.id)
  await queries.cancelCheckout(tx.db, id, tx.now())
  return { ...row, cancelled_at: tx.now() }
}

/** Returns the approvals that the cancellation of a checkout requires. If there is no unpaid order, returns none. Errors: 404, 409. */
export async function approvalsToEnd(ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  const question = await describeEnding(ctx, actor, id)
  return question ? approvalFor('orders.cancel', question) : []
}

/** Describes a cancellation for the owner who must approve it. Returns null if it needs no approval. Errors: 404, 409. */
export async function describeEnding(ctx: Context, actor: Person, id: string): Promise<Question | null> {
  const { order } = await factsOf(ctx, actor, await readCheckout(ctx, actor, id))
  if (!order || order.paid_at !== null) return null
  return order.purchase_id === null ? describeCancelling(ctx, actor, order.id) : describeCancellation(ctx, actor, order.purchase_id)
}

/** Returns the checkout in its current state, in the protocol's format. */
export const showCheckout = async (ctx: Context, actor: Person, row: CheckoutRow) => presentCheckout(ctx, await factsOf(ctx, actor, row))

/** Returns a guest's checkout, or a checkout that was started with the same key. Errors: 404. */
export async function readCheckout(ctx: Core, actor: Person, id: string): Promise<CheckoutRow> {
  const row = await ifIdOf('chk', id, () => queries.findCheckout(ctx.db, by(actor, id)))
  if (!row) throw notFound('checkout')
  return row
}

/** Locks a checkout that has not ended. Errors: 404, 409. */
export async function lockOpen(tx: Tx, actor: Person, id: string): Promise<CheckoutRow> {
  const row = await ifIdOf('chk', id, () => queries.lockCheckout(tx.db, by(actor, id)))
  if (!row) throw notFound('checkout')
  if (row.cancelled_at !== null || row.expires_at <= tx.now()) throw over('canceled')
  return row
}

const over = (status: string): ApiError =>
  new ApiError('conflict', `This checkout is ${status}. Create a new one.`, { more: { outcome: 'checkout_over' } })

const by = ({ accountId, credential, guest }: Person, id: string) => (guest ? { id, keyId: null } : { id, accountId, keyId: credential })

/**
 * Returns the webhook URL, or null if it is invalid. The service checks before each delivery that the URL does not lead to a private
 * network.
 */
function reachable({ config }: Core, url: string | null): string | null {
  if (url === null) return null
  try {
    const { url: parsed } = parseTarget(url)
    return config.mode === 'public' && parsed.protocol !== 'https:' ? null : url
  } catch (error) {
    if (error instanceof EgressError) return null
    throw error
  }
}
