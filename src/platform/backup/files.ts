import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from '#platform/db/copies/file-list.ts'
import type { Storage } from '#platform/storage/index.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { BackupError } from './backup-error.ts'
import { readLines, type StoredLines } from './index-lines.ts'
import type { BackupTarget } from './target.ts'

const PIECES_AT_ONCE = 2
const FILES_AT_ONCE = 16

/** Yields the files in a backup, in the order of its file list. */
export async function* listedFiles(target: BackupTarget, files: StoredLines | null): AsyncGenerator<StoredFile> {
  if (files === null) return
  let rest = ''
  const text = new TextDecoder()
  for await (const chunk of readLines(target, files, 'The list of files')) {
    const lines = (rest + text.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as StoredFile
  }
}

/**
 * Yields the pieces (stored chunks) that contain files, in the order of the file list. Yields a piece only once even if several files share
 * it.
 */
export async function* piecesOfFiles(target: BackupTarget, files: StoredLines | null): AsyncGenerator<{ key: string; piece: string }> {
  let last = ''
  for await (const { key, pieces } of listedFiles(target, files))
    for (const piece of pieces) {
      if (piece !== last) yield { key, piece }
      last = piece
    }
}

/** Adjacent files that share one piece (stored chunk), or a single large file with its own pieces. */
export type FileBatch = StoredFile[]

export async function* fileBatches(target: BackupTarget, files: StoredLines | null): AsyncGenerator<FileBatch> {
  let gathered: FileBatch = []
  for await (const file of listedFiles(target, files)) {
    const before = gathered[0]
    if (before && !(isShared(file) && before.pieces[0] === file.pieces[0])) {
      yield gathered
      gathered = []
    }
    gathered.push(file)
  }
  if (gathered.length > 0) yield gathered
}

const isShared = ({ start }: StoredFile): boolean => start !== null && start !== undefined

/** Returns the bytes of files that share a piece (stored chunk). @throws {BackupError} if a file's length differs from the list. */
export async function readBatch(target: BackupTarget, files: FileBatch): Promise<{ key: string; bytes: Buffer }[]> {
  const whole = await target.readPiece(files[0]!.pieces[0]!)
  return files.map((file) => {
    const start = file.start ?? 0
    const bytes = whole.subarray(start, start + file.size)
    if (bytes.length !== file.size || (!isShared(file) && whole.length !== file.size)) throw otherLength(file)
    return { key: file.key, bytes }
  })
}

/** Restores a group of files into a storage. @throws {BackupError} if a file's length differs from the file list. */
export async function putBatch(target: BackupTarget, storage: Storage, files: FileBatch): Promise<void> {
  if (files[0]!.pieces.length !== 1) return putLarge(target, storage, files[0]!)
  const read = await readBatch(target, files)
  for (let from = 0; from < read.length; from += FILES_AT_ONCE)
    await Promise.all(read.slice(from, from + FILES_AT_ONCE).map(({ key, bytes }) => storage.put(key, bytes, typeOf(key))))
}

/** Restores a large file piece by piece, so that the whole file is never in memory. */
async function putLarge(target: BackupTarget, storage: Storage, file: StoredFile): Promise<void> {
  const folder = await makeTempFolder()
  try {
    const path = join(folder.path, 'file')
    await pipeline(Readable.from(piecesOf(target, file)), createWriteStream(path))
    await storage.put(file.key, { path }, typeOf(file.key))
  } finally {
    await folder.remove()
  }
}

/** Yields the bytes of a large file from its pieces. @throws {BackupError} at the end if the length differs from the list. */
export async function* piecesOf(target: BackupTarget, file: StoredFile): AsyncGenerator<Buffer> {
  let size = 0
  for (const name of file.pieces) {
    const bytes = await target.readPiece(name)
    size += bytes.length
    yield bytes
  }
  if (size !== file.size) throw otherLength(file)
}

const otherLength = ({ key }: StoredFile) => new BackupError(`The size of the file ${key} in this backup has changed.`)

const typeOf = (key: string): string => TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
}

/**
 * Runs `work` on each item, with at most `PIECES_AT_ONCE` items at a time. After an error, waits for the items in progress, then throws.
 */
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
  const ends = await Promise.allSettled(Array.from({ length: PIECES_AT_ONCE }, line))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
