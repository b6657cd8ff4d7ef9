import type { ClientConfig } from 'pg'
import { openReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts'

type Ears = { notify(notice: string): void; listening(is: boolean): void }

/**
 * Listens to the `account_changes` notifications of all processes, on a connection outside the pools. PostgreSQL sends them at commit.
 * Calls `ears.listening` with true when the connection has subscribed, and with false when the connection is lost.
 */
export const listenToAccountChanges = (connection: ClientConfig, ears: Ears): Promise<ReconnectingClient> =>
  openReconnectingClient(
    connection,
    'listener',
    async (client) => {
      client.on('notification', ({ payload }) => ears.notify(payload ?? ''))
      await client.query('listen account_changes')
      ears.listening(true)
    },
    () => ears.listening(false),
  )
