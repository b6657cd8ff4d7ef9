import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { connectAdmin } from '#test/database.ts'

/** One changed row: `old` is null after an insert, and `new` is null after a delete. `identities`: the columns that the database numbers. */
export type Effect = { table: string; identities: readonly string[]; old: Row | null; new: Row | null }
type Row = Record<string, unknown>

const JOBS = 'graphile_worker._private_jobs'
/** Tables that are not recorded, because the service changes them in the background. */
const OMITTED = new Set(['clock', 'request_log', 'usage_months', 'market_changes', 'shown_changes'])
/** Counts of rate limits. Their changes are reverted, but not returned. */
const LIMITS = 'limit_counts'

/** Records every row that is inserted, updated or deleted, with triggers on all tables. */
export async function recordEffects({ service, databaseUrl }: TestApp) {
  const { client: admin, close } = await connectAdmin(databaseUrl)
  const tables = await tablesOf(service.ctx.db)
  await admin.query(`
    create schema effects;
    create table effects.log (id bigserial primary key, name text, old jsonb, new jsonb);
    create function effects.note() returns trigger language plpgsql security definer as $$ begin
      insert into effects.log (name, old, new) values (
        coalesce(pg_partition_root(tg_relid), tg_relid)::regclass::text,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
    ${tables.map(({ name }) => `create trigger effects after insert or update or delete on ${name} for each row execute function effects.note();`).join('\n')}`)

  const logged = async () =>
    (
      await admin.query<{ table: string; old: Row | null; new: Row | null }>(
        'with taken as (delete from effects.log returning *) select name as table, old, new from taken order by id',
      )
    ).rows

  /** Returns the changes since the last call. */
  const take = async (): Promise<Effect[]> => shown(await logged())

  /** Returns the changes since the last call, and reverts them. */
  const undo = async (): Promise<Effect[]> => {
    const rows = await logged()
    // without triggers and foreign keys
    await admin.query('begin; set local session_replication_role = replica')
    for (const { table, old, new: row } of rows.toReversed()) {
      const { keys, columns } = tables.find(({ name }) => name === table)!
      const key = keys.map((column, index) => `"${column}"::text = $${index + 1}`).join(' and ')
      const all = columns.map((column) => `"${column}"`).join(', ')
      const source = `select ${all} from jsonb_populate_record(null::${table}, $1)`
      if (row) await admin.query(`delete from ${table} where ${key}`, keys.map((column) => textOf(row[column]))) // prettier-ignore
      if (old) await admin.query(`insert into ${table} (${all}) overriding system value ${source}`, [old])
    }
    await admin.query('commit')
    return shown(rows)
  }

  const shown = (rows: Awaited<ReturnType<typeof logged>>): Effect[] =>
    rows
      .filter(({ table, new: row }) => table !== LIMITS && !(table === JOBS && String(row?.['key']).startsWith('evt_')))
      .map((one) => ({ ...one, identities: tables.find(({ name }) => name === one.table)!.identities }))
      .map((one) => (one.table === JOBS ? { ...one, table: 'jobs', old: jobOf(one.old), new: jobOf(one.new) } : one))

  return { take, undo, close, ids: () => idsIn(service.ctx.db, tables) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The columns of a job that a caller decides. */
const jobOf = (row: Row | null): Row | null => row && { key: row['key'], payload: row['payload'], run_at: row['run_at'] }

/** Returns the ids of all records, in the order of their creation. */
async function idsIn(db: TestApp['service']['ctx']['db'], tables: readonly { name: string }[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.raw(name)} t`.execute(db)
    for (const { text } of rows) for (const [id] of text.matchAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g)) found.add(id)
  }
  return [...found].toSorted((a, b) => (a < b ? -1 : 1))
}

/** Returns the tables with their primary keys, their columns that can be written, and the columns that the database numbers. */
async function tablesOf(db: TestApp['service']['ctx']['db']) {
  const { rows } = await sql<{ name: string; keys: string[]; columns: string[]; identities: string[] }>`
    select c.oid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(i.indkey) order by attnum) as keys,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as identities
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and not c.relispartition
      and (c.relnamespace = 'public'::regnamespace or c.oid = 'graphile_worker._private_jobs'::regclass)
    order by 1`.execute(db)
  return rows.filter(({ name }) => !OMITTED.has(name))
}
