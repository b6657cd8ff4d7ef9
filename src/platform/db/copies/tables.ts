import type { Client } from 'pg'

/** Table to copy, including its partitions. `columns` excludes generated columns, which the database computes again. */
export type CopiedTable = { name: string; columns: string[] }
export type Sequence = { name: string; last: string }

/**
 * Schemas of the service and of the job queue. Backups omit the lists of applied migrations, because a restore runs the migrations. They
 * also omit the salts of visitor hashes, because each salt is deleted at the end of its day.
 */
const SCHEMAS = "('public', 'graphile_worker')"
const IS_TABLE = "c.relkind in ('r', 'p') and not c.relispartition"
const NOT_COPIED = "('public.schema_migrations', 'graphile_worker.migrations', 'public.visit_salts')"

export async function readTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${IS_TABLE} and n.nspname in ${SCHEMAS} and n.nspname || '.' || c.relname not in ${NOT_COPIED}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by 1 order by 1`)
  return rows
}

/** Reads the sequences in use. Sequences are not transactional, so a value may be ahead of the snapshot, but never behind it. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ${SCHEMAS} and last_value is not null order by 1`)
  return rows
}

/** SQL that drops a constraint, trigger or index that prevents inserting rows in any order, and SQL that restores it. */
export type Obstacle = { remove: string; restore: string }

/**
 * Reads the foreign keys, triggers and indexes of the tables. Indexes are faster to build after the load. The owner of the tables may drop
 * all of these, but only a superuser may disable constraints.
 */
export async function readObstacles(client: Client): Promise<Obstacle[]> {
  const { rows } = await client.query<Obstacle>(`
    with tables as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${IS_TABLE} and n.nspname in ${SCHEMAS}
    )
    select format('alter table %s drop constraint %I', t.name, k.conname) as remove,
      format('alter table %s add constraint %I %s', t.name, k.conname, pg_get_constraintdef(k.oid)) as restore, 2 as place
    from pg_constraint k join tables t on t.oid = k.conrelid where k.contype = 'f' and k.conparentid = 0
    union all
    -- restoring the index of a partitioned table also creates it on each partition
    select format('drop index %s', i.indexrelid::regclass), replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON '), 1
    from pg_index i join tables t on t.oid = i.indrelid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    union all
    select format('alter table %s disable trigger user', t.name), format('alter table %s enable trigger user', t.name), 3
    from tables t where exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal)
    order by place, remove`)
  return rows.map(({ remove, restore }) => ({ remove, restore }))
}
