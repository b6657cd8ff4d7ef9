import type { ClientConfig } from 'pg'
import { openReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts'

type Ears = {
  notify(notice: string): void
  listening(is: boolean): void
  /** Called when the operator's settings have changed, or may have changed while the connection was lost. */
  settingsChanged(): void
}

/**
 * Listens to the `account_changes` and `operator_settings` notifications of all processes, on a connection outside the pools. PostgreSQL
 * sends them at commit. Calls `ears.listening` with true once the connection has subscribed, and with false when it is lost.
 */
export const listenToAccountChanges = (connection: ClientConfig, ears: Ears): Promise<ReconnectingClient> =>
  openReconnectingClient(
    connection,
    'listener',
    async (client) => {
      client.on('notification', ({ channel, payload }) =>
        channel === 'operator_settings' ? ears.settingsChanged() : ears.notify(payload ?? ''),
      )
      await client.query('listen account_changes; listen operator_settings')
      ears.listening(true)
      ears.settingsChanged()
    },
    () => ears.listening(false),
  )
