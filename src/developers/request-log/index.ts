import type { Context, Person } from '#platform/context/index.ts'
import { KEPT_DAYS } from '#platform/events/index.ts'
import * as queries from './queries.ts'
import type { ListRequests } from './schema.ts'

/** What the account's keys asked for last: at most 100, of at most 30 days. An agent key sees its own alone. */
export async function listRequests(ctx: Context, actor: Person, { failed = false, limit, offset }: ListRequests) {
  await ctx.requestLog.flush()
  return queries.listRequests(ctx.db, {
    accountId: actor.accountId,
    keyId: actor.keyKind === 'agent' ? actor.credential : null,
    failed,
    since: keptSince(ctx),
    limit,
    offset,
  })
}

const keptSince = (ctx: Context): Date => new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000)
