import type { FileHandle } from 'node:fs/promises'
import { ImageError } from '#platform/media/image-error.ts'

/** Byte range of a file. `end` is exclusive. */
export type Span = { start: number; end: number }

const CHUNK_BYTES = 65_536

/** Overwrites a byte range with zeros. */
export async function blank(file: FileHandle, { start, end }: Span): Promise<void> {
  const zeros = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(0, end - start)))
  for (let at = start; at < end; at += CHUNK_BYTES) await write(file, zeros.subarray(0, Math.min(CHUNK_BYTES, end - at)), at)
}

export async function write(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  await file.write(bytes, 0, bytes.length, at)
}

/** Reads exactly `length` bytes. Throws ImageError `unreadable` if the file is too short. */
export async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead < length) throw new ImageError('unreadable')
  return buffer
}

/** Changes a range of a file in place. Throws ImageError `unreadable` if the range is larger than `maxBytes`. */
export async function rewrite(
  file: FileHandle,
  { bodyAt, end }: { bodyAt: number; end: number },
  maxBytes: number,
  change: (body: Buffer) => void,
): Promise<void> {
  if (end - bodyAt > maxBytes) throw new ImageError('unreadable')
  const body = await readExactly(file, bodyAt, end - bodyAt)
  change(body)
  await write(file, body, bodyAt)
}
