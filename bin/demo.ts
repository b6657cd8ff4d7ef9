// `npm run demo:reset` recreates the demo market. `npm run demo:off` empties the database permanently. Both work
// only in local mode, on a database on this machine that no service is using.
import { Client } from 'pg'
import { counted } from '#core/format/count.ts'
import { openDatabase, type Database } from '#platform/database/index.ts'
import { createDiskStorage } from '#platform/storage/disk.ts'
import { createS3Storage } from '#platform/storage/s3.ts'
import { readConfig } from '#platform/config/index.ts'
import { clearDemo, DemoRefusal, keepDemoOff } from '#demo/index.ts'
import { kyselyOn, migrate, openPools, type Db } from '#platform/db/index.ts'
import { createLog, type Log } from '#platform/telemetry/log.ts'
import { startService } from '#service/service.ts'
import { join } from 'node:path'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const [verb, ...flags] = process.argv.slice(2)
try {
  if (verb !== 'reset' && verb !== 'off') throw new DemoRefusal('Choose an action: reset or off.')
  const config = readConfig()
  await clear(config, verb === 'off')
  if (verb === 'reset') {
    const service = await startService({ ...config, port: 0, demo: true }, 'web')
    await service.stop()
  }
  console.log(
    verb === 'reset'
      ? 'The demo data is recreated. npm start prints the new key and adds the pictures.'
      : 'The database is empty, and npm start adds no demo data. To add the demo data again: npm run demo:reset',
  )
} catch (error) {
  console.error(error instanceof Error && error.name !== 'Error' ? error.message : error)
  process.exit(1)
}
process.exit(0)

async function clear(config: ReturnType<typeof readConfig>, off: boolean): Promise<void> {
  const log = createLog(config.logLevel)
  const database = await openDatabase({ url: config.database.serverUrl, dataDir: config.dataDir }, log).catch((error: unknown) => {
    const { code, pid } = error as { code?: string; pid?: number | null }
    if (code !== 'in_use') throw error
    throw new DemoRefusal(`Stop the service first${pid ? ` (process ${pid})` : ''}: it uses the database in ${config.dataDir}.`)
  })
  try {
    await refuseWhileServed(database)
    await migrate(database.connection, { log })
    const storage = config.storage.kind === 'disk' ? createDiskStorage(join(config.dataDir, 'media')) : createS3Storage(config.storage)
    await onPool(database, log, (db) => clearDemo({ config, storage, db }, { everything: flags.includes('--everything') }))
    await migrate(database.connection, { log })
    if (off) await onPool(database, log, (db) => keepDemoOff({ db }, new Date()))
  } finally {
    await database.stop()
  }
}

/** Throws if a service is using the tables, because `DROP TABLE` would wait for the service's locks. */
async function refuseWhileServed({ connection }: Database): Promise<void> {
  const client = new Client({ ...connection, application_name: 'demo' })
  await client.connect()
  try {
    const { rows } = await client.query<{ processes: number }>(
      `select count(*)::int as processes from pg_stat_activity where datname = current_database() and application_name = 'marketplace presence'`,
    )
    const { processes } = rows[0]!
    if (processes > 0)
      throw new DemoRefusal(`Stop the service first: it uses this database with ${counted(processes, 'process', 'processes')}.`)
  } finally {
    await client.end()
  }
}

/** Runs `work` on new connection pools, because prepared statements do not survive dropped tables. */
async function onPool(database: Database, log: Log, work: (db: Db) => Promise<void>): Promise<void> {
  const pools = openPools(database.connection, { log })
  try {
    await work(kyselyOn(pools.requests))
  } finally {
    await pools.end()
  }
}
