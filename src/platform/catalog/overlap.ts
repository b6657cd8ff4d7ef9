import { normalForm } from '#platform/encoding/normal-form.ts'

/** Share of `wanted` words in `name`, 0 to 1; ignores case, accents and order. */
export function nameOverlap(wanted: string, name: string): number {
  const words = wordsOf(wanted)
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
