/*
 * `npm run contract:backup -- --listings 1000000`: backs up a market of that size, deletes it, and restores it with the operator's
 * commands. Compares independent checksums of every row and image before and after. Reports the time and memory that each step needs. A
 * million listings need about 9 GB of disk space. With `--sizes`, only reports the disk space of each table.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { openEmbedded } from '#platform/database/embedded.ts'
import { send } from '#test/app.ts'
import { fillMarket } from '#test/bench/market-data.ts'
import { killableService } from '#test/chaos/service.ts'
import { testFolder } from '#test/cluster.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const ROOT = new URL('../..', import.meta.url).pathname
const MIB = 2 ** 20
/** Size of a photo. Real photos are 60 times larger, but the cost of a backup depends on the number of photos, not on their size. */
const PICTURE_BYTES = 1_500
/** Memory limit for each command in MiB, for a market of any size. */
const MOST_MIB = 512

const { values } = parseArgs({
  options: { listings: { type: 'string', default: '10000' }, sizes: { type: 'boolean', default: false } },
})
const listings = Number(values.listings)
const target = testFolder('resale-backup-place-')
// the demo data has rows of every kind and real photos
const service = await killableService({ DEMO: 'on' })
const { dataDir } = service
const env = {
  ...process.env,
  DATABASE_URL: '',
  LOG_LEVEL: 'error',
  DATA_DIR: dataDir,
  BACKUP_TO: target,
  BACKUP_PASSPHRASE: 'a passphrase of this run',
}
try {
  const isOpen = async () => (await send(service.port, 'GET', '/v1/market/search').catch(() => null))?.body?.total > 0
  await service.until(isOpen)
  await service.kill('both')
  await timed('planted', () => withDatabase((client) => plant(client)))
  await (values.sizes ? withDatabase(saySizes) : loseAndRestore())
} finally {
  await service.end().catch(() => {})
  rmSync(target, { recursive: true, force: true })
}

async function loseAndRestore(): Promise<void> {
  const before = await timed('summed up', sums)
  await timed('backup', () => tool('backup'))
  await timed('a second backup, of the new data', () => tool('backup'))
  rmSync(dataDir, { recursive: true, force: true })
  await timed('restore', () => tool('restore'))
  const after = await timed('summed up', sums)
  assert.deepEqual(after, before)
  console.log(`equal: ${before.rows} rows in ${before.tables.length} tables, ${before.files} files, ${before.pictures.slice(0, 16)}`)
}

/** Prints the bytes per listing on disk for each table and index, after a VACUUM FULL of listings and photos. */
async function saySizes(client: Client): Promise<void> {
  await client.query('vacuum full listings, photos')
  const { rows } = await client.query<{ name: string; rows: number; heap: number; indexes: number }>(`
    select relname as name, reltuples::float8 as rows, pg_table_size(c.oid)::float8 as heap, pg_indexes_size(c.oid)::float8 as indexes
    from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(c.oid) > 200000
    order by pg_total_relation_size(c.oid) desc`)
  console.log('| table | rows | table, bytes a listing | indexes, bytes a listing |')
  for (const { name, rows: count, heap, indexes } of rows)
    console.log(`| ${[name, count, Math.round(heap / listings), Math.round(indexes / listings)].join(' | ')} |`)
  const { rows: each } = await client.query<{ name: string; bytes: number }>(`
    select indexrelid::regclass::text as name, pg_relation_size(indexrelid)::float8 as bytes from pg_index where indrelid = 'listings'::regclass order by 2 desc`)
  for (const { name, bytes } of each) console.log(`  ${name}: ${Math.round(bytes / listings)}`)
  const { rows: event } = await client.query<{ bytes: number }>(
    `select pg_total_relation_size('events')::float8 / greatest(count(*), 1) as bytes from events`,
  )
  console.log(`  an event: ${Math.round(event[0]!.bytes)}`)
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const done = await work()
  console.log(`${what}: ${((performance.now() - since) / 1_000).toFixed(1)} s`)
  return done
}

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dataDir, durable: true }, { info: () => {}, warn: () => {}, error: console.error })
  const client = new Client(database.connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await database.stop()
  }
}

/** Creates shops and listings without events. Each photo has unique bytes, and the same database rows as an uploaded photo. */
async function plant(client: Client): Promise<void> {
  await fillMarket(client, listings)
  await client.query(`
    alter table listings disable trigger user;
    update listings set created_at = created_at - interval '40 days', published_at = published_at - interval '40 days' where shop_id like 'shp_bench%';
    alter table listings enable trigger user;
    alter table shops disable trigger user;
    update shops set created_at = created_at - interval '40 days' where id like 'shp_bench%';
    alter table shops enable trigger user;
    alter table photos disable trigger user;
    update photos set variants = jsonb_set(variants, '{0,bytes}', '${PICTURE_BYTES}') where id like 'pho_lst_%';
    alter table photos enable trigger user;
    alter table stored_files disable trigger user;
    insert into stored_files (key, created_at, account_id, bytes)
      select p.variants -> 0 ->> 'key', now(), l.owner_id, ${PICTURE_BYTES} from photos p join listings l on l.id = p.listing_id where p.id like 'pho_lst_%';
    alter table stored_files enable trigger user;
    update account_use u set media_bytes = (select sum(bytes) from stored_files f where f.account_id = u.account_id)
      where exists (select from stored_files f where f.account_id = u.account_id)`)
  const { rows } = await client.query<{ key: string }>(`select variants -> 0 ->> 'key' as key from photos where id like 'pho_lst_%'`)
  mkdirSync(join(dataDir, 'media'), { recursive: true })
  for (const { key } of rows) writeFileSync(join(dataDir, 'media', key), randomBytes(PICTURE_BYTES))
}

/** Hashes the whole market: each row by PostgreSQL's hash of the row as text, and each file by its bytes. */
async function sums() {
  const { tables, rows } = await withDatabase(async (client) => {
    // the secret for visitor hashes is not in backups; partitions are hashed through their parent table, because the worker creates and
    // drops partitions
    const { rows: names } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname not in ('schema_migrations', 'migrations', 'visit_salts') order by 1`,
    )
    const tables = []
    for (const { name } of names) {
      const { rows } = await client.query<{ count: number; sum: string }>(
        `select count(*)::int as count, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`,
      )
      tables.push({ name, ...rows[0]! })
    }
    return { tables, rows: tables.reduce((all, { count }) => all + count, 0) }
  })
  const media = join(dataDir, 'media')
  const files = readdirSync(media, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const pictures = createHash('sha256')
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    pictures.update(`${path.slice(media.length)} ${hash('sha256', readFileSync(path))}\n`)
  return { rows, tables, files: files.length, pictures: pictures.digest('hex') }
}

/** Runs a command like an operator. Prints its output and its peak memory. */
async function tool(name: 'backup' | 'restore'): Promise<void> {
  const child = spawn(process.execPath, ['--import', './bin/tsx.js', `bin/${name}.ts`], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  let most = 0
  const polling = setInterval(() => {
    try {
      // the status file of a process that is ending has no VmHWM line
      const held = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
      most = Math.max(most, held / MIB)
    } catch {
      // the process may have ended before this check
    }
  }, 200)
  const [code] = await once(child, 'exit')
  clearInterval(polling)
  assert.equal(code, 0, output)
  console.log(`  ${output.trim().replaceAll('\n', '\n  ')} (${Math.round(most)} MB)`)
  assert.ok(most < MOST_MIB, `${name} took ${Math.round(most)} MB, and no more than ${MOST_MIB} may be needed at any size`)
}
