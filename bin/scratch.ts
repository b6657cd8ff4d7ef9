// Opens a temporary database for the rehearsal of a restore.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { installedPackage } from '#platform/database/binaries.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import type { Config } from '#platform/config/index.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'

type Scratch = { connection: ClientConfig; drop(): Promise<void> }

/**
 * Opens a temporary database on an embedded server in its own folder, or on the server of DATABASE_URL if the embedded server is not
 * installed.
 */
export function scratchDatabase({ database: { serverUrl: url } }: Config): Promise<Scratch> {
  return installedPackage() === null && url !== null ? scratchOn(url) : ownServer()
}

async function ownServer(): Promise<Scratch> {
  const folder = await makeTempFolder()
  const quiet = { info: () => {}, warn: () => {}, error: console.error }
  const database = await openEmbedded({ dataDir: folder.path, durable: false }, quiet)
  return {
    connection: database.connection,
    async drop() {
      await database.stop()
      await rm(folder.path, { recursive: true, force: true })
    },
  }
}

async function scratchOn(url: string): Promise<Scratch> {
  const name = `rehearsal_${randomBytes(6).toString('hex')}`
  const run = async (sql: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`).catch((error: Error) => {
    throw new Error(
      `A rehearsal creates a database and drops it afterwards, but the user in DATABASE_URL could not create one: ${error.message}. To allow it, run: alter role … createdb`,
    )
  })
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  return { connection: { connectionString: scratch.href }, drop: () => run(`drop database ${name} with (force)`) }
}
