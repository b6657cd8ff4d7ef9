import { buffer } from 'node:stream/consumers'
import { SHARED_BYTES, type FileList, type StoredFile } from '#platform/db/copies/file-list.ts'
import type { Storage } from '#platform/storage/index.ts'
import { storePieces } from './index-lines.ts'
import { PIECE_BYTES, type BackupTarget } from './target.ts'

const AT_ONCE = 16

/**
 * Copies the files that are not in the list yet. Small files share a piece (stored chunk), because a small piece takes as long to write as
 * 8 MiB.
 */
export async function storeFiles(target: BackupTarget, storage: Storage, list: FileList): Promise<void> {
  const shared = new SharedPieces(target, list)
  for await (const keys of list.lacking())
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const read = await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => readSmall(storage, key)))
      for (const { key, bytes } of read) {
        if (bytes !== 'large' && bytes !== null) await shared.add(key, bytes)
        if (bytes === 'large') await storeLarge(target, storage, list, key)
      }
    }
  await shared.end()
}

/** Returns the bytes of a small file, `large` for a larger file, or null if the file has been removed. */
async function readSmall(storage: Storage, key: string): Promise<{ key: string; bytes: Buffer | 'large' | null }> {
  const found = await storage.read(key)
  if (found === null) return { key, bytes: null }
  if (found.size < SHARED_BYTES) return { key, bytes: await buffer(found.stream) }
  found.stream.destroy()
  return { key, bytes: 'large' }
}

async function storeLarge(target: BackupTarget, storage: Storage, list: FileList, key: string): Promise<void> {
  const found = await storage.read(key)
  if (found === null) return
  const { pieces, size } = await storePieces(target, found.stream)
  await list.add([{ key, size, pieces, start: null }])
}

/** Collects small files until a piece (stored chunk) is full. Writes it while filling the next piece. */
class SharedPieces {
  #files: Omit<StoredFile, 'pieces'>[] = []
  #parts: Buffer[] = []
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()
  readonly #place: BackupTarget
  readonly #list: FileList

  constructor(target: BackupTarget, list: FileList) {
    this.#place = target
    this.#list = list
  }

  async add(key: string, bytes: Buffer): Promise<void> {
    if (this.#bytes + bytes.length > PIECE_BYTES) await this.#write()
    this.#files.push({ key, size: bytes.length, start: this.#bytes })
    this.#parts.push(bytes)
    this.#bytes += bytes.length
  }

  async end(): Promise<void> {
    if (this.#files.length > 0) await this.#write()
    await this.#writing
  }

  async #write(): Promise<void> {
    await this.#writing
    const [files, bytes] = [this.#files, Buffer.concat(this.#parts)]
    this.#files = []
    this.#parts = []
    this.#bytes = 0
    this.#writing = (async () => {
      const pieces = [await this.#place.writePiece(bytes)]
      await this.#list.add(files.map((file) => ({ ...file, pieces })))
    })()
    // prevents an unhandled rejection; the next `await` of `#writing` throws the error
    this.#writing.catch(() => {})
  }
}
