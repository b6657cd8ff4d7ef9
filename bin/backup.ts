// `npm run backup`: copies every row and every picture to BACKUP_TO, or to --to FOLDER, even while the service runs.
// `npm run backup -- --list` lists the backups. Exits with 1 if it made no backup. docs/backup.md
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/index.ts'
import { runningServer } from '#platform/database/process-status.ts'
import { openStorage } from '#platform/storage/open.ts'
import { readConfig } from '#platform/config/index.ts'
import { counted } from '#core/format/count.ts'
import { takeAndPrune } from '#platform/backup/create.ts'
import { withAdvisoryLock } from '#platform/db/advisory-lock.ts'
import { plainly, openBackupTarget, sizeText } from './backups.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

await plainly(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, list: { type: 'boolean', default: false } } })
  const config = readConfig({ ...process.env, ...(values.to ? { BACKUP_TO: values.to } : {}) })
  const { target, close } = await openBackupTarget(config, { create: !values.list })
  try {
    if (values.list) {
      const names = await target.backups()
      console.log(names.length === 0 ? 'There are no backups at this target.' : names.join('\n'))
      return
    }
    const running = config.database.url === null ? runningServer(config.dataDir) : null
    const opened = running === null ? await openDatabase({ url: config.database.serverUrl, dataDir: config.dataDir }, console) : null
    const connection = running ?? opened!.connection
    const storage = config.backup.pictures ? await openStorage(config) : null
    const began = performance.now()
    try {
      const source = { connection, storage, release: config.version }
      const taken = await withAdvisoryLock(connection, 'backup', () =>
        takeAndPrune(target, source, { now: new Date(), keep: config.backup.keep }),
      )
      if (taken === null) throw new Error('Another process is backing up this database.')
      const { name, manifest, dropped } = taken
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      const files = manifest.files
      const pictures = files === null ? 'without pictures' : `${counted(files.rows, 'file')} of ${sizeText(files.content)}`
      console.log(`${name}: ${counted(rows, 'row')}, ${pictures}, in ${Math.round((performance.now() - began) / 1_000)} s`)
      if (files?.missing)
        console.log(
          `${counted(files.missing, 'file')} in the database ${files.missing > 1 ? 'are' : 'is'} missing from storage: npm run audit lists them.`,
        )
      if (dropped.length > 0) console.log(`${counted(dropped.length, 'older backup')} removed.`)
    } finally {
      await storage?.close()
      await opened?.stop()
    }
  } finally {
    await close()
  }
})
