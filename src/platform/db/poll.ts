/**
 * Columns that every poll selects. `settled`: id below which all transactions have ended. `at`: database time in seconds. `timeline`:
 * timeline of the write-ahead log.
 */
export const POLL_COLUMNS = `pg_snapshot_xmin(pg_current_snapshot())::text::float8 as settled, extract(epoch from clock_timestamp())::float8 as at,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`

/**
 * Returns the SQL condition that selects the changes to read: the row's transaction id `tx` is at least $1, because the caller has read all
 * changes below that id. Excludes ids that this database has not assigned yet: a dump of another cluster can contain such ids.
 */
export const isNewIn = (table: 'market_changes' | 'shown_changes'): string =>
  `tx >= coalesce($1::text::xid8, (select tx from ${table} where tx < pg_snapshot_xmax(pg_current_snapshot()) order by tx desc limit 1))
    and tx < pg_snapshot_xmax(pg_current_snapshot())`
