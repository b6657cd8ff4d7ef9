import { sql, type RawBuilder } from 'kysely'

/** Returns the SQL condition that the account in `column` is not a test account, for lists and sums over all accounts. */
export const ofMarket = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in (select id from accounts where sandbox_of is not null)`
