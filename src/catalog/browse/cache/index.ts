import type { Context } from '#platform/context/index.ts'
import { beginning, CHANGES_KEPT_SECONDS, followFrom, type Follow } from '#platform/events/changes.ts'
import { coalesce, holdsConnection } from '#platform/cache/coalesce.ts'
import type { PreparedPoller } from '#platform/db/prepared-poller.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import { SizedCache, responseSizeBytes, type CachedResponse } from '#platform/cache/sized-cache.ts'
import { AdmissionFilter } from '#platform/cache/admission-filter.ts'
import { forgetShownChanges, MANY_CHANGES, readShownChanges, type MarketChange } from './queries.ts'
import { subjectsOf } from './subjects.ts'

export { openShownChanges } from './queries.ts'

/** After so many changes at once that they are not told apart, nothing is kept for a while. */
const REST_MS = 1_000
const FORGET_AT_ONCE = 1_000

/** `changes` is queried at every lookup. */
type Deps = Pick<Context, 'log' | 'now'> & { changes: PreparedPoller }

/**
 * Keeps answers to strangers and the rows that they are made of, at most `maxBytes` of each. Before one is handed out, the changes committed since the
 * last look are read, in one small statement for all who ask meanwhile, and what they touch is dropped (reliability I21). A full room of answers takes in
 * what is asked for the second time: a crawler on its way pushes out nothing that is asked for often (docs/design/cache.md).
 */
export function createResponseCache({ changes, log, now }: Deps, maxBytes: number): ResponseCache {
  const kept = new SizedCache<CachedResponse>(maxBytes, responseSizeBytes)
  const newcomers = new AdmissionFilter()
  const rows = new SizedCache<unknown>(maxBytes, sizeOfRow)
  let follow: Follow<MarketChange> | null = null
  let restUntilMs = 0

  const takeIn = (fresh: MarketChange[]) => {
    const subjects = new Set(fresh.flatMap(subjectsOf))
    kept.drop(subjects)
    rows.drop(subjects)
  }
  let many = false
  const read = async (horizon: number | null) => {
    const seen = await readShownChanges(changes, horizon)
    many = seen.changes.length > MANY_CHANGES
    return seen
  }

  const look = async () => {
    if (performance.now() < restUntilMs) return
    if (follow === null) {
      follow = followFrom(beginning(await readShownChanges(changes, null)), read, nameOf)
      return
    }
    if ((await follow.next(takeIn)) && !many) return
    kept.clear()
    rows.clear()
    follow = null
    restUntilMs = performance.now() + (many ? REST_MS : 0)
  }
  // one promise for all who ask together: each waits for it without one of its own
  const fresh = coalesce(async () => {
    try {
      await look()
      return true
    } catch (error) {
      log.warn({ err: error }, 'what changed cannot be read; no kept answer is given')
      return false
    }
  })

  return {
    has: (address) => kept.has(address),
    fresh,
    get(address) {
      const answer = kept.get(address)
      return answer !== null && now().getTime() < answer.untilMs ? answer : null
    },
    begin() {
      if (follow !== null) return kept.turn
      // from the next time on
      fresh().catch(() => {})
      return null
    },
    put(address, finished, about, subjects, begun) {
      // V8 makes what is mostly kept among what is old: made for all, those that nobody keeps would hold their texts until everything is collected
      if (!kept.has(address) && !kept.hasRoomFor(responseSizeBytes({ finished }), address, subjects) && !newcomers.isKnown(address)) return
      const answer = { finished, ...about }
      kept.put(address, answer, subjects, begun)
      finished.onHeld = () => kept.measure(address, answer)
    },
    bytes: () => kept.bytes + rows.bytes,
    rows: {
      // who is in a transaction reads what that sees, and has no second connection to look with
      fresh: async () => (!holdsConnection() && (await fresh()) && follow !== null ? rows.turn : null),
      get: (name) => rows.get(name),
      put: (name, row, subjects, turn) => rows.put(name, row, subjects, turn),
    },
  }
}

/** Roughly what a value takes in memory: rows of one kind share the names of their fields. */
function sizeOfRow(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Date) return 100
  let bytes = 40
  for (const name in value) bytes += 8 + sizeOfRow((value as Record<string, unknown>)[name])
  return bytes
}

const nameOf = ({ tx, kind, id, shopId }: MarketChange): string => `${tx} ${kind} ${id} ${shopId}`

/** Changes that everybody who keeps answers has seen. */
export const deleteOldCacheChanges = (ctx: Context): Promise<void> => forgetShownChanges(ctx.db, CHANGES_KEPT_SECONDS, FORGET_AT_ONCE)
