import { randomBytes } from 'node:crypto'
import type { CopiedTable, Sequence } from '#platform/db/copies/tables.ts'
import { BackupError } from './backup-error.ts'
import type { StoredLines } from './index-lines.ts'
import type { BackupTarget } from './target.ts'

/**
 * Current version of the backup format. This release also reads version 1, where files never share pieces (stored chunks). In version 2,
 * small files share pieces.
 */
export const FORMAT = 2

/** Describes the contents of a backup. The manifest is written last, so an interrupted backup is invisible. */
export type Manifest = {
  format: 1 | 2
  takenAt: string
  release: string
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: (CopiedTable & StoredLines)[]
  sequences: Sequence[]
  /** File list: one `StoredFile` per line. Null if the backup contains no files. */
  files: (StoredLines & { content: number; missing: number }) | null
}

export const nameAt = (now: Date): string => `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`

/** Returns the start time of the backup with this name. */
export const timeOf = (name: string): Date => new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

export async function readManifest(target: BackupTarget, name: string): Promise<Manifest> {
  const manifest = JSON.parse(await target.readBackup(name)) as Manifest
  if (manifest.format > FORMAT) throw new BackupError(`The backup ${name} was made by a newer release. Restore it with that release.`)
  return manifest
}
