import type { Connection } from '#platform/db/index.ts'
import { each, fileBatches, piecesOf, readBatch } from './files.ts'
import type { Manifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'
import { checkBackup, compareRows, loadBackup, type Compared } from './restore.ts'

/**
 * Rehearses a restore: restores into a temporary database, compares each table with the manifest, and reads every byte of every file.
 * @throws {BackupError} if a real restore would reject the backup.
 */
export async function rehearse(
  target: BackupTarget,
  manifest: Manifest,
  scratch: Connection,
): Promise<{ different: Compared[]; files: number }> {
  await checkBackup(target, manifest)
  await loadBackup(target, manifest, { connection: scratch, storage: null })
  const different = await compareRows(manifest, scratch)
  let files = 0
  await each(fileBatches(target, manifest.files), async (batch) => {
    if (batch[0]!.pieces.length === 1) await readBatch(target, batch)
    else for await (const piece of piecesOf(target, batch[0]!)) void piece
    files += batch.length
  })
  return { different, files }
}
