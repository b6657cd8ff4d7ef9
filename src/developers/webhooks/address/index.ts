import type { Context, Person } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { WebhookRow } from './queries.ts'

/** The account's webhook; undefined before the first set and after it was stopped. */
export const readWebhook = (ctx: Context, actor: Person): Promise<WebhookRow | undefined> => queries.findWebhook(ctx.db, actor.accountId)
