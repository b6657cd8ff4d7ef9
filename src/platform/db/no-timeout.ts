/**
 * Returns SQL that disables `transaction_timeout`. Since PostgreSQL 17, a role or a database can set this timeout. The SQL affects the
 * current transaction, or all later transactions of the session.
 */
export const noTimeout = (whose: 'transaction' | 'session'): string =>
  `select set_config('transaction_timeout', '0', ${whose === 'transaction'}) where current_setting('transaction_timeout', true) is not null`
