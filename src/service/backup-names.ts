import type { Core } from '#platform/context/index.ts'
import { backupNames } from '#platform/backup/target.ts'
import { openBackupStorage } from '#platform/storage/open.ts'

/** Returns the names of the complete backups at the target, oldest first, or null if no target is configured. Throws StorageError. */
export async function readBackupNames({ config }: Core): Promise<string[] | null> {
  if (config.backup.to === null) return null
  const storage = await openBackupStorage(config.backup.to)
  try {
    return await backupNames(storage)
  } finally {
    await storage.close()
  }
}
