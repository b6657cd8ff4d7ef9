import { ImageError } from '#platform/media/image-error.ts'

/** EBML element. An `openEnded` element has no declared size and extends to the end of its parent. */
export type Element = { id: number; start: number; bodyAt: number; end: number; openEnded: boolean }

const VOID_ID = 0xec

/**
 * Parses the header of the element at `start`. `head`: the first bytes of the element. Throws ImageError if the element extends past
 * `parentEnd`.
 */
export function readElement(head: Buffer, start: number, parentEnd: number): Element {
  const idBytes = vintLength(head, 0, 4)
  const sizeBytes = vintLength(head, idBytes, 8)
  if (head.length < idBytes + sizeBytes) throw new ImageError('unreadable')
  const bodyAt = start + idBytes + sizeBytes
  let size = BigInt(head[idBytes]!) & ((1n << BigInt(8 - sizeBytes)) - 1n)
  for (let index = 1; index < sizeBytes; index += 1) size = (size << 8n) | BigInt(head[idBytes + index]!)
  const openEnded = size === (1n << BigInt(7 * sizeBytes)) - 1n
  const end = openEnded ? parentEnd : bodyAt + Number(size)
  if (end > parentEnd) throw new ImageError('unreadable')
  return { id: head.readUIntBE(0, idBytes), start, bodyAt, end, openEnded }
}

/** Returns the header of a `Void` element. `totalBytes`: size of the header and the body together, at least 2. */
export function voidHeader(totalBytes: number): Buffer {
  if (totalBytes <= 128) return Buffer.from([VOID_ID, 0x80 | (totalBytes - 2)])
  const header = Buffer.alloc(9)
  header.writeBigUInt64BE((1n << 56n) | BigInt(totalBytes - 9), 1)
  header[0] = VOID_ID
  return header
}

/** Returns the length in bytes of a variable-length number, which the leading zero bits of its first byte encode. */
function vintLength(bytes: Buffer, at: number, most: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  if (length > most) throw new ImageError('unreadable')
  return length
}
