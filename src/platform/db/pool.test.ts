import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { testDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { DatabaseAway } from '#platform/errors/database-away.ts'
import { kyselyOn } from './index.ts'
import { openPools } from './pool.ts'
import { slack } from '#test/machine.ts'

describe('the database connection pool', () => {
  let database: TestDatabase
  before(async () => {
    database = await testDatabase()
  })
  after(() => database.drop())

  it('a parameterized statement is prepared only once, with pg and with Kysely', async () => {
    const client = await database.pools.requests.connect()
    try {
      await client.query('select $1::int + 1', [1])
      await client.query({ text: 'select $1::int + 1', values: [2] })
      await client.query('select 1')
      const { rows } = await client.query('select statement from pg_prepared_statements')
      assert.deepEqual(rows, [{ statement: 'select $1::int + 1' }])
    } finally {
      client.release(true)
    }

    const { rows } = await database.db.connection().execute(async (db) => {
      await sql`select ${1}::int + 2`.execute(db)
      await sql`select ${2}::int + 2`.execute(db)
      return sql<{ statement: string; uses: number }>`
        select statement, generic_plans + custom_plans as uses from pg_prepared_statements`.execute(db)
    })
    assert.deepEqual(rows, [{ statement: 'select $1::int + 2', uses: 2 }])
  })

  it('behind a pooler, the pool does not rely on session state, and sets the timeouts in each transaction', async () => {
    const pools = openPools(database.connection, { pooler: { connection: database.connection, names: false, jobs: false } })
    try {
      const limits = sql<{ statement: string; lock: string; idle: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle, ${1}::int as n`
      const db = kyselyOn(pools.requests)
      const outside = await db.connection().execute(async (one) => {
        await one.transaction().execute(async (tx) => {
          const { rows } = await limits.execute(tx)
          assert.deepEqual(rows, [{ statement: '5s', lock: '2s', idle: '10s', n: 1 }])
        })
        const { rows: named } = await sql`select name from pg_prepared_statements`.execute(one)
        assert.deepEqual(named, [])
        return (await limits.execute(one)).rows
      })
      assert.deepEqual(outside, [{ statement: '0', lock: '0', idle: '0', n: 1 }])
      assert.equal((await pools.jobs.query("select current_setting('statement_timeout') as set")).rows[0].set, '1min')
      await assert.rejects(pools.requests.query('select pg_sleep(8), $1::int', [1]), /timeout/i)
    } finally {
      await pools.end()
    }
  })

  it('the pool also prepares the statements of pool.query', async () => {
    const one = database.pools.jobs
    assert.deepEqual((await one.query('select $1::int as n', [7])).rows, [{ n: 7 }])
    const { rows } = await one.query('select statement from pg_prepared_statements')
    assert.deepEqual(rows, [{ statement: 'select $1::int as n' }])
  })

  it('the pool stores at most 200 prepared statements per connection', async () => {
    const client = await database.pools.requests.connect()
    try {
      for (let n = 0; n < 260; n++) await client.query(`select $1::int + ${n}`, [1])
      // the server has closed the first prepared statement, so the client prepares it again
      assert.deepEqual((await client.query('select $1::int + 0 as n', [1])).rows, [{ n: 1 }])
      const { rows } = await client.query('select count(*) as n from pg_prepared_statements')
      assert.equal(rows[0].n, 200)
    } finally {
      client.release(true)
    }
  })

  it('a “select *” statement is prepared again after its table has changed', async () => {
    const client = await database.pools.requests.connect()
    try {
      await client.query('create temp table t (a int)')
      await client.query('select * from t where a = $1', [1])
      await client.query('alter table t add b int')
      await assert.rejects(client.query('select * from t where a = $1', [1]), { code: '0A000' })
      assert.deepEqual((await client.query('select * from t where a = $1', [1])).rows, [])
    } finally {
      client.release(true)
    }
  })

  it('bigint and numeric values are parsed as numbers, timestamptz as Date, and date as text', async () => {
    const { rows } = await database.pools.requests.query(
      `select 9007199254740991::int8 as a, 1.25::numeric as b, '2026-01-02T03:04:05Z'::timestamptz as c, '2026-01-02'::date as d,
              array[1, null]::int8[] as e, array['2026-01-02']::date[] as f`,
    )
    assert.deepEqual(rows, [
      { a: 9007199254740991, b: 1.25, c: new Date('2026-01-02T03:04:05Z'), d: '2026-01-02', e: [1, null], f: ['2026-01-02'] },
    ])
    await assert.rejects(database.pools.requests.query('select 9007199254740993::int8'), RangeError)
  })

  it('the pool limits a statement to 5 s (requests) or 60 s (jobs), a wait for a lock to 2 s, and an idle transaction to 10 s', async () => {
    const query = `select current_setting('statement_timeout') as a, current_setting('lock_timeout') as b,
                        current_setting('idle_in_transaction_session_timeout') as c, current_setting('TimeZone') as d`
    const requests = await database.pools.requests.query(query)
    assert.deepEqual(requests.rows, [{ a: '5s', b: '2s', c: '10s', d: 'UTC' }])
    const jobs = await database.pools.jobs.query(query)
    assert.deepEqual(jobs.rows, [{ a: '1min', b: '2s', c: '10s', d: 'UTC' }])
  })

  it('the service turns off JIT compilation in its sessions, whatever the settings of the server', async () => {
    const query = `select setting, source from pg_settings where name = 'jit'`
    for (const pool of [database.pools.requests, database.pools.jobs])
      assert.deepEqual((await pool.query(query)).rows, [{ setting: 'off', source: 'client' }])
  })

  for (const pooler of [null, { connection: null, names: false, jobs: true }])
    it(`multiplies the timeouts by DATABASE_PATIENCE${pooler ? ', through a pooler too' : ''}`, async () => {
      const { connection } = database
      const pools = openPools(connection, { patience: 3, pooler: pooler && { ...pooler, connection } })
      try {
        const query = sql<{ statement: string; lock: string; idle: string }>`
          select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`
        const reported = (pool: Pool) =>
          kyselyOn(pool)
            .transaction()
            .execute(async (tx) => (await query.execute(tx)).rows[0])
        assert.deepEqual(await reported(pools.requests), { statement: '15s', lock: '6s', idle: '30s' })
        assert.deepEqual(await reported(pools.jobs), { statement: '3min', lock: '6s', idle: '30s' })
        assert.equal(pools.requests.options.connectionTimeoutMillis, 15_000)
      } finally {
        await pools.end()
      }
    })

  it('a statement stops waiting for a lock that a different connection holds', async () => {
    const holder = await database.pools.jobs.connect()
    try {
      await holder.query('begin')
      await holder.query('select pg_advisory_xact_lock(1)')
      const started = performance.now()
      await assert.rejects(database.pools.requests.query('select pg_advisory_xact_lock(1)'), { code: '55P03' })
      assert.ok(performance.now() - started < slack(10_000))
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it('the pool cancels a statement that exceeds its time limit', async () => {
    await assert.rejects(database.pools.requests.query('select pg_sleep(20)'), { code: '57014' })
  })

  it('a connection that is released twice returns to the pool once', async () => {
    const { jobs } = database.pools
    const error = await new Promise<unknown>((resolve) => {
      jobs.connect((failure, _client, done) => {
        try {
          done()
          done()
          resolve(failure)
        } catch (thrown) {
          resolve(thrown)
        }
      })
    })
    assert.equal(error, undefined)
    assert.equal(jobs.idleCount, jobs.totalCount)
  })

  it('the pool recovers after a lost connection', async () => {
    const client = await database.pools.requests.connect()
    await database.pools.jobs.query('select pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID])
    await assert.rejects(client.query('select 1'))
    client.release(true)
    assert.deepEqual((await database.pools.requests.query('select 1 as n')).rows, [{ n: 1 }])
  })

  it('a statement rejects with DatabaseAway if the connection is lost while it runs', async () => {
    const { requests } = database.pools
    const connected = once(requests, 'acquire')
    const pending = requests.query('select pg_sleep(4)')
    const [client] = (await connected) as [{ connection: { stream: { destroy(): void } } }]
    client.connection.stream.destroy()
    await assert.rejects(pending, DatabaseAway)
  })

  it('the pool logs each lost connection once, but logs nothing while it closes', async () => {
    const reported: string[] = []
    const pools = openPools(database.connection, { log: { warn: (_, message) => reported.push(message) } })
    const lose = async (before = async () => {}) => {
      const client = await pools.requests.connect()
      const lost = once(client, 'error')
      const begun = before()
      await database.pools.jobs.query('select pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID])
      await lost
      // pg reports the same lost connection a second time when the socket closes
      client.emit('error', new Error('Connection terminated unexpectedly'))
      client.release(true)
      await begun
    }
    await lose()
    assert.deepEqual(reported, ['A database connection was lost.'])
    await lose(() => pools.end())
    assert.equal(reported.length, 1)
  })
})
