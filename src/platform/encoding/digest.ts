import { createHash } from 'node:crypto'

/** Hashes a secret, for storage and lookup. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
