import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './index.ts'
import type { S3Options } from './s3.ts'

/** Opens the storage that the settings name: files below the data folder, or S3. */
export async function openStorage({
  storage,
  dataDir,
}: {
  storage: { kind: 'disk' } | ({ kind: 's3' } & S3Options)
  dataDir: string
}): Promise<Storage> {
  if (storage.kind === 'disk') return createDiskStorage(join(dataDir, 'media'))
  // loaded only where it is asked for
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(storage)
}

/** Opens where backups go: a folder of its own, or a bucket. */
export async function openBackupStorage(to: { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Options)): Promise<Storage> {
  if (to.kind === 'disk') return createDiskStorage(to.folder)
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(to)
}
