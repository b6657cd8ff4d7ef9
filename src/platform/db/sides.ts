import { sql, type RawBuilder } from 'kysely'
import type { Party } from '#core/party.ts'

/** That a row with a seller and a buyer is this account's: on the side that is named, or else on either. `alias`: its table in the statement. */
export function isOf(alias: string, accountId: string, side?: Party): RawBuilder<boolean> {
  const sells = sql<boolean>`${sql.ref(`${alias}.seller_id`)} = ${accountId}`
  const buys = sql<boolean>`${sql.ref(`${alias}.buyer_id`)} = ${accountId}`
  if (side) return side === 'seller' ? sells : buys
  return sql<boolean>`(${sells} or ${buys})`
}
