import type { Readable } from 'node:stream'
import { StorageError } from '#platform/errors/storage.ts'

export { StorageError }

/** What to store: a file that is already on disk, or bytes. */
export type StorageSource = { path: string } | Uint8Array

/** Bytes `start` to `end`, both included, counted from 0; without `end` to the end of the object. */
export type ByteRange = { start: number; end?: number }

export type StoredObject = {
  /** The bytes asked for; must be read or destroyed. */
  stream: Readable
  /** Bytes of the whole object, also when only a range was asked for. */
  size: number
}

export type StoredEntry = { key: string; size: number; modifiedAt: Date }

/**
 * Where photos and other files live. Keys are our own, such as `photos/pho_1/large.webp`, never a name that
 * somebody sent. Methods throw StorageError.
 */
export type Storage = {
  /** Stores under a key, whole or not at all; replaces what was there. */
  put(key: string, source: StorageSource, contentType: string): Promise<void>
  /** Null if there is no such object. `range` past the end: StorageError `bad_range`. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>
  /** Size in bytes, or null if there is no such object. */
  size(key: string): Promise<number | null>
  /** Removes an object; fine if there is none. */
  delete(key: string): Promise<void>
  /** All objects whose key starts with `prefix`, in no promised order. */
  list(prefix: string): AsyncIterable<StoredEntry>
  close(): Promise<void>
}

const MAX_KEY_CHARS = 200
const KEY = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/

/** Keys are plain path segments that start with a letter, digit or `_`, so none can climb out or hide. */
export function checkKey(key: string): string {
  if (key.length <= MAX_KEY_CHARS && KEY.test(key)) return key
  throw new StorageError('bad_key', 'The storage key is not valid.')
}

/** A range that makes sense for an object of `size` bytes, its end clipped to it. */
export function checkRange(range: ByteRange, size: number): Required<ByteRange> {
  const { start } = range
  const end = Math.min(range.end ?? size - 1, size - 1)
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end) return { start, end }
  throw new StorageError('bad_range', 'The range lies outside the object.')
}
