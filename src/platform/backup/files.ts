import type { Storage } from '#platform/storage/index.ts'
import { BackupError } from './backup-error.ts'
import { readLines, type KeptLines } from './kept-lines.ts'
import type { KeptFile } from './manifest.ts'
import { PIECE_BYTES, type Place } from './place.ts'

/** Files that are read or written at once. */
const AT_ONCE = 4

/**
 * Copies every file of the storage. One that an earlier backup has is not read again: its bytes never change under a key, and
 * its size and time say whether it was written anew.
 */
export async function keepFiles(place: Place, storage: Storage, earlier: ReadonlyMap<string, KeptFile>): Promise<Map<string, KeptFile>> {
  const kept = new Map<string, KeptFile>()
  await each(storage.list(''), async ({ key, size, modifiedAt }) => {
    const before = earlier.get(key)
    const same = before?.size === size && before.modifiedAt === modifiedAt.getTime()
    const file = same ? before : await keepFile(place, storage, key, modifiedAt)
    if (file) kept.set(key, file)
  })
  return kept
}

/** Null when it is gone meanwhile. */
export async function keepFile(place: Place, storage: Storage, key: string, modifiedAt: Date): Promise<KeptFile | null> {
  const found = await storage.read(key)
  if (found === null) return null
  const pieces: string[] = []
  let size = 0
  for await (const piece of inPieces(found.stream)) {
    pieces.push(await place.writePiece(piece))
    size += piece.length
  }
  return { key, size, modifiedAt: modifiedAt.getTime(), pieces }
}

async function* inPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    gathered = Buffer.concat([gathered, chunk])
    for (; gathered.length >= PIECE_BYTES; gathered = gathered.subarray(PIECE_BYTES)) yield gathered.subarray(0, PIECE_BYTES)
  }
  if (gathered.length > 0) yield gathered
}

export async function* linesOf(files: Iterable<KeptFile>): AsyncGenerator<Buffer> {
  for (const file of files) yield Buffer.from(`${JSON.stringify(file)}\n`)
}

/** The list of files of a backup. */
export async function* listedFiles(place: Place, files: KeptLines | null): AsyncGenerator<KeptFile> {
  if (files === null) return
  let rest = ''
  const text = new TextDecoder()
  for await (const chunk of readLines(place, files, 'The list of files')) {
    const lines = (rest + text.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as KeptFile
  }
}

/** Writes one file of a backup into a storage. @throws {BackupError} when its bytes are not those that were kept. */
export async function putFile(place: Place, storage: Storage, file: KeptFile): Promise<void> {
  const pieces = await Promise.all(file.pieces.map((name) => place.readPiece(name)))
  const bytes = Buffer.concat(pieces)
  if (bytes.length !== file.size) throw new BackupError(`The file ${file.key} of this backup is not as long as it was.`)
  await storage.put(file.key, bytes, TYPES[file.key.slice(file.key.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
}

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
}

/** Some at once; the first that fails ends it, when those that run are done. */
export async function each<T>(items: AsyncIterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  let failed = false
  const line = async () => {
    for (let next = await source.next(); !next.done && !failed; next = await source.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, line))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
