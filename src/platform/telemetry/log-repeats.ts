import { isDatabaseAway } from '#platform/errors/database.ts'

/** A repeated error is written once per interval. */
const EVERY_MS = 60_000
/** Most tracked errors; others pass. */
const MOST = 500

type Fields = Record<string, unknown>
type Line = readonly [fields: Fields, message: unknown]

/**
 * Filters lines of `warn` and above: true suppresses a repeat within a minute. Then `write` gets the last one, with their
 * number in `repeated`. Request lines pass, and facts without an error.
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

/** While the database is away, lines with one text are one error, whatever the job. */
function keyOf([{ err, ...rest }, message]: Line): string | null {
  const text = String(message).replaceAll(/\d+/g, '#')
  const facts = Object.values(rest)
  if (err === undefined && facts.length === 0) return text
  if (!(err instanceof Error) || 'request_id' in rest) return null
  if (isDatabaseAway(err)) return `database ${text}`
  return [text, err.name, err.message.replaceAll(/\d+/g, '#'), ...facts.filter((fact) => typeof fact !== 'object')].join(' ')
}
