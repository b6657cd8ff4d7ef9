import { sql, type Selectable } from 'kysely'
import type { RunStatus, Step } from '#helpers/research/rules/research.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { wroteRow } from '#platform/db/rows.ts'
import type { ResearchResult } from './schema.ts'
import type { Comparable } from '#platform/comparables/comparable.ts'

export type StoredComparable = Comparable

export type RunRow = Omit<Selectable<Tables['research_runs']>, 'status' | 'steps' | 'result' | 'comparables'> & {
  status: RunStatus
  steps: Step[]
  result: ResearchResult | null
  comparables: StoredComparable[] | null
}

export const lastRun = async (db: Db, listingId: string): Promise<RunRow | undefined> =>
  (await db
    .selectFrom('research_runs')
    .selectAll()
    .where('listing_id', '=', listingId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as RunRow | undefined

/** If the listing's run was last updated at or before `deadSince`, marks the run and its unfinished steps as failed. */
export async function endDeadRun(db: Db, listingId: string, deadSince: Date): Promise<void> {
  await sql`
    update research_runs set status = 'failed', steps = (
      select coalesce(jsonb_agg(
        case when step ->> 'status' in ('queued', 'running') then step || '{"status": "failed", "note": "not finished"}' else step end order by n), '[]')
      from jsonb_array_elements(steps) with ordinality as each (step, n))
    where listing_id = ${listingId} and status = 'running' and touched_at <= ${deadSince}`.execute(db)
}

export type NewRun = { id: string; listing_id: string; account_id: string; prompt: string | null; steps: Step[]; at: Date }

/** Inserts a run. Returns undefined if the listing already has an active run (enforced by a unique index). */
export async function insertRun(db: Db, run: NewRun): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    insert into research_runs (id, listing_id, account_id, prompt, steps, started_at, touched_at)
    values (${run.id}, ${run.listing_id}, ${run.account_id}, ${run.prompt}, ${JSON.stringify(run.steps)}::jsonb, ${run.at}, ${run.at})
    on conflict (listing_id) where status = 'running' do nothing
    returning *`.execute(db)
  return rows[0]
}

/** Deletes the older runs for a listing. The newest `most` runs, and runs in progress, stay. */
export async function deleteOlderRuns(db: Db, listingId: string, most: number): Promise<void> {
  await sql`
    delete from research_runs where status <> 'running' and id = any(array(
      select id from research_runs where listing_id = ${listingId} order by started_at desc, id desc offset ${most}))`.execute(db)
}

/**
 * Claims queued and dead runs, oldest first. A dead run restarts with `steps`. Updates the time of each claimed run, so that no other
 * worker claims it.
 */
export async function takeRuns(db: Db, { now, deadSince, most, steps }: Taking): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    update research_runs set touched_at = ${now}, steps = ${JSON.stringify(steps)}::jsonb
    where id in (
      select id from research_runs
      where status = 'running' and (steps -> 0 ->> 'status' = 'queued' or touched_at <= ${deadSince})
      order by started_at, id limit ${most} for update skip locked)
    returning *`.execute(db)
  return rows
}

type Taking = { now: Date; deadSince: Date; most: number; steps: Step[] }

/** Puts all runs in progress back in the queue. Call this function only at startup, and only if no other process uses the database. */
export async function giveBackAll(db: Db): Promise<void> {
  await sql`
    update research_runs set steps = jsonb_set(steps, '{0,status}', '"queued"') where status = 'running'`.execute(db)
}

export const anyRunning = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('research_runs').select('id').where('status', '=', 'running').limit(1).executeTakeFirst()) !== undefined

export type RunChange = { steps: Step[]; status?: RunStatus; result?: ResearchResult; comparables?: StoredComparable[]; touched_at: Date }

/** Updates a run if it was last updated at `heldAt`. Returns false if a different worker has taken the run over. */
export function writeRun(db: Db, id: string, heldAt: Date, change: RunChange): Promise<boolean> {
  const { steps, result, comparables, ...rest } = change
  return wroteRow(
    db
      .updateTable('research_runs')
      // `JSON.stringify` returns undefined for undefined, and Kysely ignores such a column
      .set({ ...rest, steps: JSON.stringify(steps), result: JSON.stringify(result), comparables: JSON.stringify(comparables) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('touched_at', '=', heldAt),
  )
}

/** Listing columns that research reads. Prices are not included. */
export type Subject = Pick<ListingRow, 'prompt' | 'title' | 'fields' | 'status'>

export const findSubject = async (db: Db, listingId: string): Promise<Subject | undefined> =>
  (await db.selectFrom('listings').select(['prompt', 'title', 'fields', 'status']).where('id', '=', listingId).executeTakeFirst()) as
    | Subject
    | undefined
