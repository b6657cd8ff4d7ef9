import type { ClientConfig } from 'pg'
import { noTimeout } from './no-timeout.ts'
import { withClient } from './with-client.ts'

/** First key of the advisory locks for work that only one process at a time may do. */
const HOLD_LOCKS = 731_043

/**
 * Runs `work` under the advisory lock `name`. Returns null if a different process holds the lock. The lock belongs to a separate
 * transaction, because a pooler assigns each transaction to one connection. PostgreSQL releases it when the process ends.
 */
export const withAdvisoryLock = <T>(connection: ClientConfig, name: string, work: () => Promise<T>): Promise<T | null> =>
  withClient(connection, name, async (client) => {
    await client.query('begin')
    await client.query(`set local idle_in_transaction_session_timeout = 0; ${noTimeout('transaction')}`)
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as held', [HOLD_LOCKS, name])
    return rows[0]!.held ? work() : null
  })
