import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'

type Db = Kysely<Tables>
type Window = { most: number; windowMs: number }

/** Hashes the name of a counter, so that the table contains no IP addresses, email addresses or long names. */
export const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest().subarray(0, 16)

/**
 * Counts one action at `now`, unless the window already contains `most` actions. Returns null if the action was counted; otherwise, the
 * time when the next action is allowed. Uses a single statement, so that the count is exact under concurrency.
 */
export async function countAction(db: Db, action: string, name: string, { most, windowMs }: Window, now: Date): Promise<Date | null> {
  const hash = hashOf(name)
  const from = new Date(now.getTime() - windowMs)
  // stores the times of the last `most` actions; the next action is allowed when the oldest of them is outside the window
  const { rows } = await sql`
    insert into limit_counts as c (deed, name, times, ends_at)
    values (${action}, ${hash}, array[${now}::timestamptz], ${new Date(now.getTime() + windowMs)})
    on conflict (deed, name) do update set
      times = (c.times || excluded.times)[greatest(1, cardinality(c.times) + 2 - ${most}::int):],
      ends_at = greatest(c.ends_at, excluded.ends_at)
    where cardinality(c.times) < ${most}::int or c.times[cardinality(c.times) + 1 - ${most}::int] <= ${from}
    returning deed`.execute(db)
  if (rows.length > 0) return null
  const oldest = await sql<{ at: Date }>`
    select times[greatest(1, cardinality(times) + 1 - ${most}::int)] as at from limit_counts
    where deed = ${action} and name = ${hash}`.execute(db)
  return new Date((oldest.rows[0]?.at ?? now).getTime() + windowMs)
}

/** Counts an action that will happen later, at the time that `countAction` returned. */
export async function countLater(db: Db, action: string, name: string, { most, windowMs }: Window, at: Date): Promise<void> {
  await sql`
    update limit_counts set
      times = (times || ${at}::timestamptz)[greatest(1, cardinality(times) + 2 - ${most}::int):],
      ends_at = greatest(ends_at, ${new Date(at.getTime() + windowMs)})
    where deed = ${action} and name = ${hashOf(name)}`.execute(db)
}

/** Removes the last count of an action, if there is one. */
export async function uncountAction(db: Db, action: string, name: string): Promise<void> {
  await sql`
    update limit_counts set times = times[:cardinality(times) - 1]
    where deed = ${action} and name = ${hashOf(name)} and cardinality(times) > 0`.execute(db)
}

/** Removes all counts of an action. */
export async function forgetAction(db: Db, action: string, name: string): Promise<void> {
  await sql`delete from limit_counts where deed = ${action} and name = ${hashOf(name)}`.execute(db)
}

/** Deletes expired counts, and request buckets that are full again. */
export async function forgetCounts(db: Db, now: Date): Promise<void> {
  await sql`delete from limit_counts where ends_at <= ${now}`.execute(db)
  await sql`
    delete from request_buckets
    where at < ${new Date(now.getTime() - 10_000)} and at + make_interval(secs => (burst - tokens) / per_second) <= ${now}`.execute(db)
}
