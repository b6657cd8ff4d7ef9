import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { DatabaseLog } from './types.ts'

export type Watch = { end(): Promise<void> }

/**
 * Watches the server through a dedicated connection. The connection ends only if the server stops. Then calls `revive` until it succeeds.
 */
export async function watchServer(superuser: ClientConfig, revive: () => Promise<void>, log: DatabaseLog): Promise<Watch> {
  let ending = false
  let reviving: Promise<void> = Promise.resolve()
  let sentinel = await connect()

  async function connect(): Promise<Client> {
    const client = new Client({ ...superuser, application_name: 'marketplace watch' })
    client.on('error', () => {})
    await client.connect()
    client.once('end', () => {
      if (!ending) reviving = bringBack()
    })
    return client
  }

  async function bringBack(): Promise<void> {
    log.warn({}, 'The embedded database stopped; restarting it.')
    for (let attempt = 1; !ending; attempt++) {
      try {
        await revive()
        sentinel = await connect()
        log.info({ attempt }, 'The embedded database is running again.')
        return
      } catch (error) {
        log.error({ attempt, err: error }, 'The embedded database could not be restarted; trying again.')
        await sleep(Math.min(5_000, 100 * 2 ** attempt))
      }
    }
  }

  return {
    async end() {
      ending = true
      await reviving
      await sentinel.end().catch(() => {})
    },
  }
}
