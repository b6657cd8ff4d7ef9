import type { Client } from 'pg'

/**
 * Schema of the database, read from the system catalogs. The order is fixed, so that the same migrations always produce the same result.
 */
export type Catalog = {
  extensions: string[]
  enums: { name: string; labels: string[] }[]
  functions: string[]
  relations: Relation[]
}

export type Relation = {
  name: string
  kind: 'table' | 'view'
  /** Query of a view; null for a table. */
  definition: string | null
  /** Partition key, such as `RANGE (day)`. Null for a table that is not partitioned. */
  partedBy: string | null
  columns: Column[]
  constraints: { name: string; definition: string }[]
  indexes: string[]
  triggers: string[]
}

export type Column = {
  name: string
  /** SQL type, such as `text[]` or `numeric(10,2)`. */
  sqlType: string
  /** Catalog name of the type; for an array, of its element type. */
  baseType: string
  isArray: boolean
  isNullable: boolean
  default: string | null
  /** True if the database computes the column. Statements cannot write it. */
  isComputed: boolean
}

/** Reads the tables, views, functions and types in the `public` schema, except `schema_migrations`. */
export async function readCatalog(client: Client): Promise<Catalog> {
  const all = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows as T[]
  // with this search path, only names outside `public` are qualified in definitions
  await client.query('set search_path = public')
  const relations = await all<Omit<Relation, 'columns' | 'constraints' | 'indexes' | 'triggers'> & { oid: number }>(RELATIONS)
  const columns = await all<Column & { oid: number }>(COLUMNS)
  const constraints = await all<{ oid: number; name: string; definition: string }>(CONSTRAINTS)
  const indexes = await all<{ oid: number; definition: string }>(INDEXES)
  const triggers = await all<{ oid: number; definition: string }>(TRIGGERS)
  return {
    extensions: (await all<{ name: string }>(EXTENSIONS)).map((row) => row.name),
    enums: await all(ENUMS),
    functions: (await all<{ definition: string }>(FUNCTIONS)).map((row) => row.definition.trim()),
    relations: relations.map(({ oid, ...relation }) => ({
      ...relation,
      columns: columns.filter((row) => row.oid === oid).map(({ oid: _, ...column }) => column),
      constraints: constraints.filter((row) => row.oid === oid).map(({ name, definition }) => ({ name, definition })),
      indexes: indexes.filter((row) => row.oid === oid).map((row) => row.definition),
      triggers: triggers.filter((row) => row.oid === oid).map((row) => row.definition),
    })),
  }
}

// excludes partitions, which come and go over time and have the same definition as their table
const IN_PUBLIC = `n.nspname = 'public' and c.relname <> 'schema_migrations' and not c.relispartition`
const NOT_OF_EXTENSION = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const RELATIONS = `
  select c.oid, c.relname as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
         case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as definition,
         case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as "partedBy"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${IN_PUBLIC} and c.relkind in ('r', 'p', 'v', 'm') and ${NOT_OF_EXTENSION('pg_class', 'c.oid')}
  order by c.relname collate "C"`

const COLUMNS = `
  select a.attrelid as oid, a.attname as name, format_type(a.atttypid, a.atttypmod) as "sqlType",
         coalesce(domain_base.typname, item.typname, t.typname) as "baseType",
         t.typcategory = 'A' as "isArray", not a.attnotnull as "isNullable",
         case when a.attidentity <> '' then 'identity' else pg_get_expr(d.adbin, d.adrelid) end as "default",
         a.attgenerated <> '' or a.attidentity = 'a' as "isComputed"
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  left join pg_type item on item.oid = t.typelem and t.typcategory = 'A'
  left join pg_type domain_base on domain_base.oid = t.typbasetype and t.typtype = 'd'
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where ${IN_PUBLIC} and a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`

// excludes not-null constraints (type 'n'), which only PostgreSQL 18 and later list here; earlier versions store them with the column
const CONSTRAINTS = `
  select k.conrelid as oid, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${IN_PUBLIC} and k.contype in ('c', 'p', 'u', 'f', 'x')
  order by position(k.contype in 'pufcx'), k.conname collate "C"`

const INDEXES = `
  select i.indrelid as oid, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class x on x.oid = i.indexrelid
  where ${IN_PUBLIC} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by x.relname collate "C"`

const TRIGGERS = `
  select t.tgrelid as oid, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where ${IN_PUBLIC} and not t.tgisinternal
  order by t.tgname collate "C"`

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and p.prokind in ('f', 'p') and ${NOT_OF_EXTENSION('pg_proc', 'p.oid')}
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`

const EXTENSIONS = `select extname as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`

const ENUMS = `
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
  from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
  where n.nspname = 'public' group by t.typname order by t.typname collate "C"`
