/**
 * Returns SQL that disables `transaction_timeout`, which a role or a database may set since PostgreSQL 17. The SQL affects the current
 * transaction, or all later transactions of the session.
 */
export const noTimeout = (whose: 'transaction' | 'session'): string =>
  `select set_config('transaction_timeout', '0', ${whose === 'transaction'}) where current_setting('transaction_timeout', true) is not null`
