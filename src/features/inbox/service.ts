import type { Context, Person } from '#context.ts'
import * as queries from './queries.ts'
import type { Waiting } from './queries.ts'

/** Most entries of each list; `GET /offers` and `GET /orders` page through all. */
export const INBOX_LIST_COUNT = 100

/** Everything waiting on the account, across all its shops (interface, GET /inbox). */
export const readInbox = (ctx: Context, actor: Person): Promise<Waiting> =>
  queries.readWaiting(ctx.db, actor.accountId, ctx.now(), INBOX_LIST_COUNT)
