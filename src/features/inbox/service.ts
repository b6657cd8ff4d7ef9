import type { Context, Person } from '#context.ts'
import { openCasesOf, type ShownCase } from '#features/money-cases/service.ts'
import * as queries from './queries.ts'
import type { Waiting } from './queries.ts'

/** Most entries of each list; `GET /offers` and `GET /orders` page through all. */
export const INBOX_LIST_COUNT = 100

/** Everything waiting on the account, across all its shops (interface, GET /inbox). */
export async function readInbox(ctx: Context, actor: Person): Promise<Waiting & { money: ShownCase[] }> {
  const [waiting, money] = await Promise.all([
    queries.readWaiting(ctx.db, actor.accountId, ctx.now(), INBOX_LIST_COUNT),
    openCasesOf(ctx, actor.accountId, INBOX_LIST_COUNT),
  ])
  return { ...waiting, money }
}
