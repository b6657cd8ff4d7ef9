/**
 * Returns SQL that disables `transaction_timeout` for the current transaction or for the session. Since PostgreSQL 17, a role or database
 * can have this timeout as a default.
 */
export const noTimeout = (whose: 'transaction' | 'session'): string =>
  `select set_config('transaction_timeout', '0', ${whose === 'transaction'}) where current_setting('transaction_timeout', true) is not null`
