import type { Context, Person } from '#platform/context.ts'
import { KEPT_DAYS } from '#platform/events.ts'
import * as queries from './queries.ts'

/** What happened to the account in the last 30 days, of the types a webhook can subscribe to (completions 10). */
export const listEvents = (ctx: Context, actor: Person, by: { type?: string | undefined; limit: number; offset: number }) =>
  queries.listEvents(ctx.db, {
    accountId: actor.accountId,
    since: new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000),
    ...by,
    type: by.type,
  })
