import { namedTimeText, UTC } from '#core/format/time.ts'

/**
 * Returns a placeholder for a time in an email. `copyInZone` replaces it with text such as `Tuesday 24 November 2026, 01:05 PST` when the
 * recipient's time zone is known. It contains a character that never occurs in text from the database.
 */
export const when = (date: Date): string => `\0${date.toISOString()}\0`

export const copyInZone = <W extends { subject: string; lines: readonly string[] }>(copy: W, zone: string | null): W => ({
  ...copy,
  subject: inZone(copy.subject, zone),
  lines: copy.lines.map((line) => inZone(line, zone)),
})

const inZone = (text: string, zone: string | null): string =>
  // oxlint-disable-next-line no-control-regex -- the placeholder of `when`
  text.replaceAll(/\0([^\0]+)\0/g, (_, at: string) => namedTimeText('weekday', new Date(at), zone ?? UTC))
