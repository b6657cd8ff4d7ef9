import { Readable } from 'node:stream'
import type { Storage } from '#platform/storage/index.ts'

/** Returns a storage whose files are the entries of `files`, by key. Every file was modified at the start of 1970. */
export function memoryStorage(files = new Map<string, Buffer>()): Storage {
  return {
    async put(key, source) {
      files.set(key, Buffer.from(source as Uint8Array))
    },
    async read(key) {
      const bytes = files.get(key)
      return bytes ? { stream: Readable.from([bytes]), size: bytes.length } : null
    },
    size: async (key) => files.get(key)?.length ?? null,
    async delete(key) {
      files.delete(key)
    },
    async *list(prefix) {
      for (const [key, { length }] of files) if (key.startsWith(prefix)) yield { key, size: length, modifiedAt: new Date(0) }
    },
    close: async () => {},
  }
}
