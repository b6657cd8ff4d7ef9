import { piecesOfFiles } from './files.ts'
import { readManifest } from './manifest.ts'
import type { BackupTarget } from './target.ts'

/** Minimum age of an unused piece (stored chunk) before its removal. A newer piece may belong to a backup in progress. */
const GRACE_MS = 24 * 3_600_000

/**
 * Removes all backups except the newest `keep`, and the pieces (stored chunks) that only removed backups used. Returns the names of the
 * removed backups.
 */
export async function prune(target: BackupTarget, keep: number, now: Date): Promise<string[]> {
  const names = await target.backups()
  const [old, remaining] = [names.slice(0, -keep), names.slice(-keep)]
  if (old.length === 0) return []
  // first reads the backups that will remain, so that nothing is removed if one of them is unreadable
  const used = await piecesOf(target, remaining)
  for (const name of old) await target.dropBackup(name)
  for await (const { name, modifiedAt } of target.pieces())
    if (!used.has(name) && modifiedAt.getTime() < now.getTime() - GRACE_MS) await target.dropPiece(name)
  return old
}

async function piecesOf(target: BackupTarget, names: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const name of names) {
    const { tables, files } = await readManifest(target, name)
    for (const { pieces } of [...tables, ...(files ? [files] : [])]) for (const piece of pieces) used.add(piece)
    for await (const { piece } of piecesOfFiles(target, files)) used.add(piece)
  }
  return used
}
