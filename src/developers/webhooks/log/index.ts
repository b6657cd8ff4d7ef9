import type { Context, Person, Tx } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { KEPT_DAYS } from '#platform/events/index.ts'
import { lockWebhooks } from '#developers/webhooks/address/queries.ts'
import type { RetryFailed } from '#developers/webhooks/schema.ts'
import { readWebhook } from '#developers/webhooks/address/index.ts'
import * as queries from './queries.ts'

const HOUR_MS = 3_600_000
const HOURS = 24
/** So many of an account are on their way by hand at once: what is new must not wait long behind them. */
const MOST_AT_ONCE = 500

export type HealthHour = { from: Date; delivered: number; failed: number }

/** `switchedOffAt`: since when it is off because three days of tries failed; null where it is on, or its owner switched it off. */
export type WebhookState = { hours: HealthHour[]; switchedOffAt: Date | null }

/**
 * How the tries of the last 24 hours went, hour by hour by UTC, the oldest first; the last hour is the one that runs. And whether
 * failures switched the webhook off.
 * Null where nothing was ever sent and there is nowhere to send it.
 */
export async function readHealth(ctx: Context, actor: Person): Promise<WebhookState | null> {
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
 * Sends again, now, with the same ids and bytes, what failed in the 30 days that deliveries are kept; each gets what
 * `retryDelivery` gives one. At most 500 are due at once, so asking twice does not double what is on its way. `left`
 * is what failed and is still to be sent. `tried_before` leaves out what was tried since. Errors: 409 while the webhook is off.
 */
export async function retryFailed(tx: Tx, actor: Person, { tried_before }: RetryFailed): Promise<{ sent: number; left: number }> {
  const { accountId } = actor
  const [webhook] = await lockWebhooks(tx.db, [accountId])
  if (!webhook?.enabled) throw conflict('The webhook is off. Switch it on first: PUT /webhooks.')
  const now = tx.now()
  const failed = {
    accountId,
    keptSince: new Date(now.getTime() - KEPT_DAYS * 24 * HOUR_MS),
    // unless said otherwise also what ended this very moment, by a clock that may be a little ahead
    triedBefore: tried_before === undefined ? new Date(now.getTime() + HOUR_MS) : new Date(tried_before),
  }
  const sent = await queries.retryFailed(tx.db, failed, now, MOST_AT_ONCE)
  return { sent, left: await queries.countFailed(tx.db, failed) }
}
