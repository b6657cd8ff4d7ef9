import type { FileList } from '#platform/db/copies/file-list.ts'
import { openCopying } from '#platform/db/copies/snapshot.ts'
import type { Storage } from '#platform/storage/index.ts'
import type { Connection } from '#platform/db/index.ts'
import { BackupError } from './backup-error.ts'
import { storeFiles } from './store-files.ts'
import { storeLines, readLines } from './index-lines.ts'
import { FORMAT, nameAt, readManifest, type Manifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'
import { prune } from './prune.ts'

export type Source = {
  connection: Connection
  /** Storage whose files are backed up. Null omits files, for a storage with its own backups. */
  storage: Storage | null
  release: string
}

/**
 * Takes a backup while the market is in use. It contains every row of one snapshot and every file that these rows reference. Files are
 * copied before the snapshot, so that none is removed before it is read. Files that arrive in the meantime are copied after the snapshot.
 */
export async function takeBackup(
  place: BackupTarget,
  { connection, storage, release }: Source,
  now: Date,
): Promise<{ name: string; manifest: Manifest }> {
  const copying = await openCopying(connection)
  try {
    if (storage !== null) {
      await copying.files.look()
      await beginWithLatest(place, copying.files)
      await storeFiles(place, storage, copying.files)
    }
    const { postgres, migrations, sequences, ...snapshot } = await copying.snapshot()
    const tables: Manifest['tables'] = []
    for (const table of snapshot.tables) tables.push({ ...table, ...(await storeLines(place, snapshot.rows(table))) })
    const files = storage && (await filesOfSnapshot(place, storage, copying.files))
    const manifest: Manifest = { format: FORMAT, takenAt: now.toISOString(), release, postgres, migrations, tables, sequences, files }
    const name = nameAt(now)
    await place.writeBackup(name, JSON.stringify(manifest))
    return { name, manifest }
  } finally {
    await copying.close()
  }
}

/** Takes a backup and then removes all but the `keep` newest backups. */
export async function takeAndPrune(place: BackupTarget, source: Source, { now, keep }: { now: Date; keep: number }) {
  const taken = await takeBackup(place, source, now)
  const dropped = await prune(place, keep, now)
  return { ...taken, dropped }
}

/**
 * Initializes the file list from the latest backup. If that backup is unreadable, every file is copied again. If a piece is missing, the
 * files in it are copied again if they still exist.
 */
async function beginWithLatest(place: BackupTarget, list: FileList): Promise<void> {
  const latest = (await place.backups()).at(-1)
  if (latest === undefined) return
  try {
    const { files } = await readManifest(place, latest)
    if (files === null) return
    await list.begin(readLines(place, files, 'The list of files'))
    await list.keepOnlyIn(place.pieces())
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
  }
}

async function filesOfSnapshot(place: BackupTarget, storage: Storage, list: FileList): Promise<Manifest['files']> {
  await list.look()
  await storeFiles(place, storage, list)
  const sums = await list.sums()
  return { ...(await storeLines(place, list.lines())), ...sums }
}
