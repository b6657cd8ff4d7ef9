import { publicLines, type DetailLine } from '#catalog/listings/rules/fields.ts'
import { firstCodePoints } from '#core/text.ts'

export type Described = {
  title: string | null
  one_liner: string | null
  category: string | null
  description: string | null
  fields: readonly DetailLine[]
}

/**
 * Maximum number of characters from the description that are embedded. The beginning is enough, because long descriptions repeat
 * themselves.
 */
const MAX_DESCRIPTION = 1_000
const MAX_TEXT = 4_000

/** Returns a listing's public text, without the price, for the embedding model. */
export function embeddedText({ title, one_liner, category, description, fields }: Described): string {
  const lines = publicLines(fields).map(({ label, value }) => `${label}: ${value}`)
  const all = [title, one_liner, category, ...lines, firstCodePoints(description ?? '', MAX_DESCRIPTION)]
  return firstCodePoints(all.filter(Boolean).join('\n'), MAX_TEXT)
}
