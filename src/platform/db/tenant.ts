import { sql, type RawBuilder } from 'kysely'

/** Returns an SQL condition that excludes test accounts by the account id in `column`, for lists and sums over all accounts. */
export const ofMarket = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in (select id from accounts where sandbox_of is not null)`
