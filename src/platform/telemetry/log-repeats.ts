import { isDatabaseAway } from '#platform/errors/database.ts'

/** Interval in which a repeated error is written at most once. */
const EVERY_MS = 60_000
/** Most errors that the filter tracks; it passes others through. */
const MOST = 500

type Fields = Record<string, unknown>
type Line = readonly [fields: Fields, message: unknown]

/**
 * Creates a filter for lines of `warn` and above. True when the line repeats one of the last minute and is suppressed.
 * After a minute `write` gets the last suppressed line, with their number in `repeated`. Request lines pass, and so do
 * facts without an error.
 */
export function createRepeatFilter(): (args: readonly unknown[], write: (fields: Fields, message: unknown) => void) => boolean {
  const kept = new Map<string, { left: number; last: Line }>()
  return (args, write) => {
    const last = lineOf(args)
    const key = last && keyOf(last)
    if (key === null) return false
    const known = kept.get(key)
    if (known) {
      Object.assign(known, { left: known.left + 1, last })
      return true
    }
    if (kept.size >= MOST) return false
    const one = { left: 0, last: last! }
    kept.set(key, one)
    const timer = setInterval(() => {
      const [fields, message] = one.last
      if (one.left > 0) write({ ...fields, repeated: one.left }, message)
      else {
        kept.delete(key)
        clearInterval(timer)
      }
      one.left = 0
    }, EVERY_MS).unref()
    return false
  }
}

function lineOf([first, message]: readonly unknown[]): Line | null {
  if (typeof first === 'string') return [{}, first]
  return typeof first === 'object' && first !== null ? [first as Fields, message] : null
}

/** While the database is away, lines with the same text are one error, whichever job reports it. */
function keyOf([{ err, ...rest }, message]: Line): string | null {
  const text = String(message).replaceAll(/\d+/g, '#')
  const facts = Object.values(rest)
  if (err === undefined && facts.length === 0) return text
  if (!(err instanceof Error) || 'request_id' in rest) return null
  if (isDatabaseAway(err)) return `database ${text}`
  return [text, err.name, err.message.replaceAll(/\d+/g, '#'), ...facts.filter((fact) => typeof fact !== 'object')].join(' ')
}
