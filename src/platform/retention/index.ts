import { sql } from 'kysely'
import type { Context, Core } from '#platform/context/index.ts'
import { maintainPartitions } from '#platform/limits/monthly-counts.ts'
import { ageOf, COUNTED_DAYS, RETENTION } from './rules.ts'

const DAY_MS = 86_400_000
/** Maximum number of rows to delete per table and run, so that locks are short. */
const AT_ONCE = 10_000
/** Minimum interval between runs, by the service's clock. */
const EVERY_MS = 60_000

const EMAIL_RETENTION_DAYS = ageOf('mails')

const lastRun = new WeakMap<object, number>()

/** Deletes expired rows in batches, according to `RETENTION` (docs/retention.md). If nothing is due, does little work. */
export async function deleteExpiredRows(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  if (now - (lastRun.get(ctx) ?? -Infinity) < EVERY_MS) return
  let isWhole = true
  for (const [table, { ends }] of Object.entries(RETENTION)) {
    if (ends.by !== 'age') continue
    const gone = await deleteOld(ctx, table, ends.column, ends.where ?? 'true', new Date(now - ends.days * DAY_MS))
    isWhole &&= gone < AT_ONCE
  }
  const isTidy = await maintainPartitions(ctx, new Date(now - COUNTED_DAYS * DAY_MS))
  isWhole &&= isTidy
  await forgetFailedJobs(ctx)
  const oldMail = now - EMAIL_RETENTION_DAYS * DAY_MS
  await ctx.mail.forget?.(({ at }) => at.getTime() < oldMail)
  if (isWhole) lastRun.set(ctx, now)
}

/** Deletes old rows and returns their number. Skips locked rows, which a later run deletes. */
async function deleteOld(ctx: Core, table: string, column: string, where: string, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.raw(column)} < ${before} and ${sql.raw(where)}
      order by ${sql.raw(column)} limit ${AT_ONCE} for update skip locked))`.execute(ctx.db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes jobs 30 days after their final failure, by the machine's clock, which the whole queue uses. */
async function forgetFailedJobs(ctx: Core): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where id = any(array(
      select id from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days' limit ${AT_ONCE}))`.execute(ctx.db)
}
