import { normalForm } from '#platform/encoding/normal-form.ts'

/** Returns the share of the words in `query` that also occur in `name`, from 0 to 1. Letter case, accents and word order do not matter. */
export function nameOverlap(query: string, name: string): number {
  const words = wordsOf(query)
  if (words.size === 0) return 0
  return words.intersection(wordsOf(name)).size / words.size
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    normalForm(text, 'NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
