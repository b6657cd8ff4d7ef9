import type { Connection } from '#platform/db/index.ts'
import { BackupError } from './backup-error.ts'
import { each, listedFiles } from './files.ts'
import type { Manifest } from './manifest.ts'
import type { Place } from './place.ts'
import { checkBackup, compareRows, loadBackup, type Compared } from './restore.ts'

/**
 * Restores into a database that is thrown away and compares each table with what was written; of every file it reads all bytes.
 * @throws {BackupError} where a restore would refuse the backup.
 */
export async function rehearse(place: Place, manifest: Manifest, scratch: Connection): Promise<{ different: Compared[]; files: number }> {
  await checkBackup(place, manifest)
  await loadBackup(place, manifest, { connection: scratch, storage: null })
  const different = await compareRows(manifest, scratch)
  let files = 0
  await each(listedFiles(place, manifest.files), async ({ key, size, pieces }) => {
    let bytes = 0
    for (const name of pieces) bytes += (await place.readPiece(name)).length
    if (bytes !== size) throw new BackupError(`The file ${key} of this backup is not as long as it was.`)
    files++
  })
  return { different, files }
}
