import { randomBytes } from 'node:crypto'
import type { CopiedTable, Sequence } from '#platform/db/copies/tables.ts'
import { BackupError } from './backup-error.ts'
import type { StoredLines } from './index-lines.ts'
import type { BackupTarget } from './target.ts'

/** In the first each file had pieces of its own; in the second small ones share them. What reads the second reads the first. */
export const FORMAT = 2

/** All that a backup is, but for the bytes: it is written last, so a backup that was cut off is none. */
export type Manifest = {
  format: 1 | 2
  takenAt: string
  release: string
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: (CopiedTable & StoredLines)[]
  sequences: Sequence[]
  /** One line for each file, a KeptFile; null: pictures were left out. */
  files: (StoredLines & { content: number; missing: number }) | null
}

export const nameAt = (now: Date): string => `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`

/** When the backup of this name was begun. */
export const timeOf = (name: string): Date => new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

export async function readManifest(place: BackupTarget, name: string): Promise<Manifest> {
  const manifest = JSON.parse(await place.readBackup(name)) as Manifest
  if (manifest.format > FORMAT) throw new BackupError(`The backup ${name} was made by a newer release. Restore it with that one.`)
  return manifest
}
