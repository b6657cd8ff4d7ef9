import { Client } from 'pg'
import { ROWS } from './sample-rows.ts'

type Column = { table: string; column: string; type: string; needed: boolean }

/** Inserts the sample rows of the given tables. `names` replaces ids in these rows. Skips columns that the schema lacks. */
export async function plantRows(client: Client, tables: readonly string[], names: Readonly<Record<string, string>>): Promise<void> {
  const columns = await columnsOf(client)
  const inserts = ROWS.flatMap(([table, ...rows]) =>
    tables.includes(table) ? rows.map((row) => insertOf(table, renamed(row, names), columns.get(table))) : [],
  )
  await client.query(`begin; ${inserts.join('\n')} commit;`)
}

/** Inserts the sample rows of the given tables, with ids and unique values that end with `tag`. `people` replaces the ids of accounts. */
export async function plantTagged(
  databaseUrl: string,
  tables: readonly string[],
  tag: string,
  people: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await plantRows(client, tables, { ...namesOf(tag), ...people })
  } finally {
    await client.end()
  }
}

function namesOf(tag: string): Record<string, string> {
  const names: Record<string, string> = { ana: `ana-${tag}`, 'ana-old': `ana-old-${tag}` }
  JSON.stringify(ROWS, (_, value) => {
    if (typeof value === 'string' && /^[a-z]{3}_[a-z_]+$|\.webp$|^bbb/.test(value)) names[value] = `${value}-${tag}`
    if (typeof value === 'string' && value.startsWith('\\x'))
      names[value] = value.slice(0, -2 * tag.length) + Buffer.from(tag).toString('hex')
    return value
  })
  return names
}

const renamed = (row: Record<string, unknown>, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(row), (_, value) => (typeof value === 'string' ? (names[value] ?? value) : value))

function insertOf(table: string, row: Record<string, unknown>, columns: readonly Column[] = []): string {
  if (columns.length === 0) return ''
  const used = columns.filter(({ column }) => column in row)
  const missing = columns.find(({ column, needed }) => needed && !(column in row))
  if (missing) throw new Error(`test/sample-rows.ts gives ${table} no ${missing.column}`)
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
