import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/**
 * Stored file (photo, video or export), with the names of its pieces: chunks of up to 8 MiB at the backup target. `start`: the file's
 * offset in a piece that it shares with other files.
 */
export type StoredFile = { key: string; size: number; pieces: string[]; start?: number | null }

/** Size in bytes below which a file shares a piece (stored chunk) with other files. */
export const SHARED_BYTES = 2 ** 20
/**
 * Minimum number of bytes in use per shared piece (stored chunk). Below this limit, the files in the piece are copied to a different piece.
 */
const SPARSE_BYTES = 4 * 2 ** 20
const PAGE = 1_000

/** List of the files in a backup, stored in temporary database tables so that memory use does not depend on the number of files. */
export type FileList = {
  /** Reads the keys of the files that database rows currently reference. */
  readKnown(): Promise<void>
  /** Loads the list of an earlier backup. If reading the lines fails, the list stays empty. */
  begin(lines: AsyncIterable<Uint8Array>): Promise<void>
  /** Removes from the list all files that have a piece missing at the backup target. `pieces`: the pieces that exist there. */
  retainOnly(pieces: AsyncIterable<{ name: string }>): Promise<void>
  /**
   * Yields the keys of the files to copy. A file is copied if it is missing from the list, has a different size, or is in a shared piece
   * with few bytes in use. Files that share a piece are consecutive, in the piece's order.
   */
  lacking(): AsyncGenerator<string[]>
  add(files: readonly StoredFile[]): Promise<void>
  /** Streams one line for each listed file that database rows reference. Lines of files that share a piece (stored chunk) are adjacent. */
  lines(): Readable
  /** Returns two values. `content`: the total size in bytes. `missing`: the number of required files that are not in the list. */
  sums(): Promise<{ content: number; missing: number }>
}

export async function createFileList(client: Client): Promise<FileList> {
  await client.query(`
    create temp table known_files (key text primary key, named boolean not null, bytes bigint);
    create temp table kept_files (key text primary key, size bigint not null, pieces jsonb not null, start bigint, sparse boolean not null default false)`)
  const fields = 'key text, size bigint, pieces jsonb, start bigint'
  return {
    async readKnown() {
      await client.query('delete from known_files')
      await client.query(KNOWN)
      await client.query('analyze known_files')
    },

    async begin(lines) {
      await client.query('create temp table earlier_files (line json)')
      try {
        // file keys and piece names contain no characters that COPY escapes, so that the lines can be loaded unchanged
        await pipeline(Readable.from(lines), client.query(copyFrom('copy earlier_files from stdin')))
        await client.query(
          `insert into kept_files select f.* from earlier_files, json_to_record(line) as f (${fields}) where f.key in (select key from known_files)`,
        )
        await client.query(MARK_SPARSE)
      } finally {
        await client.query('drop table earlier_files')
      }
    },

    async retainOnly(pieces) {
      await client.query('create temp table pieces_there (name text primary key)')
      for await (const names of inPages(pieces))
        await client.query('insert into pieces_there select unnest($1::text[]) on conflict do nothing', [names])
      await client.query('analyze pieces_there')
      await client.query(FORGET_LOST)
      await client.query('drop table pieces_there')
    },

    async *lacking() {
      await client.query(`declare lacking no scroll cursor with hold for ${LACKING}`)
      for (;;) {
        const { rows } = await client.query<{ key: string }>(`fetch ${PAGE} from lacking`)
        if (rows.length === 0) break
        yield rows.map(({ key }) => key)
      }
      await client.query('close lacking; update kept_files set sparse = false where sparse')
    },

    async add(files) {
      await client.query(
        `insert into kept_files select f.* from jsonb_to_recordset($1::jsonb) as f (${fields})
         on conflict (key) do update set size = excluded.size, pieces = excluded.pieces, start = excluded.start, sparse = false`,
        [JSON.stringify(files)],
      )
    },

    lines: () => client.query(copyTo(`copy (${LINES}) to stdout`)),

    async sums() {
      const { rows } = await client.query<{ content: number; missing: number }>(
        `select coalesce(sum(k.size), 0)::float8 as content, (count(*) filter (where k.key is null and f.named))::float8 as missing
         from known_files f left join kept_files k using (key)`,
      )
      return rows[0]!
    },
  }
}

/**
 * Fills the table of referenced keys. If `named` is true, the file must exist. Otherwise, it may be missing, because it is being added or
 * removed.
 */
const KNOWN = `
  insert into known_files select key, bool_or(named), max(bytes) from (
    select key, orphaned_at is null as named, bytes from stored_files
    union all select storage_key, true, bytes from exports where storage_key is not null
    union all select v ->> 'key', true, (v ->> 'bytes')::float8::bigint from photos p, jsonb_array_elements(p.variants) v
    union all select v ->> 'key', true, (v ->> 'bytes')::float8::bigint from shops s, jsonb_array_elements(s.picture) v
      where jsonb_typeof(s.picture) = 'array') known
  group by key`

/** Marks the files in shared pieces (stored chunks) with too few bytes in use. */
const MARK_SPARSE = `
  update kept_files k set sparse = true from (
    select pieces ->> 0 as piece from kept_files where size < ${SHARED_BYTES} group by 1 having sum(size) < ${SPARSE_BYTES}) few
  where k.size < ${SHARED_BYTES} and k.pieces ->> 0 = few.piece`

const FORGET_LOST = `
  delete from kept_files where exists (
    select from jsonb_array_elements_text(pieces) piece where piece not in (select name from pieces_there))`

async function* inPages(pieces: AsyncIterable<{ name: string }>): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const { name } of pieces) {
    names.push(name)
    if (names.length < PAGE) continue
    yield names
    names = []
  }
  yield names
}

/** Selects the files to copy. The bytes under a key never change, so a different size indicates a different file. */
const LACKING = `
  select f.key from known_files f left join kept_files k using (key) where k.key is null or k.sparse or k.size <> f.bytes
  order by (k.pieces ->> 0) collate "C", k.start, f.key collate "C"`

const LINES = `
  select row_to_json(line) from (
    select key, size, pieces, start from kept_files join known_files using (key)
    order by (pieces ->> 0) collate "C", start, key collate "C") line`
