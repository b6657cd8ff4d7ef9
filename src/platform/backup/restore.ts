import type { Storage } from '#platform/storage/index.ts'
import { loadTables } from '#platform/db/copies/load.ts'
import { openCopying } from '#platform/db/copies/snapshot.ts'
import { migrate, type Connection } from '#platform/db/index.ts'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { readMigrations } from '#platform/db/migration-files.ts'
import { prepareQueue } from '#platform/jobs/index.ts'
import { BackupError } from './backup-error.ts'
import { each, fileBatches, listedFiles, piecesOfFiles, putBatch } from './files.ts'
import { readLines } from './index-lines.ts'
import type { Manifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'
import { isSameSum, RowDigest, type RowSum } from './row-digest.ts'

/**
 * Checks a backup before a restore changes anything: this release must know its migrations, the digests of its tables must match, and all
 * pieces (stored chunks) of its files must exist. @throws {BackupError} that describes the problem.
 */
export async function checkBackup(source: BackupTarget, manifest: Manifest): Promise<void> {
  checkRelease(manifest)
  for (const table of manifest.tables) for await (const chunk of readLines(source, table, `The table ${table.name}`)) void chunk
  await each(piecesOfFiles(source, manifest.files), async ({ key, piece }) => {
    if (!(await source.hasPiece(piece))) throw new BackupError(`The file ${key} of this backup is missing.`)
  })
}

function checkRelease({ migrations, release }: Manifest): void {
  const known = new Map(readMigrations(MIGRATIONS).map(({ name, sha256 }) => [name, sha256]))
  const strange = migrations.find(({ name, sha256 }) => known.get(name) !== sha256)
  if (strange)
    throw new BackupError(
      `This backup was made by another release (${release}) with a migration that this release does not know: ${strange.name}. ` +
        'Restore it with that release or a newer one.',
    )
}

/**
 * Restores a backup that passed `checkBackup` into an empty database, and its files into `storage`, unless `storage` is null. Creates the
 * schema as of the backup; the next startup migrates it. After an error, rolls back all rows, and removes the restored files if the file
 * list can still be read.
 */
export async function loadBackup(
  source: BackupTarget,
  manifest: Manifest,
  target: { connection: Connection; storage: Storage | null },
): Promise<void> {
  const { connection, storage } = target
  let begun = 0
  await migrate(connection, { only: new Set(manifest.migrations.map(({ name }) => name)) })
  await prepareQueue(connection)
  try {
    await loadTables(connection, {
      tables: manifest.tables,
      sequences: manifest.sequences,
      rows: (table) =>
        readLines(
          source,
          manifest.tables.find(({ name }) => name === table.name)!,
          `The table ${table.name}`,
        ),
      beforeCommit: async () => {
        if (storage === null) return
        await each(fileBatches(source, manifest.files), async (batch) => {
          begun += batch.length
          await putBatch(source, storage, batch)
        })
      },
    })
  } catch (error) {
    // ignores errors during the cleanup, so that the caller gets the original error; without the target, for example, the file list cannot
    // be read either
    if (begun > 0) await deleteRestored(source, manifest, storage!, begun).catch(() => {})
    throw error
  }
}

/** Removes the files that a failed restore has written: the first `begun` files in the list, because files are restored in this order. */
async function deleteRestored(source: BackupTarget, manifest: Manifest, storage: Storage, begun: number): Promise<void> {
  let left = begun
  for await (const { key } of listedFiles(source, manifest.files)) {
    await storage.delete(key).catch(() => {})
    if (--left === 0) return
  }
}

export type Compared = { table: string; expected: RowSum; found: RowSum }

/** Compares a database with a backup. Returns the names of tables with different rows. */
export async function compareRows(manifest: Manifest, connection: Connection): Promise<Compared[]> {
  const copying = await openCopying(connection)
  try {
    const snapshot = await copying.snapshot()
    const different: Compared[] = []
    for (const table of manifest.tables) {
      const digest = new RowDigest()
      for await (const chunk of snapshot.rows(table)) digest.add(chunk as Buffer)
      if (!isSameSum(digest.sum(), table)) different.push({ table: table.name, expected: table, found: digest.sum() })
    }
    return different
  } finally {
    await copying.close()
  }
}
