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
  /** Storage with the files to back up. Null if files are not part of the backup, because the storage has its own backups. */
  storage: Storage | null
  release: string
}

/**
 * Takes a backup of every row in one snapshot, and of every file that these rows reference, while the market is in use. Copies files before
 * the snapshot is taken, so that no file is removed before it is read. Afterwards, copies the files that were added in the meantime.
 */
export async function takeBackup(
  target: BackupTarget,
  { connection, storage, release }: Source,
  now: Date,
): Promise<{ name: string; manifest: Manifest }> {
  const copying = await openCopying(connection)
  try {
    if (storage !== null) {
      await copying.files.readKnown()
      await beginWithLatest(target, copying.files)
      await storeFiles(target, storage, copying.files)
    }
    const { postgres, migrations, sequences, ...snapshot } = await copying.snapshot()
    const tables: Manifest['tables'] = []
    for (const table of snapshot.tables) tables.push({ ...table, ...(await storeLines(target, snapshot.rows(table))) })
    const files = storage && (await filesOfSnapshot(target, storage, copying.files))
    const manifest: Manifest = { format: FORMAT, takenAt: now.toISOString(), release, postgres, migrations, tables, sequences, files }
    const name = nameAt(now)
    await target.writeBackup(name, JSON.stringify(manifest))
    return { name, manifest }
  } finally {
    await copying.close()
  }
}

/** Takes a backup, then removes all backups except the newest `keep`. */
export async function takeAndPrune(target: BackupTarget, source: Source, { now, keep }: { now: Date; keep: number }) {
  const taken = await takeBackup(target, source, now)
  const dropped = await prune(target, keep, now)
  return { ...taken, dropped }
}

/**
 * Initializes the list of copied files from the latest backup. If that backup is unreadable, every file is copied again. If only a piece
 * (stored chunk) is missing, its files are copied again, provided that they still exist.
 */
async function beginWithLatest(target: BackupTarget, list: FileList): Promise<void> {
  const latest = (await target.backups()).at(-1)
  if (latest === undefined) return
  try {
    const { files } = await readManifest(target, latest)
    if (files === null) return
    await list.begin(readLines(target, files, 'The list of files'))
    await list.retainOnly(target.pieces())
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
  }
}

async function filesOfSnapshot(target: BackupTarget, storage: Storage, list: FileList): Promise<Manifest['files']> {
  await list.readKnown()
  await storeFiles(target, storage, list)
  const sums = await list.sums()
  return { ...(await storeLines(target, list.lines())), ...sums }
}
