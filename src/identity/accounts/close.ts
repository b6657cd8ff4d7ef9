import type { Context, Person, Tx } from '#platform/context/index.ts'
import { CLOSED_ACCOUNT, CLOSED_SHOP } from './rules.ts'
import { endExports } from '#identity/exports/index.ts'
import { closeWorld } from '#identity/test-mode/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { enqueue, enqueueOnceLater } from '#platform/jobs/index.ts'
import { checkPerson } from '#identity/passwords/proof.ts'
import * as queries from './close/queries.ts'
import type { Closed } from './anonymize.ts'

const LATE_MS = 600_000

/** What comes before the transaction that closes: the proof of the person, and what was noted of their requests. Errors: as `checkPerson`. */
export async function beforeClosing(ctx: Context, actor: Person, password: string | undefined): Promise<void> {
  await checkPerson(ctx, actor, password)
  // written now, so that it is there to be taken away
  await ctx.requestLog.flush()
}

/**
 * Closes the account (completions 3, `DELETE /accounts/me`): its keys and sessions end at once, its name and email are
 * gone, what was never sold is deleted, and records of sales stay, without a name, in shops that nobody sees. In one
 * transaction; a job then takes the name out of what others keep (`forgetTraces`). Errors: 409 while orders are unfinished,
 * a deposit is held, or money that is owed to it has nowhere to go.
 */
export async function closeAccount(tx: Tx, actor: Person): Promise<void> {
  const { accountId } = actor
  const now = tx.now()
  await queries.lockAccount(tx.db, accountId)
  const kept = await tx.hooks.keepsFromClosing(tx, accountId)
  if (kept !== null) throw conflict(FIRST[kept])
  // first of all: what is told of the closing itself bears no name
  const name = await queries.takeName(tx.db, accountId, CLOSED_ACCOUNT, now)
  const addresses = await queries.addressesOf(tx.db, accountId)
  await tx.hooks.accountLeft(tx, accountId)
  await tx.hooks.filesLeft(tx, await queries.takeNeverSold(tx.db, accountId, now))
  const slugs = await closeShops(tx, accountId)
  await endExports(tx, accountId)
  await tx.hooks.forgetWebhook(tx, accountId)
  await closeWorld(tx, accountId)
  const mailIds = await queries.mailIdsOf(tx.db, accountId)
  await queries.forgetPerson(tx.db, accountId)
  const shops = addresses.map(({ shopId, ...shop }) => ({ ...shop, slugNow: slugs.get(shopId) ?? 'closed' }))
  await forgetLater(tx, { accountId, name, shops, mailIds })
  await record(tx, { accountId, type: 'account.closed', object: { object: 'account', id: accountId } })
}

const FIRST = {
  order: 'Some of your orders are unfinished. Finish or cancel them, then close the account.',
  hold: 'A deposit is still held for you or on an item of yours. Return the hold or wait for its end, then close the account.',
  payout: 'Money from your sales waits for your payout account. Open that account, and close this one when it is ready.',
} as const

/** Shops with sales stay without a name, where nobody sees them. Gives the new address of each. */
async function closeShops(tx: Tx, accountId: string): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for (const { id, pictures } of await queries.lockShops(tx.db, accountId)) {
    const slug = `closed-${tx.newId('shp').slice(-20)}`
    await queries.takeShopName(tx.db, id, { slug, name: CLOSED_SHOP, now: tx.now() })
    await tx.hooks.filesLeft(tx, pictures)
    slugs.set(id, slug)
  }
  await queries.takeShopNamesInRecords(tx.db, accountId, CLOSED_SHOP)
  return slugs
}

/** At once, and again for what was on its way to others. */
async function forgetLater(tx: Tx, closed: Closed): Promise<void> {
  await enqueue(tx, 'forget_traces', closed)
  await enqueueOnceLater(tx, LATE_MS, 'forget_traces', closed, `traces ${closed.accountId}`)
}
