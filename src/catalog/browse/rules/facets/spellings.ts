import { foldWords } from '#core/fold.ts'

/**
 * Parses a table with one value per line: the value, a colon, and its other spellings. Returns a map from each spelling, in folded words,
 * to its value. The value also counts as one of its spellings.
 */
export function spellingsOf(table: string): ReadonlyMap<string, string> {
  const lines = table.trim().split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [value, others = ''] = line.split(':')
      return [value!, ...others.split(',')].map((spelling) => [foldWords(spelling), value!.trim()] as const)
    }),
  )
}
