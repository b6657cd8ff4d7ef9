import type { Context, Person } from '#context.ts'
import { endExports } from '#features/exports/service.ts'
import { forgetFactors } from '#features/factors/service.ts'
import { leaveOffers } from '#features/offers/closing.ts'
import { hasActiveHold } from '#features/holds/service.ts'
import { hasUnfinishedOrdersOf } from '#features/orders/reserved.ts'
import { orphanFilesOf } from '#features/photos/service.ts'
import { forgetWebhook } from '#features/webhooks/service.ts'
import { conflict } from '#lib/errors.ts'
import { record } from '#lib/events.ts'
import * as queries from './closing/queries.ts'

/**
 * Closes the account (completions 3, `DELETE /accounts/me`): its keys and sessions end at once, its name and email are
 * gone, what was never sold is deleted, and records of sales stay in shops that nobody sees. In one transaction.
 * Errors: 409 while orders are unfinished or a deposit is held.
 */
export async function closeAccount(tx: Context, actor: Person): Promise<void> {
  const { accountId } = actor
  const now = tx.now()
  await queries.lockAccount(tx.db, accountId)
  if (await hasUnfinishedOrdersOf(tx, accountId))
    throw conflict('Some of your orders are unfinished. Finish or cancel them, then close the account.')
  if (await hasActiveHold(tx, accountId))
    throw conflict('A deposit is still held for you or on an item of yours. Return the hold or wait for its end, then close the account.')
  await leaveOffers(tx, accountId)
  await orphanFilesOf(tx, await queries.takeNeverSold(tx.db, accountId, now))
  await endExports(tx, accountId)
  await forgetWebhook(tx, accountId)
  await forgetFactors(tx, accountId)
  await queries.forgetPerson(tx.db, accountId, now)
  await record(tx, { accountId, type: 'account.closed', object: { object: 'account', id: accountId } })
}
