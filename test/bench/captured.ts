import type { Client } from 'pg'
import type { Stage } from './stage.ts'

/** A statement from the server log: the SQL text, and the unquoted parameters. */
type Taken = { sql: string; values: readonly (string | null)[] }

/**
 * Captures the transaction of `work` as a pgbench script: the exact statements of the service, with new ids each time that the script runs.
 * Runs `work` twice and reads the server log: the service has generated the ids that differ between the two runs.
 */
export async function captured(stage: Stage, work: () => Promise<unknown>): Promise<string> {
  const admin = await stage.client('postgres', 'postgres')
  const db = await stage.client()
  try {
    await logging(admin, true)
    const [first, second] = [await transactionOf(admin, work), await transactionOf(admin, work)]
    const fresh = idsOf(first).difference(idsOf(second))
    const made = [...fresh]
    const lines = []
    for (const taken of first) lines.push(await written(db, taken, made))
    return [`\\set n random(1, 900000000000000000)`, ...lines.map((line) => `${line};`), ''].join('\n')
  } finally {
    await logging(admin, false)
    await admin.end()
    await db.end()
  }
}

async function logging(admin: Client, on: boolean): Promise<void> {
  for (const [name, value] of Object.entries({ log_destination: 'jsonlog', log_statement: 'all', log_parameter_max_length: '-1' }))
    await admin.query(on ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`)
  await admin.query('select pg_reload_conf(), pg_sleep(0.5)')
}

type Logged = { pid: number; message: string; detail?: string }

/** Returns the statements from `begin` to `commit` of the first transaction that commits while `work` runs, from the server's log. */
async function transactionOf(admin: Client, work: () => Promise<unknown>): Promise<Taken[]> {
  const size = async () => (await admin.query<{ size: number }>(`select (pg_stat_file(${LOG})).size::int as size`)).rows[0]!.size
  const from = await size()
  await work()
  await admin.query('select pg_sleep(0.3)')
  const { rows } = await admin.query<{ text: string }>(`select pg_read_file(${LOG}, $1, $2) as text`, [from, (await size()) - from])
  const logged = rows[0]!.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged)
  const end = logged.findIndex(({ message }) => /^(?:statement|execute [^:]*): commit/i.test(message))
  const own = logged.slice(0, end + 1).filter(({ pid }) => pid === logged[end]?.pid)
  return own.slice(own.findLastIndex(({ message }) => /^(?:statement|execute [^:]*): begin/i.test(message))).map(takenOf)
}

const LOG = "pg_current_logfile('jsonlog')"

function takenOf({ message, detail = '' }: Logged): Taken {
  const values = [...detail.matchAll(/\$\d+ = (?:(NULL)|'((?:[^']|'')*)')/g)].map(([, none, text]) =>
    none ? null : text!.replaceAll("''", "'"),
  )
  return { sql: message.replace(/^(?:statement|execute [^:]*): /, ''), values }
}

const idsOf = (all: readonly Taken[]): Set<string> =>
  new Set(all.flatMap(({ values }) => values.flatMap((value) => value?.match(/\b[a-z]{3}_[0-9A-Za-z]{26}\b/g) ?? [])))

async function written(db: Client, { sql, values }: Taken, made: readonly string[]): Promise<string> {
  if (values.length === 0) return sql
  await db.query(`prepare captured as ${sql}`)
  const { rows } = await db.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'captured'`,
  )
  await db.query('deallocate captured')
  const types = rows[0]!.types
  return sql.replaceAll(/\$(\d+)/g, (_, number) => `(${literal(values[number - 1]!, made)})::${types[number - 1]!}`)
}

/**
 * Quotes a value as SQL. Escapes colons, which pgbench would interpret as variables. Replaces the ids in `made` with expressions that
 * generate new ids.
 */
function literal(value: string | null, made: readonly string[]): string {
  if (value === null) return 'null'
  const quoted = (text: string) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
  const ids = new RegExp(`(?<=[a-z]{3}_)(${made.map((id) => id.slice(4)).join('|')})`)
  return value
    .split(ids)
    .map((part) => {
      const at = made.findIndex((id) => id.slice(4) === part)
      return at < 0 ? quoted(part) : `lpad((:n::bigint + ${at})::text, 26, '0')`
    })
    .join(' || ')
}
