import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { Storage } from '#platform/storage/index.ts'
import type { Fault } from '#test/audit.ts'

/** A file that is being made may be there before its row says so, and one whose row is gone is removed soon. */
const GRACE_MS = 3_600_000

type Named = { key: string; named_by: string; bytes: number | null }

/**
 * Compares what the database names with what storage holds, both ways (reliability I25): each named file is there,
 * as long as it should be, and each file is known. The service may run meanwhile. No fault is what should come back.
 */
export async function auditFiles(connection: ClientConfig, storage: Storage): Promise<Fault[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    const held = new Map<string, { size: number; modifiedAt: Date }>()
    for await (const { key, size, modifiedAt } of storage.list('')) held.set(key, { size, modifiedAt })
    const { rows: named } = await client.query<Named>(NAMED)
    const { rows: known } = await client.query<{ key: string }>(KNOWN)
    // listed before the rows were read: what came since is asked for by itself
    const sizeOf = async (key: string) => held.get(key)?.size ?? (await storage.size(key))
    const sizes = await Promise.all(named.map(async (one) => ({ ...one, held: await sizeOf(one.key) })))
    const knownKeys = new Set(known.map(({ key }) => key))
    const { rows: clock } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    const old = clock[0]!.now.getTime() - GRACE_MS
    const strangers = [...held].filter(([key, { modifiedAt }]) => !knownKeys.has(key) && modifiedAt.getTime() < old)
    const found: Fault[] = [
      { promise: 'I25: every file that a row names is in storage', rows: sizes.filter((one) => one.held === null) },
      {
        promise: 'I25: every file in storage is as long as its row says',
        rows: sizes.filter((one) => one.held !== null && one.bytes !== null && one.held !== one.bytes),
      },
      { promise: 'I25: every file in storage is known', rows: strangers.map(([key, { size }]) => ({ key, size })) },
    ]
    return found.filter(({ rows }) => rows.length > 0)
  } finally {
    await client.end()
  }
}

const NAMED = `
  select v ->> 'key' as key, p.id as named_by, (v ->> 'bytes')::float8 as bytes from photos p, jsonb_array_elements(p.variants) v
  union all
  select v ->> 'key', s.id, (v ->> 'bytes')::float8 from shops s, jsonb_array_elements(s.picture) v where jsonb_typeof(s.picture) = 'array'
  union all
  select key, 'stored_files', null from stored_files where orphaned_at is null
  union all
  select storage_key, id, bytes::float8 from exports where storage_key is not null`

/** Announced ones among them: they are on their way, or on their way out. */
const KNOWN = `select key from stored_files union all select 'exports/' || id || '.zip' from exports`
