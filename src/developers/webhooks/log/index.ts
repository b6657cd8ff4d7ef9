import type { Person, Tx, Core } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { RETENTION_DAYS } from '#platform/events/index.ts'
import { lockWebhooks } from '#developers/webhooks/address/queries.ts'
import type { RetryFailed } from '#developers/webhooks/schema.ts'
import { readWebhook } from '#developers/webhooks/address/index.ts'
import * as queries from './queries.ts'

const HOUR_MS = 3_600_000
const HOURS = 24
/** Maximum number of due deliveries per account after a bulk retry, so that new events do not have to wait long. */
const MOST_AT_ONCE = 500

export type HealthHour = { from: Date; delivered: number; failed: number }

/**
 * `switchedOffAt` is the time when three days of failures switched the webhook off. It is null if the webhook is on, or if the owner
 * switched it off.
 */
export type WebhookState = { hours: HealthHour[]; switchedOffAt: Date | null }

/**
 * Returns the outcomes of the webhook deliveries in the last 24 hours, oldest first: one entry per UTC hour, up to the current hour. If
 * failures switched the webhook off, also returns when this happened. Returns null if there is no webhook and nothing was ever sent.
 */
export async function readHealth(ctx: Core, actor: Person): Promise<WebhookState | null> {
  const { accountId } = actor
  const since = Math.floor(ctx.now().getTime() / HOUR_MS - HOURS + 1) * HOUR_MS
  const [webhook, any] = await Promise.all([readWebhook(ctx, actor), queries.anyDelivery(ctx.db, accountId)])
  if (!webhook && !any) return null
  const rows = await queries.triesByHour(ctx.db, accountId, new Date(since))
  const byHour = new Map(rows.map((row) => [row.hour, row]))
  const hours = Array.from({ length: HOURS }, (_, hour) => {
    const { delivered = 0, failed = 0 } = byHour.get(hour) ?? {}
    return { from: new Date(since + hour * HOUR_MS), delivered, failed }
  })
  return { hours, switchedOffAt: webhook?.switched_off_at ?? null }
}

/**
 * Resends the deliveries that failed in the last 30 days, with the same ids and bodies. Each delivery gets as many attempts as with
 * `retryDelivery`. With `tried_before`, includes only deliveries whose last attempt was before this time. At most 500 deliveries of the
 * account may be due at once. `left` is the number of failed deliveries that still remain; call the function again to resend them. Errors:
 * 409 while the webhook is off.
 */
export async function retryFailed(tx: Tx, actor: Person, { tried_before }: RetryFailed): Promise<{ sent: number; left: number }> {
  const { accountId } = actor
  const [webhook] = await lockWebhooks(tx.db, [accountId])
  if (!webhook?.enabled) throw conflict('The webhook is off. Switch it on first: PUT /webhooks.')
  const now = tx.now()
  const failed = {
    accountId,
    retainedSince: new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR_MS),
    // sets the default end in the future: a process with a fast clock may have recorded deliveries with a slightly later time
    triedBefore: tried_before === undefined ? new Date(now.getTime() + HOUR_MS) : new Date(tried_before),
  }
  const sent = await queries.retryFailed(tx.db, failed, now, MOST_AT_ONCE)
  return { sent, left: await queries.countFailed(tx.db, failed) }
}
