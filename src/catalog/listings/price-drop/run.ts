import { decideDrop } from '#catalog/listings/rules/price-drop.ts'
import * as queries from './queries.ts'
import { deletePriceDrop } from '#catalog/listings/queries.ts'
import { changeListing } from '#catalog/listings/change.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { batchResult, forEachDue, type BatchResult } from '#platform/jobs/periodic.ts'

const AT_ONCE = 100

/**
 * Lowers the prices of listings with a due price drop, in one transaction per listing. After a delay, performs only one step per listing.
 */
export async function runDueDrops(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const due = await queries.dueListings(ctx.db, ctx.now(), AT_ONCE)
  const done = await forEachDue(
    due,
    stopped,
    (id) => dropDue(ctx, id),
    (error, id) => ctx.log.error({ err: error, listing: id }, 'a price drop failed and will be retried'),
  )
  return batchResult(due, { limit: AT_ONCE, done })
}

/**
 * Lowers the price of one listing if its price drop is still due. A second worker waits for the lock and then finds that nothing is due.
 */
const dropDue = (ctx: Context, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const due = await queries.lockDue(tx.db, id, tx.now())
    if (!due) return
    const decision = decideDrop(due.schedule, due.facts, tx.now())
    if (decision.kind === 'drop') await changeListing(tx, { accountId: due.ownerId }, id, { price: decision.priceCents }, 'schedule')
    if (decision.kind === 'end' || (decision.kind === 'drop' && decision.last)) await deletePriceDrop(tx.db, id)
    else await queries.postponeDrop(tx.db, id, decision.nextAt)
  })
