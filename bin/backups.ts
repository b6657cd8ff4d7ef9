// Code that `npm run backup` and `npm run restore` share.
import type { Config } from '#platform/config/index.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { openTarget, type BackupTarget } from '#platform/backup/target.ts'
import { openBackupStorage } from '#platform/storage/open.ts'

/** Opens the backup target that the settings name. */
export async function openBackupTarget(
  { backup }: Config,
  options: { create: boolean },
): Promise<{ target: BackupTarget; close(): Promise<void> }> {
  if (backup.to === null) throw new BackupError('Set the backup target: BACKUP_TO=/a/folder, BACKUP_TO=s3://a-bucket, or --to and --from.')
  const storage = await openBackupStorage(backup.to)
  return { target: await openTarget(storage, backup.passphrase, options), close: () => storage.close() }
}

/** Runs `work` and prints a BackupError as one line. Other errors are printed with their stack traces. */
export async function plainly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const plain =
      error instanceof Error && (error.name !== 'Error' || !error.stack?.includes('node_modules')) && !error.name.startsWith('Type')
    console.error(plain ? error.message : error)
    process.exitCode = 1
  }
}

export const sizeText = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KiB` : `${Math.ceil(bytes / 2 ** 20)} MiB`
