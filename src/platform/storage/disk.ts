import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import type { Stats } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { StorageError, checkKey, checkRange } from './index.ts'
import type { Storage, StorageSource, StoredEntry } from './index.ts'

/** Folder for incomplete files. It contains no objects, because no key starts with a dot. */
const TEMP_FOLDER = '.incoming'
const ENTRIES = 1_000

/** Stores files in a folder, usually `{DATA_DIR}/media`. The database stores their content types. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'))
  const syncFolder = sharedBy(syncOne)

  async function put(key: string, source: StorageSource): Promise<void> {
    const path = pathOf(key)
    const temp = join(root, TEMP_FOLDER, randomUUID())
    try {
      await inFolderOf(temp, () => writeWhole(temp, source))
      await inFolderOf(path, () => rename(temp, path))
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(temp, { force: true }).catch(() => {})
      throw unavailable(error)
    }
  }

  async function read(key: string, range?: { start: number; end?: number }) {
    const path = pathOf(key)
    const found = await statFile(path)
    if (!found) return null
    const part = range ? checkRange(range, found.size) : undefined
    const file = await open(path, 'r').catch(absentAsNull)
    return file && { stream: createReadStream('', { fd: file, ...part }), size: found.size }
  }

  async function size(key: string): Promise<number | null> {
    return (await statFile(pathOf(key)))?.size ?? null
  }

  async function remove(key: string): Promise<void> {
    await rm(pathOf(key), { force: true }).catch((error: unknown) => {
      throw unavailable(error)
    })
  }

  async function* list(prefix: string): AsyncGenerator<StoredEntry> {
    const folder = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')))
    for await (const path of filesUnder(folder === '' ? root : pathOf(folder))) {
      const key = relative(root, path).split(sep).join('/')
      if (key.startsWith(TEMP_FOLDER) || !key.startsWith(prefix)) continue
      const found = await statFile(path)
      if (found) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }

  return { put, read, size, delete: remove, list, close: async () => {} }
}

/** Runs `work`, which writes to `path`. If the folder is missing, which is rare, creates the folder and runs `work` again. */
async function inFolderOf(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await work()
  }
}

/**
 * Writes and syncs a temporary file. The caller renames the file only afterwards, so a power failure leaves either the complete file or no
 * file.
 */
async function writeWhole(temp: string, source: StorageSource): Promise<void> {
  const isBytes = source instanceof Uint8Array
  if (!isBytes) await copyFile(source.path, temp, constants.COPYFILE_FICLONE)
  const file = await open(temp, isBytes ? 'w' : 'r+', 0o600)
  try {
    if (isBytes) await file.writeFile(source)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncOne(folder: string): Promise<void> {
  // Windows cannot open a folder to sync it, so the rename alone must suffice.
  const opened = await open(folder, 'r').catch(() => null)
  await opened?.sync().catch(() => {})
  await opened?.close().catch(() => {})
}

/**
 * Returns a function that combines calls for the same folder. Calls that arrive before `work` starts share a single run. Later calls wait
 * for the next run.
 */
function sharedBy(work: (folder: string) => Promise<void>): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  async function begin(folder: string): Promise<void> {
    await running.get(folder)
    waiting.delete(folder)
    const run = work(folder)
    running.set(folder, run)
    await run
    if (running.get(folder) === run) running.delete(folder)
  }
  return (folder) => {
    const next = waiting.get(folder) ?? begin(folder)
    waiting.set(folder, next)
    return next
  }
}

async function statFile(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(absentAsNull)
  return found?.isFile() ? found : null
}

/** Lists files recursively. Reads the entries in batches, so that memory use remains constant. */
async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder, { bufferSize: ENTRIES }).catch(absentAsNull)
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (entry.isFile()) yield path
  }
}

function absentAsNull(error: unknown): null {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw unavailable(error)
}

function unavailable(cause: unknown): StorageError {
  return cause instanceof StorageError ? cause : new StorageError('unavailable', 'The storage folder cannot be used.', { cause })
}
