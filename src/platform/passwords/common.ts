import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Number of bytes stored per hash. At this length, fewer than fifty in a billion good passwords match a stored hash by chance. */
export const HASH_BYTES = 5

export const hashOfCommon = (form: string): Buffer => createHash('sha256').update(form).digest().subarray(0, HASH_BYTES)

let list: Promise<Buffer> | undefined

/**
 * Returns true if any of these spellings of a password is a common password. The first call reads the 49,000 sorted hashes that
 * `bin/common-passwords.ts` wrote.
 */
export async function isCommon(forms: readonly string[]): Promise<boolean> {
  const hashes = await (list ??= readFile(new URL('common.bin', import.meta.url)))
  return forms.some((form) => holds(hashes, hashOfCommon(form)))
}

function holds(hashes: Buffer, hash: Buffer): boolean {
  let [low, high] = [0, hashes.length / HASH_BYTES]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = hashes.subarray(middle * HASH_BYTES, (middle + 1) * HASH_BYTES).compare(hash)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
