import { sql } from 'kysely'
import { inTransaction, type Context } from '#platform/context/index.ts'
import type { Db } from '#platform/db/index.ts'
import { sqlStateOf } from '#platform/errors/database-away.ts'
import { mayPass } from '#platform/db/transaction.ts'

/** How many months ahead tables are made, so that a worker may be down for that long. */
const MONTHS_AHEAD = 2
/** Rows that one statement adds up: few enough that it stays short. */
const AT_ONCE = 10_000
/** The day that stands for all days before. */
const ALL_BEFORE = '0001-01-01'
/** A statement that waits for a lock on the whole table holds up everybody who reads it after. */
const LOCK_WAIT = '500ms'
/** SQLSTATE of a table that is not there. */
const IS_GONE = '42P01'

/** A partition of `daily_counts`. The first has no start, and holds the totals too. The default partition has no end either. */
type Part = { name: string; starts: string | null; ends: string | null }

/**
 * Keeps `daily_counts` in one partition per month (decision 36): makes those of the next months, and adds those that ended before `before`
 * to one total per record, then drops them. Each call does a part; true when nothing is left to do. Two calls may run at once.
 */
export async function tidyCounts(ctx: Context, before: Date): Promise<boolean> {
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
    // somebody is at the table for longer than others should wait for this, or another sweep dropped the month meanwhile
    if (mayPass(error) || sqlStateOf(error) === IS_GONE) return false
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

/** A month that began without its partition stays in the default one: a new partition would have to take over its rows. */
async function makeMonth(ctx: Context, { name, starts, ends }: { name: string; starts: string; ends: string }): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(db)
    // one at a time; nobody else waits for it
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

/** Adds the days of each record to its total, and deletes those of deleted records. Gives the number of rows removed. */
async function addUp(db: Db, { name, starts }: Part, day: string): Promise<number> {
  const part = sql.table(name)
  // the part without a start has the young as well, which its index by day passes over
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

/** False where another transaction has rows of it locked, or wrote some. */
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

/** The first day of a month, so many months later, by UTC. */
const monthAfter = (at: Date, months: number): string => dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months)))

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
