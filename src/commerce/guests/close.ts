import { inTransaction, type Context } from '#platform/context/index.ts'
import { closeAccount } from '#identity/accounts/index.ts'
import { batchResult, forEachDue, type BatchResult } from '#platform/jobs/periodic.ts'
import { guestActor } from './actor.ts'
import { UNPAID_GUEST_DAYS } from './rules.ts'
import * as queries from './queries.ts'

const AT_ONCE = 100

/**
 * Closes the records of guests who have not paid anything and have not verified their email address. Deletes their personal data; their
 * orders remain, without this data.
 */
export async function closeUnpaidGuests(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const before = new Date(ctx.now().getTime() - UNPAID_GUEST_DAYS * 86_400_000)
  const due = await queries.unpaidGuests(ctx.db, before, AT_ONCE)
  const done = await forEachDue(
    due,
    stopped,
    (accountId) => inTransaction(ctx, (tx) => closeAccount(tx, guestActor({ accountId, name: '', address: '' }))),
    (error, accountId) => ctx.log.error({ err: error, account: accountId }, 'closing a guest failed and will be retried'),
  )
  return batchResult(due, { limit: AT_ONCE, done })
}
