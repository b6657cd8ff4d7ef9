import { createHash } from 'node:crypto'
import { embeddedText, type Described } from '#catalog/browse/rules/embedded-text.ts'

export type Text = { text: string; hash: Buffer }

/** Returns a listing's text for the embedding model, and a hash of this text. */
export function textOf(listing: Described): Text {
  const text = embeddedText(listing)
  return { text, hash: createHash('sha256').update(text).digest() }
}
