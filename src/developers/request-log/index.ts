import type { Context, Person, Core } from '#platform/context/index.ts'
import { RETENTION_DAYS } from '#platform/events/index.ts'
import * as queries from './queries.ts'
import type { ListRequests } from './schema.ts'

/**
 * Lists the latest requests made with the account's keys: at most 100, from the last 30 days. With an agent key, lists only the requests
 * made with this key.
 */
export async function listRequests(ctx: Context, actor: Person, { failed = false, limit, offset }: ListRequests) {
  await ctx.requestLog.flush()
  return queries.listRequests(ctx.db, {
    accountId: actor.accountId,
    keyId: actor.keyKind === 'agent' ? actor.credential : null,
    failed,
    since: retainedSince(ctx),
    limit,
    offset,
  })
}

const retainedSince = (ctx: Core): Date => new Date(ctx.now().getTime() - RETENTION_DAYS * 86_400_000)
