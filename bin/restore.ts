// `npm run restore` fills an empty database and storage from the newest backup in BACKUP_TO (or --from FOLDER), or from a named one:
//   npm run restore -- 20261122T031500Z-1a2b3c4d
// `npm run restore -- --rehearse` restores into a temporary database, compares every table with the backup, and runs every query of
// bin/audit.sql. Exits with 1 on any difference. See docs/backup.md.
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/index.ts'
import { openStorage } from '#platform/storage/open.ts'
import { readConfig, type Config } from '#platform/config/index.ts'
import { counted } from '#core/format/count.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { readManifest } from '#platform/backup/manifest.ts'
import type { BackupTarget } from '#platform/backup/target.ts'
import { rehearse } from '#platform/backup/rehearse.ts'
import { checkBackup, loadBackup } from '#platform/backup/restore.ts'
import { migrate } from '#platform/db/index.ts'
import { audit } from '#test/audit.ts'
import { auditFiles } from '#test/audit-files.ts'
import { openBackupTarget, plainly } from './backups.ts'
import { scratchDatabase } from './scratch.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

await plainly(async () => {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' }, rehearse: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const config = readConfig({ ...process.env, ...(values.from ? { BACKUP_TO: values.from } : {}) })
  const { target, close } = await openBackupTarget(config, { create: false })
  try {
    const name = positionals[0] ?? (await target.backups()).at(-1)
    if (name === undefined) throw new BackupError('There are no backups at this target.')
    await (values.rehearse ? tryOut : restore)(target, name, config)
  } finally {
    await close()
  }
})

async function restore(target: BackupTarget, name: string, config: Config): Promise<void> {
  const manifest = await readManifest(target, name)
  console.log(`Reading ${name}, taken at ${manifest.takenAt} by release ${manifest.release} …`)
  await checkBackup(target, manifest)
  const database = await openDatabase({ url: config.database.serverUrl, dataDir: config.dataDir }, console)
  const storage = await openStorage(config)
  try {
    await loadBackup(target, manifest, { connection: database.connection, storage })
    await migrate(database.connection)
    const faults = [...(await audit(database.connection)), ...(manifest.files ? await auditFiles(database.connection, storage) : [])]
    for (const { invariant, rows } of faults) console.log(`${invariant}: violated by ${counted(rows.length, 'row')}`)
    console.log(
      faults.length === 0
        ? 'Restored. All data rules hold: npm start'
        : 'Restored exactly as backed up. The backup already contained these violations of data rules.',
    )
  } finally {
    await storage.close()
    await database.stop()
  }
}

async function tryOut(target: BackupTarget, name: string, config: Config): Promise<void> {
  const began = performance.now()
  const manifest = await readManifest(target, name)
  const scratch = await scratchDatabase(config)
  try {
    const { different, files } = await rehearse(target, manifest, scratch.connection)
    await migrate(scratch.connection)
    const faults = await audit(scratch.connection)
    for (const { table, expected, found } of different)
      console.log(`${table}: the ${expected.rows} rows in the backup differ from the ${found.rows} rows here`)
    for (const { invariant, rows } of faults) console.log(`${invariant}: violated by ${counted(rows.length, 'row')}`)
    if (different.length + faults.length > 0) process.exitCode = 1
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${name}: ${counted(rows, 'row')} restored, ${counted(manifest.tables.length - different.length, 'table')} of ${manifest.tables.length} identical, ` +
        `${counted(files, 'file')} read, ${faults.length === 0 ? 'all data rules hold' : `${counted(faults.length, 'data rule')} violated`}, ` +
        `in ${Math.round((performance.now() - began) / 1_000)} s. The test database was deleted.`,
    )
  } finally {
    await scratch.drop()
  }
}
