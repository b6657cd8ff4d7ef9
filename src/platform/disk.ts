import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROBE_BYTES = 64 * 1024
const GOOD_FOR_MS = 5_000
const BAD_FOR_MS = 1_000

/**
 * Whether files can be written where the service writes them: a small new file every 5 s at most, whoever asks how often. Gives null,
 * or the folder that takes none: its disk is full, or it is away.
 */
export function watchDisk(folders: readonly string[] = [], write: typeof writeFile = writeFile): () => Promise<string | null> {
  let known: Promise<string | null> = Promise.resolve(null)
  let until = -Infinity
  return () => {
    if (performance.now() < until) return known
    until = Infinity
    known = firstFull([...new Set([...folders, tmpdir()])], write).then((full) => {
      until = performance.now() + (full === null ? GOOD_FOR_MS : BAD_FOR_MS)
      return full
    })
    return known
  }
}

async function firstFull(folders: readonly string[], write: typeof writeFile): Promise<string | null> {
  for (const folder of folders) {
    // a new file each time: an old one has its room already
    const path = join(folder, `.room-${process.pid}`)
    const written = await write(path, Buffer.alloc(PROBE_BYTES, 1)).then(
      () => true,
      () => false,
    )
    await rm(path, { force: true }).catch(() => {})
    if (!written) return folder
  }
  return null
}
