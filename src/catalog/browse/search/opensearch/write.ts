import type { Context } from '#platform/context/index.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import { SearchServerError } from '#platform/errors/search-server.ts'
import { clockOf, marketDocuments } from '#catalog/browse/search/queries.ts'
import { entryOf } from './entry.ts'

const PAGE = 500
const TRIES = 3
const BULK_MS = 60_000

type Written = { errors: boolean; items: Record<string, { _id: string; status: number; error?: { type: string; reason: string } }>[] }

/**
 * Target of a write. If `isAlias` is true, a write fails unless the alias exists. Without this check, a server that lost its index would
 * create a new index with wrong mappings.
 */
export type Target = { name: string; isAlias: boolean }

/** The index write for one listing. `entry` is null if the listing is not in the market. */
export type Change = { id: string; entry: ReturnType<typeof entryOf> | null }

/**
 * Writes these listings to the index. The version of a write is the database time of the read, so that data from an older read never
 * replaces newer data. If the server rejects a write as outdated, reads and writes the listing again, because newer data may exist by then.
 */
export async function updateIndex(db: Context['db'], server: SearchServer, index: Target, ids: readonly string[]): Promise<void> {
  let left = ids
  for (let tries = 0; left.length > 0 && tries < TRIES; tries++) {
    const refused: string[] = []
    for (let from = 0; from < left.length; from += PAGE) {
      const some = left.slice(from, from + PAGE)
      const version = await clockOf(db)
      const found = new Map((await marketDocuments(db, null, some)).map(({ document }) => [document.id, document]))
      const changes = some.map((id) => ({ id, entry: found.has(id) ? entryOf(found.get(id)!) : null }))
      refused.push(...(await write(server, index, version, changes)))
    }
    left = refused
  }
}

/**
 * Writes changes, all with the same version. Returns the ids that have a newer version on the server. Errors: `SearchServerError` for any
 * other rejection.
 */
export async function write(server: SearchServer, index: Target, version: number, changes: readonly Change[]): Promise<string[]> {
  const lines = changes.flatMap(({ id, entry }): object[] => {
    const at = { _id: id, version, version_type: 'external_gte' }
    return entry === null ? [{ delete: at }] : [{ index: at }, entry]
  })
  const { errors, items } = await server.send<Written>({
    method: 'POST',
    path: `/${index.name}/_bulk`,
    lines,
    timeoutMs: BULK_MS,
    query: { filter_path: READ, require_alias: index.isAlias },
  })
  if (!errors) return []
  const wrong = items.flatMap(Object.values).filter(({ error }) => error !== undefined)
  const failed = wrong.find(({ status }) => status !== 409)
  if (failed)
    throw new SearchServerError(`the search server rejected ${failed._id}: ${failed.error!.type}, ${failed.error!.reason}`, failed.status)
  return wrong.map(({ _id }) => _id)
}

const READ = 'errors,items.*._id,items.*.status,items.*.error.type,items.*.error.reason'
