import { isDatabaseAway } from '#platform/errors/database.ts'

/** Interval, in ms. Within an interval, a repeated error is written only once. */
const EVERY_MS = 60_000
/** Maximum number of tracked errors. Further errors are not suppressed. */
const MOST = 500

type Fields = Record<string, unknown>
type Line = readonly [fields: Fields, message: unknown]

/**
 * Creates a filter for log lines of level `warn` and above. The filter returns true to suppress a line that repeats within a minute. At the
 * end of the minute, `write` gets the last of the suppressed lines, with their number in `repeated`. Request lines, and lines with fields
 * but without an error, are never suppressed.
 */
export function createRepeatFilter(): (args: readonly unknown[], write: (fields: Fields, message: unknown) => void) => boolean {
  const repeats = new Map<string, { left: number; last: Line }>()
  return (args, write) => {
    const last = lineOf(args)
    const key = last && keyOf(last)
    if (key === null) return false
    const known = repeats.get(key)
    if (known) {
      Object.assign(known, { left: known.left + 1, last })
      return true
    }
    if (repeats.size >= MOST) return false
    const one = { left: 0, last: last! }
    repeats.set(key, one)
    const timer = setInterval(() => {
      const [fields, message] = one.last
      if (one.left > 0) write({ ...fields, repeated: one.left }, message)
      else {
        repeats.delete(key)
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

/**
 * Returns the key that identifies repeats of a line, or null for a line that must always be written. While the database is unavailable,
 * errors with the same message count as repeats even if they come from different jobs.
 */
function keyOf([{ err, ...rest }, message]: Line): string | null {
  const text = String(message).replaceAll(/\d+/g, '#')
  const facts = Object.values(rest)
  if (err === undefined && facts.length === 0) return text
  if (!(err instanceof Error) || 'request_id' in rest) return null
  if (isDatabaseAway(err)) return `database ${text}`
  return [text, err.name, err.message.replaceAll(/\d+/g, '#'), ...facts.filter((fact) => typeof fact !== 'object')].join(' ')
}
