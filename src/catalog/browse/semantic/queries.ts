import { sql } from 'kysely'
import type { Described } from '#catalog/browse/rules/embedded-text.ts'
import type { Db } from '#platform/db/index.ts'

/**
 * A market listing, and a hash of the text from which its vector was computed. `hash` is null if the listing has no vector from this model.
 */
export type Candidate = Described & { id: string; updated_at: Date; hash: Buffer | null }

const CANDIDATE = sql`l.id, l.title, l.one_liner, l.category, l.description, l.fields, l.updated_at, v.text_hash as hash`

/** Returns the listings in `ids` that are in the market. */
export async function candidatesAmong(db: Db, model: string, ids: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${CANDIDATE} from listings l left join listing_vectors v on v.listing_id = l.id and v.model = ${model}
    where l.in_market and l.id = any(${ids}::text[])`.execute(db)
  return rows
}

/** Returns the next listings that have no current vector from this model, ordered by id. */
export async function candidatesAfter(db: Db, model: string, afterId: string, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${CANDIDATE} from listings l left join listing_vectors v on v.listing_id = l.id and v.model = ${model}
    where l.in_market and l.id > ${afterId} and (v.listing_id is null or v.read_at < l.updated_at)
    order by l.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns the number of listings that have a vector from this model, and the number of dimensions of these vectors. `dimensions` is null
 * if there are no vectors.
 */
export async function countVectors(db: Db, model: string): Promise<{ count: number; dimensions: number | null }> {
  const { rows } = await sql<{ count: number; dimensions: number | null }>`
    select count(*) as count, min(octet_length(v.vector)) as dimensions
    from listing_vectors v join listings l on l.id = v.listing_id where v.model = ${model} and l.in_market`.execute(db)
  return rows[0]!
}

export type Vector = { id: string; hash: Buffer; vector: Buffer; readAt: Date }

/** Stores vectors, and records a change so that every index reads the new vectors. */
export async function storeVectors(db: Db, model: string, vectors: readonly Vector[]): Promise<void> {
  await sql`
    with kept as (
      insert into listing_vectors (listing_id, model, text_hash, vector, read_at)
      select l.id, ${model}, given.hash, given.vector, given.read_at
      from unnest(${vectors.map(({ id }) => id)}::text[], ${vectors.map(({ hash }) => hash)}::bytea[],
                  ${vectors.map(({ vector }) => vector)}::bytea[], ${vectors.map(({ readAt }) => readAt)}::timestamptz[])
        as given (id, hash, vector, read_at)
      join listings l on l.id = given.id
      on conflict (listing_id) do update
        set model = excluded.model, text_hash = excluded.text_hash, vector = excluded.vector, read_at = excluded.read_at
      returning listing_id)
    insert into market_changes (listing_id) select listing_id from kept on conflict do nothing`.execute(db)
}

/** Acquires the lease for embedding listings. Returns false if a different process holds the lease. */
export async function acquireLease(db: Db, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update embedding_turn set until = clock_timestamp() + make_interval(secs => ${seconds})
    where until < clock_timestamp() returning one`.execute(db)
  return rows.length > 0
}

export async function releaseLease(db: Db): Promise<void> {
  await sql`update embedding_turn set until = '-infinity'`.execute(db)
}

/**
 * Counts a call to the embedding model, or returns false if the daily limit is reached. Uses one statement, so that concurrent calls cannot
 * exceed the limit.
 */
export async function countEmbeddingCall(db: Db, kind: 'listings' | 'queries', day: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into embedding_days (day, kind, calls) select ${day}::date, ${kind}, 1 where ${limit}::integer > 0
    on conflict (day, kind) do update set calls = embedding_days.calls + 1 where embedding_days.calls < ${limit}::integer
    returning calls`.execute(db)
  return rows.length > 0
}
