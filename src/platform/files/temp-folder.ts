import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Name prefix of this service's temporary folders, because other programs use the same parent folder. */
const PREFIX = 'resale-work-'

export type TempFolder = {
  path: string
  /** Removes the folder and its content. Repeated calls are safe. */
  remove(): Promise<void>
}

/**
 * Creates a folder that other users cannot read, inside `root` or, by default, the system's temp folder. Creates `root` if it is absent.
 */
export async function makeTempFolder(root: string = tmpdir()): Promise<TempFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(root, PREFIX))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

/**
 * Removes this user's temp folders that killed processes left behind. Removes only folders that were last changed before `before`, by the
 * machine's clock. Does not follow links. Returns the number of removed folders.
 */
export async function removeOldTempFolders(root: string, before: Date): Promise<number> {
  const names = await readdir(root).catch(() => [])
  let removed = 0
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(root, name)
    const found = await lstat(path).catch(() => null)
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || found.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}
