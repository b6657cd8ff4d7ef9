import type { Readable } from 'node:stream'
import { StorageError } from '#platform/errors/storage.ts'

export { StorageError }

/** A file on disk, or bytes. */
export type StorageSource = { path: string } | Uint8Array

/** `start` to `end`, both included, counted from 0; default of `end`: the last byte. */
export type ByteRange = { start: number; end?: number }

export type StoredObject = {
  /** Must be read or destroyed. */
  stream: Readable
  /** Bytes of the whole object, even for a range. */
  size: number
}

export type StoredEntry = { key: string; size: number; modifiedAt: Date }

/** Storage of photos and other files. Keys are ours, such as `photos/pho_1/large.webp`, never a user's. Methods throw StorageError. */
export type Storage = {
  /** Stores an object atomically, replacing an existing one. */
  put(key: string, source: StorageSource, contentType: string): Promise<void>
  /** Null without such an object. `range` past the end: StorageError `bad_range`. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>
  /** Size in bytes, or null. */
  size(key: string): Promise<number | null>
  /** Removes an object if it exists. */
  delete(key: string): Promise<void>
  /** Lists objects by prefix, in no defined order. */
  list(prefix: string): AsyncIterable<StoredEntry>
  close(): Promise<void>
}

const MAX_KEY_CHARS = 200
const KEY = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/

/** Validates a key. Segments start with a letter, digit or `_`, so none can leave the folder or hide. */
export function checkKey(key: string): string {
  if (key.length <= MAX_KEY_CHARS && KEY.test(key)) return key
  throw new StorageError('bad_key', 'The storage key is not valid.')
}

/** Validates a range and clips its end to `size`. */
export function checkRange(range: ByteRange, size: number): Required<ByteRange> {
  const { start } = range
  const end = Math.min(range.end ?? size - 1, size - 1)
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end) return { start, end }
  throw new StorageError('bad_range', 'The range is outside the file.')
}
