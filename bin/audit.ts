// Audits the data: runs the queries in bin/audit.sql, and checks that every file that a row references is in storage. Prints each fault,
// and exits with 1 if it finds any. Uses DATABASE_URL, or the embedded database of DATA_DIR, even while its service runs. The files are in
// DATA_DIR, or in S3 if it is configured.
import { counted } from '#core/format/count.ts'
import { openDatabase } from '#platform/database/index.ts'
import { runningServer } from '#platform/database/process-status.ts'
import { openStorage } from '#platform/storage/open.ts'
import { readConfig } from '#platform/config/index.ts'
import { audit } from '#test/audit.ts'
import { auditFiles } from '#test/audit-files.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const config = readConfig()
const running = config.database.url === null ? runningServer(config.dataDir) : null
const opened = running === null ? await openDatabase({ url: config.database.serverUrl, dataDir: config.dataDir }, console) : null
const connection = running ?? opened!.connection
const storage = await openStorage(config)
const faults = [...(await audit(connection)), ...(await auditFiles(connection, storage))]
await storage.close()
await opened?.stop()

for (const { invariant, rows } of faults) {
  console.log(`${invariant}: violated by ${counted(rows.length, 'row')}`)
  for (const row of rows.slice(0, 20)) console.log(`  ${JSON.stringify(row)}`)
}
console.log(faults.length === 0 ? 'All data rules hold.' : `${faults.length} data rules are violated.`)
process.exitCode = faults.length === 0 ? 0 : 1
