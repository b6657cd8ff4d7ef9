import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import type { Party } from '#core/party.ts'

/**
 * Returns the SQL condition that the account has the role `party` in a row. Without `party`, either role matches. `alias`: name of the
 * table in the query.
 */
export function isOf(alias: string, accountId: string, party?: Party): RawBuilder<boolean> {
  const sells = sql<boolean>`${sql.ref(`${alias}.seller_id`)} = ${accountId}`
  const buys = sql<boolean>`${sql.ref(`${alias}.buyer_id`)} = ${accountId}`
  if (party) return party === 'seller' ? sells : buys
  return sql<boolean>`(${sells} or ${buys})`
}

/**
 * Selects the name of a row's buyer as `buyer_name`, without a join. If the row's buyer changed while a query with a join waited for the
 * row's lock, PostgreSQL would compare the changed row with the previous buyer's account and drop the row.
 */
export const buyerName = (alias: string): AliasedRawBuilder<string, 'buyer_name'> =>
  sql<string>`(select name from accounts where id = ${sql.ref(`${alias}.buyer_id`)})`.as('buyer_name')
