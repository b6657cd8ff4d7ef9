import { sql, type RawBuilder } from 'kysely'

/** That a row is of the market and of no test world, by the column that holds an account of it: for lists and sums over all accounts. */
export const ofMarket = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in (select id from accounts where sandbox_of is not null)`
