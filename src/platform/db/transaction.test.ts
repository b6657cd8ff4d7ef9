import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { coalesce } from '#platform/cache/coalesce.ts'
import { bringDeaths } from '#test/attacks/herd/deaths.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { statementsOf } from '#test/statements.ts'
import { afterCommit, transact } from './transaction.ts'
import { slack } from '#test/machine.ts'

const SECOND = /inside a transaction and requested a second connection/

describe('database transactions', () => {
  let database: TestDatabase
  let ctx: Context
  before(async () => {
    database = await testDatabase()
    await sql`create table tries (id int primary key, n int not null)`.execute(database.db)
    await sql`insert into tries values (1, 0), (2, 0)`.execute(database.db)
    ctx = { db: database.db, reads: database.db } as unknown as Context
  })
  after(() => database.drop())

  const raise = (code: string) => Object.assign(new Error('an error with a database code'), { code })

  it('inside a transaction, every way to get a second connection is rejected', async () => {
    const { requests, jobs } = database.pools
    const attempts: Record<string, () => Promise<unknown>> = {
      'the context outside': () => sql`select 1`.execute(ctx.db),
      'its reads': () => sql`select 1`.execute(ctx.reads),
      'a transaction in a transaction': () => transact(ctx.db, async () => {}),
      'a connection of the pool': () => requests.connect(),
      'a query of the pool': () => requests.query('select 1'),
      'another pool': () => jobs.query('select 1'),
      'a connection kept': () => ctx.db.connection().execute(async () => {}),
      'a run that others share': coalesce(async () => void (await sql`select 1`.execute(ctx.db))),
      'several at once': () => Promise.all([sql`select 1`.execute(ctx.db), sleep(1)]),
      later: () => sleep(1).then(() => sql`select 1`.execute(ctx.db)),
    }
    for (const [name, attempt] of Object.entries(attempts))
      await assert.rejects(
        inTransaction(ctx, async () => attempt()),
        SECOND,
        name,
      )
    // the pool does not leak the rejected connection
    assert.equal(requests.totalCount - requests.idleCount, 0)
  })

  it('BEGIN is sent together with the first statement, and a transaction without statements sends nothing', async (t) => {
    const sent = await statementsOf(t, async () => {
      await inTransaction(ctx, async () => {})
      await assert.rejects(inTransaction(ctx, () => Promise.reject(new Error('failed before the first statement'))))
    })
    assert.deepEqual(sent, [])
    const client = await database.pools.requests.connect()
    try {
      assert.equal((await client.query('begin')).command, 'BEGIN')
      const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
      const writes = [t.mock.method(stream, '_write'), t.mock.method(stream, '_writev' as '_write')]
      const answer = client.query('select $1::int as n', [1])
      // `begin` needs no separate round trip: the client writes to the socket only once
      assert.equal(
        writes.reduce((sum, { mock }) => sum + mock.callCount(), 0),
        1,
      )
      for (const { mock } of writes) mock.restore()
      assert.deepEqual((await answer).rows, [{ n: 1 }])
      assert.equal((await client.query('select now() < statement_timestamp() as inside')).rows[0].inside, true)
      assert.equal((await client.query('rollback')).command, 'ROLLBACK')
    } finally {
      client.release(true)
    }
  })

  it('if the first statement of a transaction fails, the transaction rolls back completely, with or without parameters', async () => {
    for (const first of [sql`insert into tries values (1, 5)`, sql`insert into tries values (${1}, ${5})`]) {
      await assert.rejects(
        transact(ctx.db, async (tx) => {
          await first.execute(tx).catch(() => {})
          await sql`insert into tries values (9, 9)`.execute(tx)
        }),
        /current transaction is aborted/,
      )
    }
    assert.deepEqual((await sql`select from tries where id = 9`.execute(ctx.db)).rows, [])
  })

  it('a transaction reads its own writes', async () => {
    await inTransaction(ctx, async (tx) => {
      await sql`update tries set n = 7 where id = 2`.execute(tx.db)
      const { rows } = await sql<{ n: number }>`select n from tries where id = 2`.execute(tx.reads)
      assert.equal(rows[0]!.n, 7)
    })
  })

  it('background work may query the database after the transaction that started it', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const later = await inTransaction(ctx, async () => {
      const going = ended.then(() => sql<{ n: number }>`select 1 as n`.execute(ctx.db))
      return { going }
    })
    end()
    assert.equal((await later.going).rows[0]!.n, 1)
  })

  it('statements on a transaction that has ended are rejected', async () => {
    const leaked = await inTransaction(ctx, async (tx) => ({ tx }))
    await assert.rejects(sql`select 1`.execute(leaked.tx.db))
  })

  it('a transaction is retried after a deadlock, and its after-commit action runs only once', async () => {
    let tries = 0
    let calls = 0
    const result = await inTransaction(ctx, async (tx) => {
      afterCommit(() => calls++)
      await sql`update tries set n = n + 1 where id = 1`.execute(tx.db)
      if (++tries < 3) throw raise('40P01')
      return tries
    })
    const { rows } = await sql<{ n: number }>`select n from tries where id = 1`.execute(ctx.db)
    assert.deepEqual([result, calls, rows[0]!.n], [3, 1, 1])
  })

  it('a transaction is retried if an expected record is missing, and gives up after three attempts', async () => {
    let tries = 0
    const gone = async (tx: Tx): Promise<unknown> => {
      tries++
      return tx.db.updateTable('shops').set({ name: 'x' }).where('id', '=', 'nobody').returning('id').executeTakeFirstOrThrow()
    }
    await assert.rejects(inTransaction(ctx, gone), /no result/)
    assert.equal(tries, 3)
  })

  it('a transaction retries when a concurrent transaction has deleted a row that a new row refers to', async () => {
    await sql`create table parts (id int primary key, of int not null references tries)`.execute(database.db)
    await sql`insert into tries values (3, 0)`.execute(database.db)
    const other = await database.pools.jobs.connect()
    let tries = 0
    const adding = inTransaction(ctx, async (tx) => {
      const { rows } = await sql`select from tries where id = 3`.execute(tx.db)
      if (rows.length === 0) return 'gone'
      if (++tries === 1) await other.query('delete from tries where id = 3')
      await sql`insert into parts values (1, 3)`.execute(tx.db)
      return 'added'
    })
    const answer = await adding.finally(() => other.release())
    assert.deepEqual([answer, tries], ['gone', 1])
  })

  it('a single statement outside a transaction is also retried', async () => {
    const deaths = await bringDeaths(ctx)
    await deaths.arm()
    await sql`update tries set n = ${9} where id = ${2}`.execute(ctx.db)
    const { rows } = await sql<{ n: number }>`select n from tries where id = ${2}`.execute(ctx.db)
    assert.deepEqual([await deaths.occurred(), rows[0]!.n], [true, 9])
  })

  it('a permanent error is not retried, and skips the action after the commit', async () => {
    let tries = 0
    let calls = 0
    const wrong = async (): Promise<void> => {
      tries++
      afterCommit(() => calls++)
      throw raise('23505')
    }
    await assert.rejects(inTransaction(ctx, wrong), { code: '23505' })
    assert.deepEqual([tries, calls], [1, 0])
  })

  it('after a lock timeout, a transaction is retried once, within about 5 s', async () => {
    const holder = await database.pools.jobs.connect()
    try {
      await holder.query('begin')
      await holder.query('select from tries where id = 1 for update')
      const startedAt = performance.now()
      await assert.rejects(
        inTransaction(ctx, async (tx) => sql`select from tries where id = 1 for update`.execute(tx.db)),
        { code: '55P03' },
      )
      const ms = performance.now() - startedAt
      assert.ok(ms > 3_500 && ms < slack(7_000), `${ms} ms`)
      setTimeout(() => void holder.query('rollback'), 2_500)
      await inTransaction(ctx, async (tx) => sql`select from tries where id = 1 for update`.execute(tx.db))
    } finally {
      holder.release()
    }
  })
})
