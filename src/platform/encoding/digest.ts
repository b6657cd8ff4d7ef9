import { createHash } from 'node:crypto'

/** How secrets are kept and looked up: nothing leads back from it to the text. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
