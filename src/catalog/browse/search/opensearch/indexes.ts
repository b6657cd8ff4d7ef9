import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchServer } from '#platform/opensearch/index.ts'
import type { Cursor } from '#platform/events/changes.ts'
import { SearchServerError } from '#platform/errors/search-server.ts'
import { MAPPINGS, SHAPE } from './entry.ts'

/** Maximum sum of offset and limit in a search. */
const LAST_RESULT = 110_000

/** Returns the alias of the active index. The names of all indexes start with the alias. */
export const aliasOf = (prefix: string): string => `${prefix}-listings-v${SHAPE}`

/** Returns the name of the active index with its saved cursor, or null if there is no index. */
export async function activeIndex(server: SearchServer, alias: string): Promise<{ name: string; followed: Cursor | null } | null> {
  try {
    const found = await server.send<Record<string, { mappings: { _meta?: Cursor } }>>({ method: 'GET', path: `/${alias}/_mapping` })
    const [[name, { mappings }]] = Object.entries(found) as [[string, { mappings: { _meta?: Cursor } }]]
    return { name, followed: mappings._meta ?? null }
  } catch (error) {
    if (error instanceof SearchServerError && error.status === 404) return null
    throw error
  }
}

/** Creates an inactive index. The operator's index template sets the number of shards. */
export async function createIndex(server: SearchServer, name: string): Promise<void> {
  const index = { refresh_interval: '-1', max_result_window: LAST_RESULT, auto_expand_replicas: '0-1' }
  await server.send({ method: 'PUT', path: `/${name}`, body: { settings: { index }, mappings: MAPPINGS }, timeoutMs: 30_000 })
}

/** Makes all documents searchable. Later writes become searchable within one second. */
export async function openIndex(server: SearchServer, name: string): Promise<void> {
  await server.send({ method: 'PUT', path: `/${name}/_settings`, body: { index: { refresh_interval: '1s' } } })
  await server.send({ method: 'POST', path: `/${name}/_refresh`, timeoutMs: 120_000 })
}

/** Activates an index atomically. Then deletes incomplete indexes, and deletes the old index when the searches that use it have ended. */
export async function swapIndex(server: SearchServer, alias: string, name: string, stopped: AbortSignal): Promise<void> {
  const all = await server.send<Record<string, { aliases: object }>>({ method: 'GET', path: `/${alias}-*/_alias` })
  const others = Object.keys(all).filter((other) => other !== name)
  const searched = others.filter((other) => alias in all[other]!.aliases)
  const actions = [{ add: { index: name, alias } }, ...searched.map((index) => ({ remove: { index, alias } }))]
  await server.send({ method: 'POST', path: '/_aliases', body: { actions }, timeoutMs: 30_000 })
  await sleep(server.searchMs, undefined, { signal: stopped }).catch(() => {})
  for (const other of others) await server.send({ method: 'DELETE', path: `/${other}`, timeoutMs: 30_000 })
}

/** Saves the cursor in the mapping of the index. */
export const noteFollowed = (server: SearchServer, name: string, followed: Cursor): Promise<unknown> =>
  server.send({ method: 'PUT', path: `/${name}/_mapping`, body: { _meta: followed } })
