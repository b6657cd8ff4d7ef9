import type { Payments } from '#platform/payments/index.ts'
import type { Context, Tx } from '#platform/context/index.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import * as queries from './queries.ts'

const AT_ONCE = 20
const RETRY_MS = 600_000
/**
 * Longer than a payment page stays open, and longer than the provider can take to create a customer and to make it searchable by our id.
 */
const OPEN_PAGES_MS = 3600_000

/** Schedules the deletion of a closing account's customers. At this point, the account has no open payment page. */
export const endCustomers = (tx: Tx, accountId: string): Promise<void> =>
  queries.endCustomers(tx.db, accountId, tx.now(), new Date(tx.now().getTime() + OPEN_PAGES_MS))

/**
 * Schedules the deletion of the account's customer records at the provider. A record that was created before the account's email address
 * was verified may contain someone else's cards. A payment page that is still open continues to work.
 */
export function endEarlierCustomers(tx: Tx, accountId: string): Promise<void> {
  const at = new Date(tx.now().getTime() + OPEN_PAGES_MS)
  return queries.endCustomers(tx.db, accountId, at, at)
}

/** Deletes customers at the provider first, then in the database. Repeats each deletion until it succeeds. */
export async function deleteEndedCustomers(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const parties = ctx.payments?.name === 'stripe' ? [ctx.payments, ctx.testPayments] : [ctx.testPayments]
  let result: BatchResult = 'done'
  for (const payments of parties) if ((await deleteAt(ctx, payments, stopped)) === 'more') result = 'more'
  return result
}

async function deleteAt(ctx: Context, payments: Payments, stopped: AbortSignal): Promise<BatchResult> {
  const due = await queries.customersToDelete(ctx.db, {
    provider: payments.name,
    mode: payments.mode,
    now: ctx.now(),
    limit: AT_ONCE,
  })
  type Due = (typeof due)[number]
  const remove = async ({ id, provider_ref: ref }: Due) => {
    await payments.deleteCustomer({ id, ref })
    await queries.deleteCustomer(ctx.db, id)
  }
  const failed = async (error: unknown, { id }: Due) => {
    ctx.log.warn({ err: error, customer: id }, 'deleting a customer at the payment provider failed and will be retried')
    await queries.changeCustomer(ctx.db, id, { delete_at: new Date(ctx.now().getTime() + RETRY_MS) })
  }
  return batchResult(due, { limit: AT_ONCE, done: await forEachDue(due, stopped, remove, failed) })
}
