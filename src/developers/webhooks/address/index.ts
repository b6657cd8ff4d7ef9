import type { Person, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { WebhookRow } from './queries.ts'

/** Returns the webhook, or undefined if it was never set or was deleted. */
export const readWebhook = (ctx: Core, actor: Person): Promise<WebhookRow | undefined> => queries.findWebhook(ctx.db, actor.accountId)
