import { createHash } from 'node:crypto'
import type { Effect } from './record.ts'

const ID = /(?<![0-9a-z])[a-z]{3}_[0-9a-z]{26}\b/g
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g
/** Ports, the numbers of test people, digests, random secrets and codes, and the random numbers of shipments. */
const RANDOM =
  /(?<=localhost:)\d+|(?<=shop-of-[a-z]+-)\d+|\d+(?=@example\.test)|(?<=pickup_code\W+)\d{6}|(?<=whsec_)\w+|(?<=shipment_)\w+|(?<=\\x)[0-9a-f]{16,}|\b\d{20,}\b/g
/** Deadlines are rounded up to this step, because records are up to a few minutes old. */
const STEP_MINUTES = 5
/** A request takes less time than this. */
const REQUEST_MS = 30_000
const LONGEST = 120
/** Columns that follow from others, or that differ in each run. The text of an email contains the time of day. */
const VARYING = new Set(['search', 'xid', 'updated_at', 'mails body'])

/**
 * Creates a function that replaces what differs in each run: random values, times by their distance from `now`, in steps of 5 minutes, and
 * ids by their kind and number. `known`: the ids that exist from the start, in their order. New ids have their own numbers, which start again
 * after `reset`.
 */
export function createNames(known: readonly string[]) {
  const old = nameIds(String)
  for (const id of known) old(id)
  const isOld = new Set(known)
  let fresh = nameIds((nth) => `new${nth}`)
  const reset = (): void => {
    fresh = nameIds((nth) => `new${nth}`)
  }
  const nameOf = (id: string): string => (isOld.has(id) ? old(id) : fresh(id))
  const plain = (text: string, now: Date): string =>
    text
      .replaceAll(ID, nameOf)
      .replaceAll(RANDOM, '…')
      .replaceAll(TIME, (time) => timeText(Date.parse(time) - now.getTime()))
  return { plain, reset }
}

/** Creates a function that names ids: `ord_1` is the first id of an order that it gets. The same id always has the same name. */
function nameIds(label: (nth: number) => string): (id: string) => string {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (id) => {
    const kind = id.slice(0, 3)
    if (!names.has(id)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      names.set(id, `${kind}_${label(counts.get(kind)!)}`)
    }
    return names.get(id)!
  }
}

function timeText(ms: number): string {
  const minutes = Math.ceil((ms - REQUEST_MS) / 60_000 / STEP_MINUTES) * STEP_MINUTES
  // the database's own clock, which jobs use, is behind the clock of the test
  if (minutes < 0) return '<past>'
  return minutes === 0 ? '<now>' : `<now+${minutes}min>`
}

/** Describes a change in one line. Shows the beginning and a digest of long values. Returns null for a change that is not shown. */
export function lineOf({ table, identities, old, new: row }: Effect, plain: (text: string) => string): string | null {
  const value = (one: unknown): string => {
    const text = plain(JSON.stringify(one) ?? 'null')
    return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
  }
  const columns = Object.keys(row ?? old!).filter(
    (name) => ![name, `${table} ${name}`].some((one) => VARYING.has(one)) && !identities.includes(name),
  )
  const all = (of: Record<string, unknown>) =>
    columns
      .filter((name) => of[name] !== null)
      .map((name) => `${name}=${value(of[name])}`)
      .join(' ')
  if (!old) return `+ ${table} ${all(row!)}`
  if (!row) return `- ${table} ${all(old)}`
  const changed = columns.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(row[name]))
  if (changed.length === 0) return null
  const which = columns.slice(0, 2).map((name) => value(row[name]))
  return `~ ${table} ${which.join(' ')} ${changed.map((name) => `${name}: ${value(old[name])} → ${value(row[name])}`).join(', ')}`
}
