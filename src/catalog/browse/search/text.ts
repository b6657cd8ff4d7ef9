import { createHash } from 'node:crypto'
import { embeddedText, type Described } from '#catalog/browse/rules/embedded-text.ts'

export type Text = { text: string; hash: Buffer }

/** What a listing says, and what tells whether it still says the same. */
export function textOf(listing: Described): Text {
  const text = embeddedText(listing)
  return { text, hash: createHash('sha256').update(text).digest() }
}
