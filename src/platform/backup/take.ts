import type { Storage } from '#platform/storage/index.ts'
import { openSnapshot, type Snapshot } from '#platform/db/copies/snapshot.ts'
import type { Connection } from '#platform/db/index.ts'
import { BackupError } from './backup-error.ts'
import { keepFile, keepFiles, linesOf, listedFiles } from './files.ts'
import { keepLines } from './kept-lines.ts'
import { nameAt, readManifest, type KeptFile, type Manifest } from './manifest.ts'
import type { Place } from './place.ts'
import { prune } from './prune.ts'

export type Source = {
  connection: Connection
  /** Null: pictures are left out, because their storage has copies of its own. */
  storage: Storage | null
  release: string
}

/**
 * Copies the market as it is at one moment, while it is written to: every row of one snapshot, and every file that those rows
 * name. Files are copied first, since what the snapshot names must not be removed before it was read; what came between is
 * copied after it. Gives the name of the backup.
 */
export async function takeBackup(place: Place, source: Source, now: Date): Promise<{ name: string; manifest: Manifest }> {
  const { storage, release } = source
  const files = storage && (await keepFiles(place, storage, await latestFiles(place)))
  const snapshot = await openSnapshot(source.connection)
  try {
    const tables: Manifest['tables'] = []
    for (const table of snapshot.tables) tables.push({ ...table, ...(await keepLines(place, snapshot.rows(table))) })
    const { postgres, migrations, sequences } = snapshot
    const kept = storage && files && (await filesOf(snapshot, { place, storage, files }))
    const manifest: Manifest = { format: 1, takenAt: now.toISOString(), release, postgres, migrations, tables, sequences, files: kept }
    const name = nameAt(now)
    await place.writeBackup(name, JSON.stringify(manifest))
    return { name, manifest }
  } finally {
    await snapshot.close()
  }
}

/** Takes a backup and forgets those beyond `keep`. */
export async function takeAndPrune(place: Place, source: Source, { now, keep }: { now: Date; keep: number }) {
  const taken = await takeBackup(place, source, now)
  const dropped = await prune(place, keep, now)
  return { ...taken, dropped }
}

/** What the last backup has, by key. One that cannot be read must not stand in the way of the next: then every file is read. */
async function latestFiles(place: Place): Promise<Map<string, KeptFile>> {
  const latest = (await place.backups()).at(-1)
  const found = new Map<string, KeptFile>()
  if (latest === undefined) return found
  try {
    for await (const file of listedFiles(place, (await readManifest(place, latest)).files)) found.set(file.key, file)
    return found
  } catch (error) {
    if (error instanceof BackupError) return new Map()
    throw error
  }
}

type Copied = { place: Place; storage: Storage; files: Map<string, KeptFile> }

/** The files that the snapshot knows. `missing`: it names them and storage has them no more, or never had them. */
async function filesOf(snapshot: Snapshot, { place, storage, files }: Copied): Promise<Manifest['files']> {
  let missing = 0
  let content = 0
  const kept: KeptFile[] = []
  for (const { key, named } of await snapshot.files()) {
    const file = files.get(key) ?? (await keepFile(place, storage, key, new Date()))
    if (file) kept.push(file)
    else if (named) missing++
    content += file?.size ?? 0
  }
  return { ...(await keepLines(place, linesOf(kept))), content, missing }
}
