import { randomBytes } from 'node:crypto'
import type { CopiedTable, Sequence } from '#platform/db/copies/tables.ts'
import { BackupError } from './backup-error.ts'
import type { StoredLines } from './index-lines.ts'
import type { BackupTarget } from './target.ts'

/** Version of the format. In 1 each file had its own pieces; in 2 small files share one. Readers of 2 also read 1. */
export const FORMAT = 2

/** Content of a backup except the bytes. It is written last, so an interrupted backup does not exist. */
export type Manifest = {
  format: 1 | 2
  takenAt: string
  release: string
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: (CopiedTable & StoredLines)[]
  sequences: Sequence[]
  /** Lines with one `StoredFile` each; null when files were left out. */
  files: (StoredLines & { content: number; missing: number }) | null
}

export const nameAt = (now: Date): string => `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`

/** Returns the time at which the backup of this name started. */
export const timeOf = (name: string): Date => new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

export async function readManifest(place: BackupTarget, name: string): Promise<Manifest> {
  const manifest = JSON.parse(await place.readBackup(name)) as Manifest
  if (manifest.format > FORMAT) throw new BackupError(`The backup ${name} was made by a newer release. Restore it with that release.`)
  return manifest
}
