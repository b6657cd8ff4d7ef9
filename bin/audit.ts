// Asks the database for whatever breaks a promise (bin/audit.sql): prints each, and ends with 1 when there is any.
// On DATABASE_URL, or on the embedded database of DATA_DIR, whether its service runs or not.
import { openDatabase } from '#adapters/database/index.ts'
import { runningServer } from '#adapters/database/running.ts'
import { readConfig } from '#config.ts'
import { audit } from '#test/audit.ts'

const { database, dataDir } = readConfig()
const running = database.url === null ? runningServer(dataDir) : null
const opened = running === null ? await openDatabase({ url: database.url, dataDir }, console) : null
const faults = await audit(running ?? opened!.connection)
await opened?.stop()

for (const { promise, rows } of faults) {
  console.log(`${promise}: ${rows.length} broken`)
  for (const row of rows.slice(0, 20)) console.log(`  ${JSON.stringify(row)}`)
}
console.log(faults.length === 0 ? 'Every promise holds.' : `${faults.length} promises are broken.`)
process.exitCode = faults.length === 0 ? 0 : 1
