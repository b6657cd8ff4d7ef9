// `npm run migrate`: applies the migrations of this release to DATABASE_URL, or to the embedded database of DATA_DIR, even while its
// service runs. The service also applies them when it starts.
import { counted } from '#core/format/count.ts'
import { openDatabase } from '#platform/database/index.ts'
import { runningServer } from '#platform/database/process-status.ts'
import { readConfig } from '#platform/config/index.ts'
import { migrate } from '#platform/db/index.ts'
import { prepareQueue } from '#platform/jobs/index.ts'
import { plainly } from './backups.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const log = {
  info: ({ migration }: { migration?: string }, message: string) => migration && console.log(`${migration}: ${message}`),
  warn: () => {},
  error: console.error,
}

await plainly(async () => {
  const { database, dataDir } = readConfig()
  const running = database.url === null ? runningServer(dataDir) : null
  const opened = running === null ? await openDatabase({ url: database.serverUrl, dataDir }, log) : null
  const connection = running ?? opened!.connection
  try {
    const applied = await migrate(connection, { log })
    await prepareQueue(connection)
    console.log(applied.length === 0 ? 'No migration is pending.' : `${counted(applied.length, 'migration')} applied.`)
  } finally {
    await opened?.stop()
  }
})
