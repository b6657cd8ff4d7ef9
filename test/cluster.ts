import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { openEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'

/** A server for tests with one migrated database to copy from. Plain data: it travels to the test files as JSON. */
export type TestCluster = { connection: ClientConfig; template: string }

/**
 * Starts an embedded server that nobody will miss (no fsync), or uses the one of `TEST_DATABASE_URL`, whose role must be
 * allowed to create databases; then migrates the template once.
 */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { connection: parse(url), stop: async () => {} } : await startEmbedded()
  const template = `test_${process.pid}_${Date.now().toString(36)}`
  await run(server.connection, `create database ${template}`)
  await migrate({ ...server.connection, database: template })
  return {
    cluster: { connection: server.connection, template },
    async stop() {
      await dropDatabase(server.connection, template)
      await server.stop()
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function run(connection: ClientConfig, sql: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const NOT_ALLOWED = '42501'

/** Drops a database with all who are in it. A vacuum of the server's own cannot be told to leave: wait for it. */
export async function dropDatabase(connection: ClientConfig, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(connection, `drop database ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_ALLOWED || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/** pg lets an address overrule all other settings; taken apart, its database can be exchanged. */
function parse(url: string): ClientConfig {
  const { host, port, user, password, database, ssl } = new Client({ connectionString: url })
  return { host, port, user, password, database, ssl }
}

async function startEmbedded(): Promise<{ connection: ClientConfig; stop(): Promise<void> }> {
  const folder = testFolder('marketplace-test-')
  const reaper = reapWhenGone(folder)
  const database = await openEmbedded({ dataDir: folder, durable: false }, console)
  await run({ ...database.connection, user: 'postgres' }, `alter role ${database.connection.user} createdb`)
  return {
    connection: database.connection,
    async stop() {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
      reaper.stdin.end()
    },
  }
}

/** A new folder that the database's user can pass through, also when root makes it. */
export function testFolder(prefix: string): string {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return folder
}

/** Tests that are killed do not clean up: a shell that outlives them sees its input end, and does. */
function reapWhenGone(folder: string) {
  const script = `read _; pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" && sleep 1; rm -rf "$1"`
  const reaper = spawn('/bin/sh', ['-c', script, 'sh', folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  reaper.unref()
  ;(reaper.stdin as unknown as { unref(): void }).unref()
  return reaper
}
