import type { ClientConfig } from 'pg'
import { connectAgain, type ReconnectingClient } from './reconnecting-client.ts'

type Ears = { hear(notice: string): void; listening(is: boolean): void }

/**
 * Hears, on one connection beside the pools, what transactions of any process changed for whom, when they commit. `ears.listening`
 * says from when on nothing is missed, and when that ends.
 */
export const listenToAccountChanges = (connection: ClientConfig, ears: Ears): Promise<ReconnectingClient> =>
  connectAgain(
    connection,
    'listener',
    async (client) => {
      client.on('notification', ({ payload }) => ears.hear(payload ?? ''))
      await client.query('listen account_changes')
      ears.listening(true)
    },
    () => ears.listening(false),
  )
