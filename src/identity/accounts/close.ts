import type { Context, Person, Tx } from '#platform/context/index.ts'
import { CLOSED_ACCOUNT, CLOSED_SHOP } from './rules.ts'
import { endExports } from '#identity/exports/index.ts'
import { closeTestAccount } from '#identity/test-mode/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { enqueue, enqueueOnce } from '#platform/jobs/index.ts'
import { checkPerson } from '#identity/passwords/proof.ts'
import * as queries from './close/queries.ts'
import type { Closed } from './anonymize.ts'

const LATE_MS = 600_000

/**
 * Checks the user's identity and flushes the request log. Call this function before the transaction that closes the account. Errors: those
 * of `checkPerson`.
 */
export async function beforeClosing(ctx: Context, actor: Person, password: string | undefined): Promise<void> {
  await checkPerson(ctx, actor, password)
  // writes the buffered request log now, so that closing the account can delete its rows
  await ctx.requestLog.flush()
}

/**
 * Closes the account in one transaction (spec: completions 3, `DELETE /accounts/me`). Revokes its keys, ends its sessions, removes its name
 * and email, and deletes every listing that was never sold. Records of sales remain in hidden shops, without a name. A job removes the name
 * from other accounts' data (`anonymizeClosedAccount`). Errors: 409 while the account has an unfinished order, a held deposit, or money
 * that cannot be paid out.
 */
export async function closeAccount(tx: Tx, actor: Person): Promise<void> {
  const { accountId } = actor
  const now = tx.now()
  await queries.lockAccount(tx.db, accountId)
  const obstacle = await tx.hooks.closingObstacle(tx, accountId)
  if (obstacle !== null) throw conflict(FIRST[obstacle])
  // replaces the name first, so that events about closing the account do not contain the old name
  const name = await queries.takeName(tx.db, accountId, CLOSED_ACCOUNT, now)
  const addresses = await queries.addressesOf(tx.db, accountId)
  await tx.hooks.accountUnavailable(tx, accountId)
  await tx.hooks.accountClosed(tx, accountId)
  await tx.hooks.filesOrphaned(tx, await queries.takeNeverSold(tx.db, accountId, now))
  const slugs = await closeShops(tx, accountId)
  await endExports(tx, accountId)
  await tx.hooks.forgetWebhook(tx, accountId)
  await closeTestAccount(tx, accountId)
  const mailIds = await queries.mailIdsOf(tx.db, accountId)
  await tx.hooks.filesOrphaned(tx, await queries.closedThreadFiles(tx.db, accountId))
  await queries.forgetPerson(tx.db, accountId)
  const shops = addresses.map(({ shopId, ...shop }) => ({ ...shop, slugNow: slugs.get(shopId) ?? 'closed' }))
  await forgetLater(tx, { accountId, name, shops, mailIds })
  await record(tx, { accountId, type: 'account.closed', object: { object: 'account', id: accountId } })
}

const FIRST = {
  order: 'Some of your orders are unfinished. Finish or cancel them, then close the account.',
  hold: 'A deposit is still held, for you or on one of your items. Wait until the hold ends, or cancel it as the seller. Then close the account.',
  payout: 'Money from your sales is waiting for your payout account. Complete the payout account first, then close this account.',
} as const

async function closeShops(tx: Tx, accountId: string): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for (const { id, pictures } of await queries.lockShops(tx.db, accountId)) {
    const slug = `closed-${tx.newId('shp').slice(-20)}`
    await queries.takeShopName(tx.db, id, { slug, name: CLOSED_SHOP, now: tx.now() })
    // a concurrent request may have replaced the picture before the account was locked
    await tx.hooks.filesOrphaned(tx, pictures)
    slugs.set(id, slug)
  }
  await queries.takeShopNamesInRecords(tx.db, accountId, CLOSED_SHOP)
  return slugs
}

/** Enqueues the anonymization job twice: to run now, and to run again later, for data that other jobs are still writing. */
async function forgetLater(tx: Tx, closed: Closed): Promise<void> {
  await enqueue(tx, 'forget_traces', closed)
  await enqueueOnce(tx, 'forget_traces', closed, `traces ${closed.accountId}`, { delayMs: LATE_MS })
}
