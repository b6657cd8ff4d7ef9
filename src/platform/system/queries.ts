import { sql } from 'kysely'
import { migrationNames, type Db } from '#platform/db/index.ts'

/** Advances the test clock's offset, which is stored in a single row, and returns the total offset in ms. */
export async function addClockOffset(db: Db, ms: number): Promise<number> {
  const { rows } = await sql<{ offset_ms: number }>`update clock set offset_ms = offset_ms + ${ms} returning offset_ms`.execute(db)
  return rows[0]!.offset_ms
}

export async function readClockOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ offset_ms: number }>`select offset_ms from clock`.execute(db)
  return rows[0]!.offset_ms
}

export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Returns the creation time of the oldest undispatched event, or null. */
export async function oldestWaitingEventAt(db: Db): Promise<Date | null> {
  const { at } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.min<Date | null>('created_at').as('at'))
    .where('dispatched_at', 'is', null)
    .executeTakeFirstOrThrow()
  return at
}

/**
 * Returns two lists of migrations. `pending`: migrations in this release that the database lacks. `newer`: migrations in the database that
 * this release does not contain.
 */
export async function migrationsApart(db: Db): Promise<{ pending: string[]; newer: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name collate "C"`.execute(db)
  const [applied, known] = [new Set(rows.map(({ name }) => name)), new Set(migrationNames())]
  return { pending: [...known.difference(applied)], newer: [...applied.difference(known)] }
}
