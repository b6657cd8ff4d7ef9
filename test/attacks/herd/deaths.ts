import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'

/**
 * Tables that background jobs write to. They have no trigger, because a job would otherwise use up the failure that is meant for a request.
 */
const UNCHECKED = ['usage_months', 'request_log', 'visits', 'daily_counts', 'market_changes', 'shown_changes']

export type Deaths = {
  /** Makes the next request that writes fail with a deadlock when its transaction commits. */
  arm(): Promise<void>
  /** Returns true if a failure has occurred since the last call of `arm`. */
  occurred(): Promise<boolean>
}

/**
 * Simulates deadlocks: a trigger on each table raises one deadlock error after each call of `arm`. A database sequence counts the errors,
 * because sequences survive a rollback.
 */
export async function bringDeaths({ db }: Context): Promise<Deaths> {
  await sql`create sequence deaths`.execute(db)
  await sql`select setval('deaths', 1000)`.execute(db)
  await sql`
    create function die() returns trigger language plpgsql as $$ begin
      if current_setting('application_name') = 'marketplace requests' and nextval('deaths') = 1 then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return null;
    end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname <> all(${UNCHECKED}) and c.relname not like 'schema_%'`.execute(db)
  for (const { name } of rows)
    await sql`
      create constraint trigger dies after insert or update or delete on ${sql.table(name)}
      deferrable initially deferred for each row execute function die()`.execute(db)
  return {
    arm: async () => void (await sql`select setval('deaths', 1, false)`.execute(db)),
    async occurred() {
      const { rows: seen } = await sql<{ n: number; used: boolean }>`select last_value::int as n, is_called as used from deaths`.execute(db)
      return seen[0]!.used
    },
  }
}
