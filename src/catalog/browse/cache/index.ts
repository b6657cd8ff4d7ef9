import type { Context, Core } from '#platform/context/index.ts'
import { beginning, CHANGES_RETENTION_SECONDS, followFrom, type Follow } from '#platform/events/changes.ts'
import { coalesce, holdsConnection } from '#platform/cache/coalesce.ts'
import type { PreparedPoller } from '#platform/db/prepared-poller.ts'
import type { BatchResult } from '#platform/jobs/periodic.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import { SizedCache, responseSizeBytes, type CachedResponse } from '#platform/cache/sized-cache.ts'
import { AdmissionFilter } from '#platform/cache/admission-filter.ts'
import { forgetShownChanges, MANY_CHANGES, readShownChanges, type MarketChange } from './queries.ts'
import { subjectsOf } from './subjects.ts'

export { openShownChanges } from './queries.ts'

/** Time in milliseconds for which requests bypass the cache after a poll returned too many changes to apply individually. */
const REST_MS = 1_000
const FORGET_AT_ONCE = 1_000

type Deps = Pick<Context, 'log' | 'now'> & { changes: PreparedPoller }

/**
 * Caches responses for anonymous users and, separately, database rows. Each of these two caches stores at most `maxBytes`. Before a hit,
 * the cache polls for changes and drops the affected entries; concurrent callers share one poll (spec: reliability I21). When the cache is
 * full, it stores a response only after the second request for it, so that a crawler cannot evict popular responses (docs/design/cache.md).
 */
export function createResponseCache({ changes, log, now }: Deps, maxBytes: number): ResponseCache {
  const responses = new SizedCache<CachedResponse>(maxBytes, responseSizeBytes)
  const admission = new AdmissionFilter()
  const rows = new SizedCache<unknown>(maxBytes, sizeOfRow)
  let follow: Follow<MarketChange> | null = null
  let restUntilMs = 0

  const takeIn = (fresh: MarketChange[]) => {
    const subjects = new Set(fresh.flatMap(subjectsOf))
    responses.drop(subjects)
    rows.drop(subjects)
  }
  let many = false
  const read = async (horizon: number | null) => {
    const seen = await readShownChanges(changes, horizon)
    many = seen.changes.length > MANY_CHANGES
    return seen
  }

  const poll = async () => {
    if (performance.now() < restUntilMs) return
    if (follow === null) {
      follow = followFrom(beginning(await readShownChanges(changes, null)), read, nameOf)
      return
    }
    if ((await follow.next(takeIn)) && !many) return
    responses.clear()
    rows.clear()
    follow = null
    restUntilMs = performance.now() + (many ? REST_MS : 0)
  }
  const fresh = coalesce(async () => {
    try {
      await poll()
      return true
    } catch (error) {
      log.warn({ err: error }, 'reading changes failed; the response cache is bypassed')
      return false
    }
  })

  return {
    has: (address) => responses.has(address),
    fresh,
    get(address) {
      const answer = responses.get(address)
      return answer !== null && now().getTime() < answer.untilMs ? answer : null
    },
    begin() {
      if (follow !== null) return responses.generation
      // requests bypass the cache until a first poll succeeds; this call starts that poll for the requests that follow
      fresh().catch(() => {})
      return null
    },
    put(address, finished, about, subjects, begun) {
      // checks admission before the insert: V8 promotes cached responses to its old generation, where evicted responses occupy memory until
      // a full GC
      if (
        !responses.has(address) &&
        !responses.hasRoomFor(responseSizeBytes({ finished }), address, subjects) &&
        !admission.isKnown(address)
      )
        return
      const answer = { finished, ...about }
      responses.put(address, answer, subjects, begun)
      finished.onHeld = () => responses.measure(address, answer)
    },
    clear() {
      responses.clear()
      rows.clear()
    },
    bytes: () => responses.bytes + rows.bytes,
    rows: {
      // not in a transaction, because a transaction reads its own snapshot and must not use a second connection
      fresh: async () => (!holdsConnection() && (await fresh()) && follow !== null ? rows.generation : null),
      get: (name) => rows.get(name),
      put: (name, row, subjects, generation) => rows.put(name, row, subjects, generation),
    },
  }
}

function sizeOfRow(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Date) return 100
  let bytes = 40
  for (const name in value) bytes += 8 + sizeOfRow((value as Record<string, unknown>)[name])
  return bytes
}

const nameOf = ({ tx, kind, id, shopId }: MarketChange): string => `${tx} ${kind} ${id} ${shopId}`

/** Deletes changes that every process with a cache has already read. */
export const deleteOldCacheChanges = (ctx: Core): Promise<BatchResult> =>
  forgetShownChanges(ctx.db, CHANGES_RETENTION_SECONDS, FORGET_AT_ONCE)
