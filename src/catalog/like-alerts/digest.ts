import { inTransaction, type Context, type Core } from '#platform/context/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { listChannels, sendNotice, sendPushNotice } from '#messaging/notifications/index.ts'
import { digestCopy, ITEMS_SHOWN } from './copy.ts'
import * as queries from './queries.ts'
import type { DueDigest } from './queries.ts'
import { DIGEST_EVERY_MS, isStillTrue } from './rules.ts'

const ALERTS_AT_ONCE = 200
/** Maximum number of alerts that the service checks for one digest. */
const CHECKED = 200

/** Enqueues the digests that are due. */
export async function enqueueDigests(ctx: Core): Promise<void> {
  const now = ctx.now()
  for (const due of await queries.dueDigests(ctx.db, now, ALERTS_AT_ONCE))
    // the key contains the hour, so that a job that always fails does not block later digests
    await enqueueOnce(ctx, 'like_digest', due, `like digest ${due.account_id} ${due.kind} ${now.toISOString().slice(0, 13)}`)
}

/**
 * Sends all due alerts of one kind to a person in one email and one push notification, at most once a day. Marks the alerts as sent in the
 * same transaction, so that a crash neither loses nor repeats an alert. Drops alerts that no longer apply.
 */
export async function sendDigest(ctx: Context, due: DueDigest): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.now()
    const rows = await queries.lockDueAlerts(tx.db, due, now, CHECKED)
    if (rows.length === 0) return
    const { mail, push } = await listChannels(tx, due.account_id, due.kind)
    const valid = mail || push ? rows.filter((row) => isStillTrue(due.kind, row)) : []
    const isValid = new Set(valid)
    await queries.dropAlerts(tx.db, due, rows.filter((row) => !isValid.has(row)).map(({ listingId }) => listingId)) // prettier-ignore
    if (valid.length === 0) return
    if (await queries.claimDigest(tx.db, due, now, new Date(now.getTime() - DIGEST_EVERY_MS))) {
      const shown = valid.slice(0, ITEMS_SHOWN)
      const notice = { accountId: due.account_id, kind: due.kind, ...digestCopy(tx, due.kind, shown) }
      await sendNotice(tx, { ...notice, about: null })
      await sendPushNotice(tx, { ...notice, lines: notice.lines.slice(0, 1), about: `${due.kind} ${due.account_id} ${now.toISOString()}` })
      await queries.markSent(tx.db, due, shown, now)
    }
    await queries.postponeAlerts(tx.db, due, DIGEST_EVERY_MS)
  })
}
