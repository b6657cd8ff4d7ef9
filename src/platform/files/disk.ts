import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROBE_BYTES = 64 * 1024
const GOOD_FOR_MS = 5_000
const BAD_FOR_MS = 1_000

/** Error for a folder that cannot be written, with the system's error code. */
export type DiskFault = { folder: string; code: string }

/**
 * Returns a function that writes a small new file to each folder, and resolves with the first folder that is not writable, or null. All
 * callers share the result: for 5 s if all folders are writable, otherwise for 1 s.
 */
export function watchDisk(folders: readonly string[] = [], write: typeof writeFile = writeFile): () => Promise<DiskFault | null> {
  let known: Promise<DiskFault | null> = Promise.resolve(null)
  let until = -Infinity
  return () => {
    if (performance.now() < until) return known
    until = Infinity
    known = firstFault([...new Set([...folders, tmpdir()])], write).then((fault) => {
      until = performance.now() + (fault === null ? GOOD_FOR_MS : BAD_FOR_MS)
      return fault
    })
    return known
  }
}

async function firstFault(folders: readonly string[], write: typeof writeFile): Promise<DiskFault | null> {
  for (const folder of folders) {
    // writes a new file each time, because overwriting an existing file can succeed even if the disk is full
    const path = join(folder, `.room-${process.pid}`)
    const code = await write(path, Buffer.alloc(PROBE_BYTES, 1)).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
    )
    await rm(path, { force: true }).catch(() => {})
    if (code !== null) return { folder, code }
  }
  return null
}

const REASONS: Record<string, string> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  ENOENT: 'folder missing',
  ENOTDIR: 'folder missing',
  EACCES: 'folder not writable',
  EPERM: 'folder not writable',
  EROFS: 'folder not writable',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
}

/** Returns the `reason` that `/readyz` reports for a failed write with this error code. */
export const reasonOf = (code: string): string => REASONS[code] ?? 'files cannot be written'
