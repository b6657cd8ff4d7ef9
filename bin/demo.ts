// `npm run demo:reset` plants the demo market anew; `npm run demo:off` empties the database for good. Both only where
// clearDemo allows it, and while the service does not run on the embedded database.
import { openDatabase } from '#adapters/database/index.ts'
import { createDiskStorage } from '#adapters/storage/disk.ts'
import { createS3Storage } from '#adapters/storage/s3.ts'
import { readConfig } from '#config.ts'
import { clearDemo, DemoRefusal, keepDemoOff } from '#features/demo/service.ts'
import { kyselyOn, migrate, openPools } from '#lib/db/index.ts'
import { createLog } from '#lib/log.ts'
import { startService } from '#main.ts'
import { join } from 'node:path'

const [verb, ...flags] = process.argv.slice(2)
try {
  if (verb !== 'reset' && verb !== 'off') throw new DemoRefusal('Say what to do: reset or off.')
  const config = readConfig()
  await clear(config, verb === 'off')
  if (verb === 'reset') {
    const service = await startService({ ...config, port: 0, demo: true }, 'web')
    await service.stop()
  }
  console.log(verb === 'reset' ? 'The demo market is planted anew. npm start prints the new key and draws the pictures.' : 'The database is empty, and no demo will be planted in it. npm run demo:reset brings it back.')
} catch (error) {
  console.error(error instanceof Error && error.name !== 'Error' ? error.message : error)
  process.exit(1)
}
process.exit(0)

async function clear(config: ReturnType<typeof readConfig>, off: boolean): Promise<void> {
  const log = createLog(config.logLevel)
  const database = await openDatabase({ url: config.database.url, dataDir: config.dataDir }, log)
  try {
    await migrate(database.connection, { log })
    const storage = config.storage.kind === 'disk' ? await createDiskStorage(join(config.dataDir, 'media')) : createS3Storage(config.storage)
    const pools = openPools(database.connection, { log })
    await clearDemo({ config, storage, db: kyselyOn(pools.requests) }, { everything: flags.includes('--everything') })
    await pools.end()
    await migrate(database.connection, { log })
    if (!off) return
    const fresh = openPools(database.connection, { log })
    await keepDemoOff({ db: kyselyOn(fresh.requests) }, new Date())
    await fresh.end()
  } finally {
    await database.stop()
  }
}
