import { foldWords } from '#core/fold.ts'

/**
 * Reads a table with one value per line: the value, a colon, and its other spellings. Returns the value of each spelling, including the
 * value itself, by the folded words of the spelling.
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
