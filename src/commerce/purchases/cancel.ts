import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName } from '#core/quoted-name.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import { expireOrder } from '#commerce/orders/expire.ts'
import { transitionOrder } from '#commerce/orders/transition.ts'
import { recordOrderEnd } from '#commerce/orders/settle.ts'
import { allowPurchase, lockOwnPurchase, lockPurchase, readPurchase, writeStatus } from './access.ts'
import { decidePurchase } from './rules.ts'
import * as queries from './queries.ts'

const AT_ONCE = 100

/** Cancels an unpaid purchase and all of its orders. Errors: 404, 409. */
export async function cancelPurchase(tx: Tx, actor: Person, id: string): Promise<void> {
  const { row, orders } = await lockOwnPurchase(tx, actor, id, 'buyer')
  const status = allowPurchase(tx, 'cancel', 'buyer', row)
  await writeStatus(tx, id, status)
  for (const order of orders) await recordOrderEnd(tx, await transitionOrder(tx, order, 'cancelled', 'buyer'), false)
}

export async function describeCancellation(ctx: Core, actor: Person, id: string): Promise<{ summary: string; amountCents: number }> {
  const { row } = await readPurchase(ctx, actor, id, 'buyer')
  allowPurchase(ctx, 'cancel', 'buyer', row)
  return {
    summary: `Cancel the unpaid purchase of ${priceText(row.total_cents)} in the shop ${quoteName(row.shop_name)}.`,
    amountCents: row.total_cents,
  }
}

/** Expires all purchases that were not paid in time, with their orders. Uses a separate transaction for each purchase. */
export async function expirePurchases(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const due = await queries.duePurchases(ctx.db, ctx.now(), AT_ONCE)
  const done = await forEachDue(
    due,
    stopped,
    ({ id }) => inTransaction(ctx, (tx) => expireById(tx, id)),
    (error, { id }) => ctx.log.error({ err: error, purchase: id }, 'expiring a purchase failed and will be retried'),
  )
  return batchResult(due, { limit: AT_ONCE, done })
}

async function expireById(tx: Tx, id: string): Promise<void> {
  const { row, orders } = await lockPurchase(tx, id)
  const decision = decidePurchase('expire', 'clock', row, tx.now())
  if (decision.kind === 'refuse') return
  await writeStatus(tx, id, decision.to)
  // an order may have expired earlier, because a new order for its item expires it
  for (const order of orders) await expireOrder(tx, order)
}
