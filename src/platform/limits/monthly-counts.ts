import { sql } from 'kysely'
import { inTransaction, type Context } from '#platform/context/index.ts'
import type { Db } from '#platform/db/index.ts'
import { sqlStateOf } from '#platform/errors/database-away.ts'
import { isRetryable } from '#platform/db/transaction.ts'

/** Number of future months that have a partition. The worker can therefore be down for as many months. */
const MONTHS_AHEAD = 2
const AT_ONCE = 10_000
/** Value of the `day` column in the row that contains a record's total. */
const ALL_BEFORE = '0001-01-01'
/** Lock timeout. It is short, because a statement that waits for a table lock blocks all later readers. */
const LOCK_WAIT = '500ms'
/** SQLSTATE code for a missing table. */
const IS_GONE = '42P01'

/**
 * Partition of `daily_counts`. The first partition has no start and contains the totals. The default partition has neither start nor end.
 */
type Part = { name: string; starts: string | null; ends: string | null }

/**
 * Maintains the monthly partitions of `daily_counts` (decision 36). Creates the partitions for the next months. For partitions that ended
 * before `before`, adds the counts to one total per record and drops the partitions. Each call does part of the work, and returns true when
 * no work is left. Concurrent calls are safe.
 */
export async function maintainPartitions(ctx: Context, before: Date): Promise<boolean> {
  const day = dayOf(before)
  try {
    await makeMonths(ctx)
    for (const part of await partsOf(ctx.db)) {
      const stays = part.starts === null
      if (!stays && part.ends! > day) continue
      if ((await addUp(ctx.db, part, day)) === AT_ONCE) return false
      if (!stays && !(await dropEmpty(ctx, part))) return false
    }
    return true
  } catch (error) {
    // two harmless cases: a different transaction held the table lock for too long, or a different process has dropped the partition
    if (isRetryable(error) || sqlStateOf(error) === IS_GONE) return false
    throw error
  }
}

async function partsOf(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select relname as name, substring(bound from 'FROM \\(''([0-9-]+)''\\)') as starts, substring(bound from 'TO \\(''([0-9-]+)''\\)') as ends
    from (select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound
          from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'daily_counts'::regclass) p
    order by starts nulls first, name`.execute(db)
  return rows
}

async function makeMonths(ctx: Context): Promise<void> {
  const parts = await partsOf(ctx.db)
  const takes = (day: string) => parts.some(({ starts, ends }) => ends !== null && (starts ?? '') <= day && day < ends)
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
    const [starts, ends] = [monthAfter(ctx.now(), ahead), monthAfter(ctx.now(), ahead + 1)]
    if (!takes(starts)) await makeMonth(ctx, { name: `daily_counts_${starts.slice(0, 7).replace('-', '_')}`, starts, ends })
  }
}

/**
 * Creates the partition for a month. Does nothing if the default partition already contains rows of that month, because they would have to
 * be moved.
 */
async function makeMonth(ctx: Context, { name, starts, ends }: { name: string; starts: string; ends: string }): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(db)
    // lets only one process continue at a time, without blocking reads or writes
    await sql`lock table only daily_counts in share update exclusive mode`.execute(db)
    const { rows } = await sql<{ late: boolean }>`
      select to_regclass(${name}) is not null or exists (
        select from daily_counts_other where day >= ${starts}::date and day < ${ends}::date) as late`.execute(db)
    if (rows[0]!.late) return
    const part = sql.table(name)
    await sql`create table ${part} (like daily_counts including defaults including constraints including indexes)`.execute(db)
    await sql`alter table daily_counts attach partition ${part} for values from (${sql.lit(starts)}) to (${sql.lit(ends)})`.execute(db)
  })
}

/** Adds each existing record's daily counts to its total, and deletes the daily rows. Returns the number of deleted rows. */
async function addUp(db: Db, { name, starts }: Part, day: string): Promise<number> {
  const part = sql.table(name)
  // The first partition also contains recent rows. The query is unsorted, so that it can use the index by day and skip these rows.
  const order = starts === null ? sql`` : sql`order by subject, kind`
  const { rows } = await sql<{ gone: number }>`
    with old as (
      delete from ${part} where ctid = any(array(
        select ctid from ${part} where day > ${ALL_BEFORE}::date and day < ${day}::date ${order} limit ${AT_ONCE} for update skip locked))
      returning subject, kind, count
    ), added as (
      insert into daily_counts (subject, kind, day, count)
      select subject, kind, ${ALL_BEFORE}::date, sum(count)::bigint from old
      where exists (select from listings l where l.id = subject) or exists (select from shops s where s.id = subject)
      group by subject, kind order by subject, kind
      on conflict (subject, kind, day) do update set count = daily_counts.count + excluded.count
    )
    select count(*) as gone from old`.execute(db)
  return rows[0]?.gone ?? 0
}

/** Drops a partition if it is empty. Returns false if another transaction has locked it or has added rows. */
async function dropEmpty(ctx: Context, { name }: Part): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(db)
    await sql`lock table only daily_counts in access exclusive mode`.execute(db)
    if (!(await partsOf(db)).some((part) => part.name === name)) return true
    const { rows } = await sql<{ used: boolean }>`select exists (select from ${sql.table(name)}) as used`.execute(db)
    if (rows[0]!.used) return false
    await sql`drop table ${sql.table(name)}`.execute(db)
    return true
  })
}

const monthAfter = (at: Date, months: number): string => dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months)))

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
