import type { Core, Operator } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { SearchRecords } from './schema.ts'

export type SearchResult = Awaited<ReturnType<typeof searchRecords>>

/** Searches the market's accounts, listings and orders. Returns up to 10 records of each kind, without email addresses. */
export async function searchRecords(ctx: Core, _operator: Operator, { q }: SearchRecords) {
  const [accounts, listings, orders] = await Promise.all([
    queries.findAccounts(ctx.db, q),
    queries.findListings(ctx.db, q),
    queries.findOrders(ctx.db, q),
  ])
  return { accounts, listings, orders }
}
