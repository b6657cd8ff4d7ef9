import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { SCOPES } from '#core/scopes.ts'
import { readConfig } from '#platform/config/index.ts'
import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import type { IdPrefix } from '#platform/context/ids.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { requireAccess, runEndpoint, validateInput } from '#platform/http/run.ts'
import type { Upload } from '#platform/http/upload.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { startService, type Service } from '#service/service.ts'
import type { TestCluster } from '#test/cluster.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { PNG } from '#test/law/world.ts'
import { Breakpoint, dbWith } from './breakpoint.ts'

export type Role = 'owner' | 'ann' | 'bob' | 'operator' | 'anyone'
export type Request = { endpoint: Endpoint; who: Role; params: Record<string, string>; body: Record<string, unknown>; photo: boolean }
export type Answer = { status: number; body: Record<string, unknown>; error?: unknown }

/** Identifies a call. The call's ids and random values derive from the tag. `p` marks a call that prepares a stage. */
export type Tag = 'a' | 'b' | 'p'

const NOW = Date.UTC(2030, 0, 7, 12)
const LOG = createLog('silent')
const PEOPLE = ['owner', 'ann', 'bob', 'operator'] as const

type Table = { name: string; columns: string; hidden: string[] }

/**
 * A service and its database, which can return to saved stages. Ids, random values and the time depend only on the calls, so that two runs
 * can be compared.
 */
export class Market {
  readonly database: TestDatabase
  readonly accounts = new Map<Role, string>()
  /** Edits the SQL statements of both calls to insert a defect. */
  edit: ((text: string) => string) | undefined
  readonly #service: Service
  readonly #folder: string
  /** Connection that saves and restores stages, without triggers and foreign keys. */
  readonly #admin: Client
  readonly #tables: readonly Table[]
  /** For each stage, the names of the tables that contain rows. */
  readonly #filled: ReadonlySet<string>[] = []
  #current: number | null = null
  /** The saved rows, by stage number and table name. */
  readonly #saved = new Map<string, string[]>()
  #restores = 0
  #ids = 0

  private constructor(parts: { database: TestDatabase; service: Service; folder: string; admin: Client; tables: readonly Table[] }) {
    this.database = parts.database
    this.#service = parts.service
    this.#folder = parts.folder
    this.#admin = parts.admin
    this.#tables = parts.tables
  }

