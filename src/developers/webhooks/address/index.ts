import type { Person, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { WebhookRow } from './queries.ts'

/** Returns the account's webhook, or undefined if there is none. */
export const readWebhook = (ctx: Core, actor: Person): Promise<WebhookRow | undefined> => queries.findWebhook(ctx.db, actor.accountId)
