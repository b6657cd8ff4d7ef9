import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './index.ts'
import type { S3Options } from './s3.ts'

/** Opens the configured storage. */
export async function openStorage({
  storage,
  dataDir,
}: {
  storage: { kind: 'disk' } | ({ kind: 's3' } & S3Options)
  dataDir: string
}): Promise<Storage> {
  if (storage.kind === 'disk') return createDiskStorage(join(dataDir, 'media'))
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(storage)
}

/** Opens the storage that contains the backups. */
export async function openBackupStorage(to: { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Options)): Promise<Storage> {
  if (to.kind === 'disk') return createDiskStorage(to.folder)
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(to)
}
