import type { BackupTarget } from '#platform/backup/target.ts'
import { BackupError } from '#platform/backup/backup-error.ts'

export type MemoryTarget = BackupTarget & {
  /** The stored pieces, by name. A piece’s name is its number in the order of writing, or the name that a test sets. */
  stored: Map<string, { bytes: Buffer; modifiedAt: Date }>
  /** The stored manifests, by the name of their backup. */
  manifests: Map<string, string>
}

/** Returns a backup target in memory, without a seal or compression. Two pieces with equal bytes have different names. */
export function memoryTarget(now = new Date(0)): MemoryTarget {
  const stored: MemoryTarget['stored'] = new Map()
  const manifests: MemoryTarget['manifests'] = new Map()
  return {
    stored,
    manifests,
    async writePiece(bytes) {
      const name = `piece ${stored.size + 1}`
      stored.set(name, { bytes: Buffer.from(bytes), modifiedAt: now })
      return name
    },
    readPiece: async (name) => stored.get(name)?.bytes ?? missing(name),
    hasPiece: async (name) => stored.has(name),
    async *pieces() {
      for (const [name, { modifiedAt }] of stored) yield { name, modifiedAt }
    },
    async dropPiece(name) {
      stored.delete(name)
    },
    backups: async () => [...manifests.keys()].toSorted((a, b) => a.localeCompare(b)),
    async writeBackup(name, text) {
      manifests.set(name, text)
    },
    readBackup: async (name) => manifests.get(name) ?? missing(name),
    async dropBackup(name) {
      manifests.delete(name)
    },
  }
}

function missing(name: string): never {
  throw new BackupError(`${name} is missing.`)
}
