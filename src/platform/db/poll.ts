/** The columns of a look: `settled`, `at` and `timeline`. */
export const POLL_COLUMNS = `pg_snapshot_xmin(pg_current_snapshot())::text::float8 as settled, extract(epoch from clock_timestamp())::float8 as at,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`

/**
 * Whether a row of this table, which has the transaction's id as `tx`, is at or after the horizon $1. Rows that a dump brought from
 * another cluster may name transactions that are still to come here: they are nobody's news.
 */
export const isNewIn = (table: 'market_changes' | 'shown_changes'): string =>
  `tx >= coalesce($1::text::xid8, (select tx from ${table} where tx < pg_snapshot_xmax(pg_current_snapshot()) order by tx desc limit 1))
    and tx < pg_snapshot_xmax(pg_current_snapshot())`
