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
 * Target of a write. If `isAlias` is true, a write fails unless the alias exists. Otherwise, a server that has lost its index would create
 * a new index with incorrect mappings.
 */
export type Target = { name: string; isAlias: boolean }

/** A change to the index for one listing. `entry` is null if the listing is not in the market. */
export type Change = { id: string; entry: ReturnType<typeof entryOf> | null }

/**
 * Reads these listings and writes them to the index. The version of each write is the database time of the read, so that older data never
 * replaces newer data. If the server rejects a write as outdated, reads and writes the listing again, because it may have changed once
 * more.
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
 * Writes changes to the index, all with the same version. Returns the ids of listings of which the server already has a newer version.
 * Errors: `SearchServerError` for any other rejection.
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
