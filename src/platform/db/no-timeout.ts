/**
 * Lifts the limit that a role or a database may set on a whole transaction, which PostgreSQL has since 17: of the transaction that runs
 * this, or of all that its connection begins.
 */
export const noTimeout = (whose: 'transaction' | 'session'): string =>
  `select set_config('transaction_timeout', '0', ${whose === 'transaction'}) where current_setting('transaction_timeout', true) is not null`
