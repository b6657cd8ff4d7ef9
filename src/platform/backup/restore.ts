import type { Storage } from '#platform/storage/index.ts'
import { loadTables } from '#platform/db/copies/load.ts'
import { openSnapshot } from '#platform/db/copies/snapshot.ts'
import { migrate, type Connection } from '#platform/db/index.ts'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { readMigrations } from '#platform/db/migration-files.ts'
import { prepareQueue } from '#platform/jobs.ts'
import { BackupError } from './backup-error.ts'
import { each, listedFiles, putFile } from './files.ts'
import { readLines } from './kept-lines.ts'
import type { KeptFile, Manifest } from './manifest.ts'
import type { Place } from './place.ts'
import { isSameSum, RowDigest, type RowSum } from './row-digest.ts'

/**
 * Reads a backup before anything is touched: this release knows its migrations, every line of its tables is as it was written,
 * and its files are there. @throws {BackupError} with what is wrong.
 */
export async function checkBackup(place: Place, manifest: Manifest): Promise<void> {
  checkRelease(manifest)
  for (const table of manifest.tables) for await (const chunk of readLines(place, table, `The table ${table.name}`)) void chunk
  await each(listedFiles(place, manifest.files), async ({ key, pieces }) => {
    for (const name of pieces) if (!(await place.hasPiece(name))) throw new BackupError(`The file ${key} of this backup is missing.`)
  })
}

function checkRelease({ migrations, release }: Manifest): void {
  const known = new Map(readMigrations(MIGRATIONS).map(({ name, sha256 }) => [name, sha256]))
  const strange = migrations.find(({ name, sha256 }) => known.get(name) !== sha256)
  if (strange)
    throw new BackupError(
      `This backup was made by another release (${release}), and this one does not know its migration ${strange.name}. ` +
        'Restore it with that release or a newer one.',
    )
}

/**
 * Fills an empty database, and a storage where one is given, with a backup that `checkBackup` let pass. Where it fails the database
 * holds no row of it, and what was put into the storage is taken out again. Its schema is the backup's; the next start migrates it.
 */
export async function loadBackup(
  place: Place,
  manifest: Manifest,
  target: { connection: Connection; storage: Storage | null },
): Promise<void> {
  const { connection, storage } = target
  const put: string[] = []
  await migrate(connection, { only: new Set(manifest.migrations.map(({ name }) => name)) })
  await prepareQueue(connection)
  const write = async (file: KeptFile) => {
    put.push(file.key)
    await putFile(place, storage!, file)
  }
  try {
    await loadTables(connection, {
      tables: manifest.tables,
      sequences: manifest.sequences,
      rows: (table) =>
        readLines(
          place,
          manifest.tables.find(({ name }) => name === table.name)!,
          `The table ${table.name}`,
        ),
      beforeCommit: async () => {
        if (storage !== null) await each(listedFiles(place, manifest.files), write)
      },
    })
  } catch (error) {
    for (const key of put) await storage!.delete(key).catch(() => {})
    throw error
  }
}

export type Compared = { table: string; kept: RowSum; found: RowSum }

/** Reads a database and gives every table that does not hold exactly the rows of the backup. None is what should come back. */
export async function compareRows(manifest: Manifest, connection: Connection): Promise<Compared[]> {
  const snapshot = await openSnapshot(connection)
  try {
    const different: Compared[] = []
    for (const table of manifest.tables) {
      const digest = new RowDigest()
      for await (const chunk of snapshot.rows(table)) digest.add(chunk as Buffer)
      if (!isSameSum(digest.sum(), table)) different.push({ table: table.name, kept: table, found: digest.sum() })
    }
    return different
  } finally {
    await snapshot.close()
  }
}
