import type { Context, Person } from '#platform/context/index.ts'
import { isLive } from '#core/tenant.ts'
import { conflict } from '#platform/errors/index.ts'
import { presentWebhook } from './address/present.ts'
import * as queries from './address/queries.ts'
import { sendOnce } from './delivery/send.ts'

/**
 * Sends a ping now, even if the webhook is off, and returns the receiver's response (spec: completions 10). The ping is attempted once,
 * outside any transaction, and updates only `last_delivery`. Errors: 409 without a webhook, 429 after six pings in a minute.
 */
export async function ping(ctx: Context, actor: Person): Promise<{ event: string; status: number; error: string | null }> {
  const webhook = await queries.findWebhook(ctx.db, actor.accountId)
  if (!webhook) throw conflict('There is no webhook to test. Set its url first: PUT /webhooks.')
  await ctx.rateLimits.take(ctx, 'webhook test', actor.accountId)
  const event = ctx.newId('evt')
  const body = JSON.stringify({
    id: event,
    object: 'event',
    type: 'ping',
    ...(isLive(actor.tenant) ? {} : { livemode: false }),
    created_at: ctx.now().toISOString(),
    data: { object: presentWebhook(webhook) },
  })
  const tried = await sendOnce(ctx, webhook, { eventId: event, type: 'ping', body, attempt: 1 })
  const { status, error, at } = tried ?? { status: 0, error: 'stopped', at: ctx.now() }
  await queries.setLastTry(ctx.db, actor.accountId, { at, status, error })
  return { event, status, error }
}
