// `npm run upgrade -- --plan`: what the next start of this release does to the database, before it does it, and changes nothing.
// `-- --apply` does it without a start. Either ends with 1 where the release cannot start on it. On DATABASE_URL, or on the embedded database of DATA_DIR, whether its service runs or not.
import { Client, type ClientConfig } from 'pg'
import { counted, sizeText } from '#core/format/count.ts'
import { openDatabase } from '#platform/database/index.ts'
import { runningServer } from '#platform/database/process-status.ts'
import { migrate, MIGRATIONS, migrationState, notesWhoStops } from '#platform/db/migrate.ts'
import { readMigrations, type MigrationFile } from '#platform/db/migration-files.ts'
import { prepareQueue } from '#platform/jobs/index.ts'
import { effectsOf, secondsFor, stopsEarlierRelease, wordsOf, type Effect } from '#platform/db/upgrade-plan.ts'
import { readConfig } from '#platform/config/index.ts'
import { plainly } from './backups.ts'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

/** Less than this is an instant to people. */
const SMALL_BYTES = 8 * 2 ** 20
const quiet = { info: () => {}, warn: () => {}, error: console.error }

const what = process.argv[2]
if (what !== '--plan' && what !== '--apply') {
  console.error('npm run upgrade -- --plan says what a start of this release does to the database; -- --apply does it without a start.')
  process.exit(2)
}
await plainly(async () => {
  const config = readConfig()
  const running = config.database.url === null ? runningServer(config.dataDir) : null
  const opened = running === null ? await openDatabase({ url: config.database.serverUrl, dataDir: config.dataDir }, quiet) : null
  const connection = running ?? opened!.connection
  try {
    await (what === '--plan' ? plan(connection) : apply(connection))
  } finally {
    await opened?.stop()
  }
})

async function plan(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query('begin read only')
    await tell(client)
  } finally {
    await client.end()
  }
}

async function apply(connection: ClientConfig): Promise<void> {
  const log = { info: ({ migration }: { migration?: string }, message: string) => console.log(`${migration}: ${message}`) }
  const applied = await migrate(connection, { log })
  await prepareQueue(connection)
  console.log(applied.length === 0 ? 'There was nothing to apply.' : `${counted(applied.length, 'migration')} applied.`)
}

async function tell(client: Client): Promise<void> {
  const { applied, pending } = await migrationState(client)
  if (pending.length === 0) {
    console.log(`The database has all ${applied.length} migrations of this release: a start changes nothing in it.`)
    return
  }
  console.log(
    `The database has ${applied.length} migrations; the next start of this release applies ${pending.length}, one after the other:\n`,
  )
  const files = readMigrations(MIGRATIONS).filter(({ name }) => pending.includes(name))
  const mayStart = await notesWhoStops(client)
  let seconds = 0
  let stops = false
  for (const file of files) {
    const effects = await sized(client, file)
    console.log(`${file.name}\n  ${wordsOf(file.sql)}`)
    for (const line of new Set(effects.map(lineOf))) console.log(`  - ${line}`)
    seconds += effects.reduce((sum, effect) => sum + effect.seconds, 0)
    stops ||= stopsEarlierRelease(file.sql)
  }
  console.log(`\nIn all ${seconds === 0 ? 'a few seconds' : `about ${seconds} s, or less`}. Before it: npm run backup.`)
  console.log('Whoever waits for a table waits 2 s at most: then the file is undone, lets the others by and tries again, for two minutes.')
  console.log(
    stops
      ? 'The release before this one may fail on what this does: stop it first, or go by way of the release between.'
      : `The release before this one goes on working beside it, ${mayStart ? 'and may be started again' : 'but is not to be started again after this'}.`,
  )
}

type Sized = Effect & { bytes: number; seconds: number }

async function sized(client: Client, { sql }: MigrationFile): Promise<Sized[]> {
  const effects = effectsOf(sql)
  const tables = [...new Set(effects.flatMap(({ table }) => table ?? []))]
  const { rows } = await client.query<{ name: string; bytes: number }>(
    'select name, coalesce(pg_table_size(to_regclass(name)), 0)::float8 as bytes from unnest($1::text[]) name',
    [tables],
  )
  const bytesOf = new Map(rows.map(({ name, bytes }) => [name, bytes]))
  return effects.map((effect) => {
    const bytes = bytesOf.get(effect.table ?? '') ?? 0
    return { ...effect, bytes, seconds: bytes < SMALL_BYTES ? 0 : secondsFor(effect, bytes) }
  })
}

function lineOf({ table, does, waits, work, bytes, seconds, breaksEarlier }: Sized): string {
  const where = table === null ? '' : `${table}${work === 'none' ? '' : ` (${sizeText(bytes)})`}: `
  const wait =
    waits === 'nothing'
      ? 'nobody waits'
      : `${waits === 'writes' ? 'writes' : 'reads and writes'} of it wait${waits === 'all, for an instant' || seconds === 0 ? ' for an instant' : ''}`
  return `${where}${does}; ${wait}${seconds > 0 ? `, about ${seconds} s` : ''}${breaksEarlier ? '; the earlier release may fail here' : ''}`
}
