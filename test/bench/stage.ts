import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { openEmbedded } from '#platform/database/embedded.ts'
import { runningServer } from '#platform/database/process-status.ts'
import { sendToAny } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { testFolder } from '#test/cluster.ts'
import type { Target } from './wrk.ts'

/** A database server for the benchmark, as durable as the production server. */
export type Stage = {
  pid: number
  connection: ClientConfig
  client(database?: string, user?: string): Promise<Client>
  end(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const dataDir = testFolder('resale-bench-')
  const database = await openEmbedded({ dataDir, durable: true }, console)
  const connection = database.connection
  const client = async (name = String(connection.database), user = connection.user) => {
    const opened = new Client({ ...connection, user, database: name })
    await opened.connect()
    return opened
  }
  const admin = await client('postgres', 'postgres')
  await admin.query(`alter role ${connection.user} createdb`)
  await admin.end()
  return {
    pid: runningServer(dataDir)!.pid,
    connection,
    client,
    async end() {
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The service in its own process, started like `npm start`. `readyMs` is the time from the start until it is ready. */
export type Running = Target & { readyMs: number; stop(): Promise<void> }

export type Start = {
  database: string
  role?: 'web' | 'all'
  port?: number
  env?: Record<string, string>
  /** A data folder that remains after the process stops, so that the next start finds its files. */
  dataDir?: string
}

/** Startup timeout, which is long enough to index a million listings without a snapshot on a busy machine. */
const READY_MS = 600_000

/** Starts the service, and waits until it is ready. `tree` is the folder of the service, which may be a different checkout. */
export async function startService(
  stage: Stage,
  tree: string,
  { database, role = 'web', port, env = {}, dataDir: dataDirectory }: Start,
): Promise<Running> {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  const flags = words.filter((word) => word.startsWith('--'))
  const settings = Object.fromEntries(words.flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split('=')] : [])))
  const own = port ?? (await freePort())
  const dataDir = dataDirectory ?? testFolder('resale-bench-')
  const began = performance.now()
  const child = spawn(process.execPath, [...flags, join(tree, 'bin/start.js'), role], {
    cwd: tree,
    env: {
      ...process.env,
      ...settings,
      ...{ PORT: String(own), DATA_DIR: dataDir, LOG_LEVEL: 'info', DEMO: 'off', USAGE_LIMIT: '1000000000' },
      ...{ DATABASE_URL: urlOf(stage.connection, database), QUOTA_LISTINGS: '10000000', ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let last = ''
  // reads all output like a log collector, but stores only the start of the last chunk for error messages
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (last = bytes.toString('latin1', 0, 2_000)))
  const exit = once(child, 'exit')
  while ((await sendToAny(own, 'GET', '/readyz').catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`the service ended unexpectedly: ${last}`)
    if (performance.now() - began > READY_MS) {
      child.kill('SIGKILL')
      throw new Error(`not ready: ${last}`)
    }
    // polls often at first and then more slowly, because polling takes CPU time from the starting process
    await sleep(Math.min(500, 5 + (performance.now() - began) / 100))
  }
  return {
    port: own,
    web: child.pid!,
    db: stage.pid,
    readyMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await exit
      if (dataDirectory === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Builds the bundle beforehand, so that the service does not build it during the measurement. */
export const bundled = async (tree: string): Promise<unknown> => {
  const bundle = join(tree, 'bin/bundle.ts')
  return existsSync(bundle) ? promisify(execFile)(process.execPath, [bundle]) : null
}

const urlOf = ({ user, host }: ClientConfig, database: string): string =>
  `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(String(host))}`

/** Waits until a search corrects a misspelled word, which requires the search index. Returns the elapsed milliseconds. */
export async function untilIndexed({ port }: Target): Promise<number> {
  const began = performance.now()
  while ((await sendToAny(port, 'GET', '/v1/market/search?q=vintaeg')).body.total === 0) await sleep(10)
  return performance.now() - began
}

/** Copies the benchmark's database on the same server. The database must not have open connections. */
export async function copyDatabase(stage: Stage, name: string): Promise<void> {
  const db = await stage.client('postgres')
  await db.query(`create database ${name} template ${String(stage.connection.database)}`)
  await db.end()
}