  /** Opens a market that has accounts but no listings. `cluster` is the cluster in `TEST_CLUSTER`. */
  static async open(cluster: TestCluster): Promise<Market> {
    const database = await testDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'pairs-'))
    const config = readConfig({
      ...{
        PORT: '0',
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        DEMO: 'off',
        SEARCH_INDEX: 'off',
        RESPONSE_CACHE_MB: '0',
        SHIPPING: 'test',
      },
      ...{ LOG_LEVEL: 'silent', PASSWORD_MEMORY_KIB: '64' },
    })
    const service = await startService(config, 'web', LOG)
    const admin = new Client({ ...cluster.admin, database: database.connection.database })
    await admin.connect()
    const { rows } = await admin.query<Table>(TABLES)
    await admin.query([WATCH, ...rows.map(({ name }) => watch(name))].join(';\n'))
    const market = new Market({ database, service, folder, admin, tables: rows })
    await market.#openAccounts()
    return market
  }

  async close(): Promise<void> {
    await this.#admin.end()
    await this.#service.stop()
    await this.database.drop()
    await rm(this.#folder, { recursive: true })
  }

  get ctx(): Context {
    return this.#service.ctx
  }

  endpoint(id: string): Endpoint {
    return this.ctx.endpoints.get(id)!
  }

  /** Runs a request. `breakpoint` counts the lock points of the request. */
  async call({ endpoint, who, params, body, photo }: Request, tag: Tag, breakpoint = new Breakpoint()): Promise<Answer> {
    const actor = this.#actor(who, tag)
    try {
      requireAccess(endpoint, actor)
      const files = photo ? [await this.#upload()] : []
      const input = validateInput(endpoint, { params, query: {}, body }, false, files)
      const answer = await runEndpoint(this.context(tag, breakpoint), endpoint, actor, input)
      return { status: answer.status, body: (answer.body ?? {}) as Record<string, unknown> }
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: { code: error.code, message: error.message } }
      return { status: 500, body: { message: String(error) }, error }
    }
  }

  context(tag: Tag, breakpoint: Breakpoint): Context {
    const db = dbWith(this.database.pools.requests, breakpoint, tag === 'p' ? undefined : this.edit)
    const now = () => new Date(NOW)
    let [transaction, made] = [0, 0]
    return {
      ...{ ...this.ctx, db, reads: db, log: LOG, now, clock: { now, offsetMs: () => 0, setOffsetMs: () => {} } },
      newId: (prefix: IdPrefix) => `${prefix}_01${TIME}${String(++this.#ids).padStart(9, '0')}${tag}00000000`,
      // a retried transaction gets the same random values as its first attempt
      randomBytes: (size) => {
        if (transaction !== breakpoint.begun) [transaction, made] = [breakpoint.begun, 0]
        const seed = `${tag === 'p' ? ++this.#ids : tag} ${size} ${made++}`
        const parts = Array.from({ length: Math.ceil(size / 32) }, (_, n) => createHash('sha256').update(`${seed} ${n}`).digest())
        return new Uint8Array(Buffer.concat(parts).subarray(0, size))
      },
    }
  }

  async save(): Promise<number> {
    const stage = this.#filled.length
    const { rows } = await this.#admin.query<{ name: string }>(
      this.#tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
    )
    const copies = rows.map(({ name }) => `create unlogged table ${copyOf(stage, name)} as table ${name}`)
    await this.#admin.query([`create schema stage_${stage}`, ...copies, 'delete from pairs.touched'].join(';\n'))
    this.#filled.push(new Set(rows.map(({ name }) => name)))
    this.#current = stage
    return stage
  }

  /** Restores a stage. Writes only the tables that differ between the current stage and that stage. */
  async restore(stage: number): Promise<void> {
    const written = await this.#touched()
    const [from, to] = [this.#filled[this.#current ?? stage]!, this.#filled[stage]!]
    const different =
      this.#current === stage ? written : this.#tables.filter((one) => written.includes(one) || from.has(one.name) || to.has(one.name))
    this.#current = stage
    if (different.length === 0) return
    const statements = different.flatMap(({ name, columns }) => [
      `delete from ${name}`,
      ...(to.has(name) ? [`insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(stage, name)}`] : []),
    ])
    await this.#admin.query(['set session_replication_role = replica', ...statements, 'delete from pairs.touched'].join(';\n'))
    if (++this.#restores % 300 === 0) await this.#admin.query('vacuum')
  }

  /**
   * Returns the rows that differ from the current stage. Replaces each id with a number that depends only on the call that created the
   * record.
   */
  async changes(): Promise<string[]> {
    const stage = this.#current!
    const touched = await this.#touched()
    if (touched.length === 0) return []
    const unread = touched.filter(({ name }) => !this.#saved.has(`${stage} ${name}`))
    const select = ({ name, hidden }: Table, from: string) =>
      `select '${name}' as name, (to_jsonb(x) - '{${hidden.join()}}'::text[])::text as row from ${from} x`
    const read = async (parts: readonly string[]) =>
      parts.length === 0 ? [] : (await this.#admin.query<{ name: string; row: string }>(parts.join(' union all '))).rows
    const filled = unread.filter(({ name }) => this.#filled[stage]!.has(name))
    for (const { name } of unread) this.#saved.set(`${stage} ${name}`, [])
    for (const { name, row } of await read(filled.map((one) => select(one, copyOf(stage, one.name)))))
      this.#saved.get(`${stage} ${name}`)!.push(row)
    const now = Map.groupBy(await read(touched.map((one) => select(one, one.name))), ({ name }) => name)
    return canonical(
      touched.flatMap(({ name }) => {
        const [was, is] = [this.#saved.get(`${stage} ${name}`)!, (now.get(name) ?? []).map(({ row }) => row)]
        return [...without(is, was).map((row) => `+ ${name} ${row}`), ...without(was, is).map((row) => `- ${name} ${row}`)]
      }),
    )
  }

  /** Runs all rules in `bin/audit.sql` in a single message to the database. Returns the rows that violate the rules. */
  async faults(): Promise<string[]> {
    const results = (await this.#admin.query(AUDIT)) as unknown as { rows: unknown[] }[]
    return results.flatMap(({ rows }) => (rows.length > 0 ? [`bin/audit.sql: ${JSON.stringify(rows)}`] : []))
  }

  /** Returns true if one of the server processes is waiting for a lock. */
  async isBlocked(pids: ReadonlySet<number>): Promise<boolean> {
    const { rows } = await this.#admin.query<{ blocked: boolean }>(
      'select coalesce(bool_or(cardinality(pg_blocking_pids(pid)) > 0), false) as blocked from unnest($1::int[]) pid',
      [[...pids]],
    )
    return rows[0]!.blocked
  }

  /** Runs SQL as the superuser, to create states that no API call can create. */
  async write(sql: string): Promise<void> {
    await this.#admin.query(sql)
  }

  async #touched(): Promise<Table[]> {
    const { rows } = await this.#admin.query<{ name: string }>('select distinct name from pairs.touched')
    const names = new Set(rows.map(({ name }) => name))
    return this.#tables.filter(({ name }) => names.has(name))
  }

  async #openAccounts(): Promise<void> {
    for (const who of PEOPLE) {
      const body = { name: who, email: `${who}@example.test`, password: 'a long enough password' }
      const made = await this.call({ endpoint: this.endpoint('createAccount'), who: 'anyone', params: {}, body, photo: false }, 'p')
      if (made.status !== 201) throw new Error(`createAccount: ${JSON.stringify(made.body)}`)
      this.accounts.set(who, String(made.body['id']))
    }
    await this.write(`update accounts set is_operator = true where id = '${this.accounts.get('operator')}'`)
  }

  #actor(who: Role, tag: Tag): Person | Anonymous {
    if (who === 'anyone') return { kind: 'anonymous', address: { a: '10.0.0.1', b: '10.0.0.2', p: '10.0.0.3' }[tag] }
    const accountId = this.accounts.get(who)!
    return {
      ...{ kind: 'session', accountId, tenant: '', name: who, credential: accountId, keyKind: 'session', scopes: SCOPES, askFirst: [] },
      ...{ maxOfferCents: null, maxDayCents: null, address: '127.0.0.1', provedAt: new Date(NOW) },
      ...(who === 'operator' ? { isOperator: true as const } : {}),
    }
  }

  async #upload(): Promise<Upload> {
    const path = join(this.#folder, `${++this.#ids}.png`)
    await writeFile(path, PNG)
    return { field: 'files', filename: 'photo.png', path, bytes: PNG.length, declaredType: 'image/png' }
  }
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1)
  return all.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

const AUDIT = readFileSync(new URL('../../../bin/audit.sql', import.meta.url), 'utf8')

/** The time part of all ids. It sorts after any real time. New records therefore follow the records that the service created at startup. */
const TIME = 'zzzzzz'
const MADE = new RegExp(`([a-z]{3})_01${TIME}(\\d{9})([abp])0{8}`, 'g')
const copyOf = (stage: number, name: string): string => `stage_${stage}."${name}"`

/** Replaces each id that the two calls created with its rank, and each time from the database's own clock with `now`. */
function canonical(rows: readonly string[]): string[] {
  const numbers = new Map<string, Set<string>>()
  for (const row of rows)
    for (const [id, prefix, , tag] of row.matchAll(MADE))
      if (tag !== 'p') (numbers.get(`${prefix}_${tag}`) ?? numbers.set(`${prefix}_${tag}`, new Set()).get(`${prefix}_${tag}`)!).add(id)
  const names = new Map<string, string>()
  for (const [kind, ids] of numbers) [...ids].toSorted().forEach((id, index) => names.set(id, `${kind}${index + 1}`))
  return rows
    .map((row) =>
      row.replaceAll(MADE, (id) => names.get(id) ?? id).replaceAll(/\b202\d-\d\d-\d\d[T ][\d:.]+(?:[+-]\d\d(?::\d\d)?|Z)?/g, 'now'),
    )
    .toSorted()
}

/**
 * All tables with their stored columns. `hidden` lists the columns to exclude from comparisons, because the database generates their
 * values.
 */
const TABLES = `
  select c.oid::regclass::text as name,
    string_agg(quote_ident(attname), ', ') filter (where attgenerated = '') as columns,
    coalesce(array_agg(attname::text) filter (where attgenerated <> '' or attidentity <> '' or atttypid = 'xid8'::regtype or pg_get_expr(adbin, adrelid) like any ('{nextval(%,%xact_id()%}')
      or attname in ('tx', 'xid', 'task_id')), '{}') as hidden
  from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
  where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'graphile_worker')
    and relname not in ('schema_migrations', 'migrations')
  group by c.oid order by 1`

const WATCH = `create schema pairs;
  create unlogged table pairs.touched (name text);
  grant all on schema pairs to public; grant all on pairs.touched to public;
  create function pairs.touch() returns trigger language plpgsql as $$
    begin insert into pairs.touched values (tg_relid::regclass::text); return null; end $$`
const watch = (name: string): string =>
  `create trigger pairs_touch after insert or update or delete on ${name} for each statement execute function pairs.touch()`
