import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { Storage, StoredEntry } from '#platform/storage/index.ts'
import type { Fault } from '#test/audit.ts'

/**
 * Minimum age at which a file without a database row counts as a fault. A new file may exist before its row, and the service soon deletes
 * such files.
 */
const GRACE = "interval '1 hour'"
/** Maximum number of file names in memory. A temporary table, which is visible only to this connection, stores the rest. */
const PAGE = 1_000
const BATCH_SIZE = 16

type Named = { key: string; named_by: string; bytes: number | null }
type Sized = Named & { held: number | null }

/**
 * Compares the files named in the database with the files in storage (spec: reliability I25). Each named file must exist with the recorded
 * size, and each stored file must have a row. The service may run during the comparison. Returns the faults.
 */
export async function auditFiles(connection: ClientConfig, storage: Storage): Promise<Fault[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await takeDown(client, storage)
    const { rows: apart } = await client.query<Sized>(APART)
    const wrong = await withoutNew(apart, storage)
    const { rows: orphans } = await client.query<{ key: string; size: number }>(ORPHANS)
    const found: Fault[] = [
      { invariant: 'I25: every file that a record names is in storage', rows: wrong.filter((one) => one.held === null) },
      { invariant: 'I25: every file in storage has the size in its record', rows: wrong.filter((one) => one.held !== null) },
      { invariant: 'I25: every file in storage has a record', rows: orphans },
    ]
    return found.filter(({ rows }) => rows.length > 0)
  } finally {
    await client.end()
  }
}

/** Copies the list of stored files into a temporary table, before the audit reads the database rows. */
async function takeDown(client: Client, storage: Storage): Promise<void> {
  await client.query('create temp table held_files (key text primary key, bytes float8 not null, modified_at timestamptz not null)')
  const write = (entries: readonly StoredEntry[]) =>
    client.query('insert into held_files select * from unnest($1::text[], $2::float8[], $3::timestamptz[]) on conflict do nothing', [
      entries.map(({ key }) => key),
      entries.map(({ size }) => size),
      entries.map(({ modifiedAt }) => modifiedAt),
    ])
  let page: StoredEntry[] = []
  for await (const entry of storage.list('')) {
    page.push(entry)
    if (page.length < PAGE) continue
    await write(page)
    page = []
  }
  await write(page)
  await client.query('analyze held_files')
}

/** Ignores files that were stored after the list was read, by looking in storage again for each file that is not in the list. */
async function withoutNew(apart: readonly Sized[], storage: Storage): Promise<Sized[]> {
  const wrong: Sized[] = []
  for (let from = 0; from < apart.length; from += BATCH_SIZE) {
    const batch = apart.slice(from, from + BATCH_SIZE).map(async (one) => ({ ...one, held: one.held ?? (await storage.size(one.key)) }))
    wrong.push(...(await Promise.all(batch)).filter(({ held, bytes }) => held === null || (bytes !== null && held !== bytes)))
  }
  return wrong
}

const APART = `
  select n.key, n.named_by, n.bytes, h.bytes as held from (
    select v ->> 'key' as key, p.id as named_by, (v ->> 'bytes')::float8 as bytes from photos p, jsonb_array_elements(p.variants) v
    union all
    select v ->> 'key', s.id, (v ->> 'bytes')::float8 from shops s, jsonb_array_elements(s.picture) v where jsonb_typeof(s.picture) = 'array'
    union all
    select key, 'stored_files', null from stored_files where orphaned_at is null
    union all
    select storage_key, id, bytes::float8 from exports where storage_key is not null) n
  left join held_files h using (key) where h.key is null or h.bytes <> n.bytes`

/**
 * Selects files that no database row names. A row in `stored_files` is enough, because an upload or a deletion may be in progress.
 * Excludes share cards, which are redrawn on request.
 */
const ORPHANS = `
  select key, bytes as size from held_files h
  where not exists (select from stored_files s where s.key = h.key)
    and not exists (select from exports e where 'exports/' || e.id || '.zip' = h.key)
    and key not like 'cards/%' and modified_at < clock_timestamp() - ${GRACE}`
