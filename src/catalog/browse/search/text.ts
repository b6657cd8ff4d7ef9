import { createHash } from 'node:crypto'
import { embeddedText, type Described } from '#catalog/browse/rules/embedded-text.ts'

export type Text = { text: string; hash: Buffer }

/** Returns the embedded text of a listing, and a hash that tells when it changes. */
export function textOf(listing: Described): Text {
  const text = embeddedText(listing)
  return { text, hash: createHash('sha256').update(text).digest() }
}
