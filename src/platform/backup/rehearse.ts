import type { Connection } from '#platform/db/index.ts'
import { each, filesTogether, piecesOf, readTogether } from './files.ts'
import type { Manifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'
import { checkBackup, compareRows, loadBackup, type Compared } from './restore.ts'

/**
 * Rehearses a restore: restores into a temporary database, compares each table with the manifest, and reads every byte of every file.
 * @throws {BackupError} in the cases in which a restore refuses the backup.
 */
export async function rehearse(
  place: BackupTarget,
  manifest: Manifest,
  scratch: Connection,
): Promise<{ different: Compared[]; files: number }> {
  await checkBackup(place, manifest)
  await loadBackup(place, manifest, { connection: scratch, storage: null })
  const different = await compareRows(manifest, scratch)
  let files = 0
  await each(filesTogether(place, manifest.files), async (together) => {
    if (together[0]!.pieces.length === 1) await readTogether(place, together)
    else for await (const piece of piecesOf(place, together[0]!)) void piece
    files += together.length
  })
  return { different, files }
}
