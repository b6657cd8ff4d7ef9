import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { noTimeout } from './no-timeout.ts'

/** First half of the advisory locks of what one process at a time does. */
const HOLD_LOCKS = 731_043

/**
 * Runs `work` where no other process on this database runs what bears the same name; gives null where one does. The lock is that of a
 * transaction of its own, which a pooler leaves on one connection and which ends with the process.
 */
export async function withAdvisoryLock<T>(connection: ClientConfig, name: string, work: () => Promise<T>): Promise<T | null> {
  const client = new Client({ ...connection, application_name: `marketplace ${name}` })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local idle_in_transaction_session_timeout = 0; ${noTimeout('transaction')}`)
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as held', [HOLD_LOCKS, name])
    return rows[0]!.held ? await work() : null
  } finally {
    await client.end().catch(() => {})
  }
}
