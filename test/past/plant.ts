import type { Client } from 'pg'
import type { PastState } from './states.ts'
import { ROWS, WRITTEN_BY_ITSELF } from './rows.ts'

/** What old checks allowed and newer ones do not: shapes that only data of that text can have. */
const OF_OLD_TEXTS: Readonly<Record<string, string>> = {
  '92be982a154da856227efe94afa7e144779bd5aa5433d27e68cbb161158fad44': `update offers set expires_at = expires_at + interval '1 day' where status = 'countered'`,
}

type Column = { table: string; column: string; type: string; needed: boolean }

/** Makes the schema of a state as that commit did, and puts a row or two into every table of it. */
export async function plantState(client: Client, { texts }: PastState): Promise<void> {
  await client.query(
    'create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  await client.query(texts.map(({ sql }) => `${sql};`).join('\n'))
  for (const { name, sha256 } of texts) await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])

  const columns = await columnsOf(client)
  const unknown = [...columns.keys()].filter((table) => !WRITTEN_BY_ITSELF.includes(table) && !ROWS.some(([name]) => name === table))
  if (unknown.length > 0) throw new Error(`test/past/rows.ts has no row for ${unknown.join(', ')}`)
  const inserts = ROWS.flatMap(([table, ...rows]) => rows.map((row) => insertOf(table, row, columns.get(table))))
  await client.query(`begin; ${inserts.join('\n')} commit;`)
  for (const { sha256 } of texts) if (OF_OLD_TEXTS[sha256]) await client.query(OF_OLD_TEXTS[sha256])
}

/** The rows of some tables, in a schema of today that has others. `names`: what stands for the ids that they name. */
export async function plantRows(client: Client, tables: readonly string[], names: Readonly<Record<string, string>>): Promise<void> {
  const columns = await columnsOf(client)
  const inserts = ROWS.flatMap(([table, ...rows]) =>
    tables.includes(table) ? rows.map((row) => insertOf(table, renamed(row, names), columns.get(table))) : [],
  )
  await client.query(`begin; ${inserts.join('\n')} commit;`)
}

const renamed = (row: Record<string, unknown>, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(row), (_, value) => (typeof value === 'string' ? (names[value] ?? value) : value))

/** Every row of every table, as JSON. */
export async function snapshot(client: Client): Promise<Map<string, Record<string, unknown>[]>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  )
  const all = rows.map(
    ({ name }) =>
      `select '${name}' as name, (select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') from ${name} t) as rows`,
  )
  const found = await client.query<{ name: string; rows: Record<string, unknown>[] }>(all.join(' union all '))
  return new Map(found.rows.map(({ name, rows: kept }) => [name, kept]))
}

function insertOf(table: string, row: Record<string, unknown>, columns: readonly Column[] = []): string {
  if (columns.length === 0) return ''
  const used = columns.filter(({ column }) => column in row)
  const missing = columns.find(({ column, needed }) => needed && !(column in row))
  if (missing) throw new Error(`test/past/rows.ts gives ${table} no ${missing.column}`)
  const names = used.map(({ column }) => `"${column}"`).join(', ')
  return `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, '${JSON.stringify(row).replaceAll("'", "''")}');`
}

async function columnsOf(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as needed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by 1, a.attnum`)
  return Map.groupBy(rows, ({ table }) => table)
}
