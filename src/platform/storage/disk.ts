import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import type { Stats } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { StorageError, checkKey, checkRange } from './index.ts'
import type { Storage, StorageSource, StoredEntry } from './index.ts'

/** No key starts with a dot, so nothing here is ever an object. */
const TEMP_FOLDER = '.incoming'

/** Files under a folder of one's own, usually `{DATA_DIR}/media`. The content type lives in the database, not here. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'))

  async function put(key: string, source: StorageSource): Promise<void> {
    const path = pathOf(key)
    const temp = join(root, TEMP_FOLDER, randomUUID())
    try {
      await mkdir(dirname(temp), { recursive: true, mode: 0o700 })
      await writeWhole(temp, source)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(temp, path)
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
    for await (const path of filesUnder(root)) {
      const key = relative(root, path).split(sep).join('/')
      if (key.startsWith(TEMP_FOLDER) || !key.startsWith(prefix)) continue
      const found = await statFile(path)
      if (found) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }

  return { put, read, size, delete: remove, list, close: async () => {} }
}

/** On disk for certain before it gets its name: a power cut leaves the whole file or none. */
async function writeWhole(path: string, source: StorageSource): Promise<void> {
  if (source instanceof Uint8Array) await writeFile(path, source, { mode: 0o600 })
  else await copyFile(source.path, path, constants.COPYFILE_FICLONE)
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; there the rename is all there is.
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

async function statFile(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(absentAsNull)
  return found?.isFile() ? found : null
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absentAsNull)) ?? []
  for (const entry of entries) {
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
