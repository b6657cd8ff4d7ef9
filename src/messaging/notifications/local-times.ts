import { namedTimeText, UTC } from '#core/format/time.ts'

/**
 * A moment in the words of a mail. Who will read it is known when the mail is written to them, so it stands as a mark until then:
 * `copyInZone` makes `Tuesday 24 November 2026, 01:05 PST` of it. No text of the database holds the mark's sign.
 */
export const when = (date: Date): string => `\0${date.toISOString()}\0`

export const copyInZone = <W extends { subject: string; lines: readonly string[] }>(words: W, zone: string | null): W => ({
  ...words,
  subject: inZone(words.subject, zone),
  lines: words.lines.map((line) => inZone(line, zone)),
})

const inZone = (text: string, zone: string | null): string =>
  // oxlint-disable-next-line no-control-regex -- the mark above
  text.replaceAll(/\0([^\0]+)\0/g, (_, at: string) => namedTimeText('weekday', new Date(at), zone ?? UTC))
