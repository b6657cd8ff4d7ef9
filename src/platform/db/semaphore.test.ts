import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { DatabaseAway } from '#platform/errors/database-away.ts'
import { Semaphore } from './semaphore.ts'
import { transact } from './transaction.ts'
import { until } from '#test/until.ts'

describe('the semaphore', () => {
  it('the semaphore admits callers one at a time, in FIFO order', async () => {
    const semaphore = new Semaphore(1, 5_000)
    const done: string[] = []
    const take = (name: string, ms: number) => semaphore.hold(() => sleep(ms).then(() => void done.push(name)))
    const [first, second] = [take('first', 5), take('second', 0)]
    const third = first.then(() => take('third', 0))
    await Promise.all([first, second, third])
    assert.deepEqual(done, ['first', 'second', 'third'])
  })

  it('a failed call releases its semaphore slot, and a caller that waits too long is rejected', async () => {
    const semaphore = new Semaphore(1, 20)
    await assert.rejects(
      semaphore.hold(() => Promise.reject(new Error('it failed'))),
      /it failed/,
    )
    const holding = semaphore.hold(() => sleep(60))
    await assert.rejects(
      semaphore.hold(async () => {}),
      DatabaseAway,
    )
    await holding
    assert.equal(await semaphore.hold(async () => 'free again'), 'free again')
  })
})

describe('transactions that wait for a lock on the same row', () => {
  let database: TestDatabase
  before(async () => {
    database = await testDatabase()
    await sql`create table hot (id int primary key)`.execute(database.db)
    await sql`insert into hot values (1)`.execute(database.db)
  })
  after(() => database.drop())

  /** Runs `work` while 30 transactions wait for the same row. `accountOf` returns the account of the transaction with the given number. */
  async function withWaiters<T>(accountOf: (n: number) => string, work: () => Promise<T>): Promise<T> {
    const holder = await database.pools.jobs.connect()
    await holder.query('begin')
    await holder.query('select from hot for update')
    const wait = (n: number) => transact(database.db, (tx) => sql`select from hot where id = ${1} for update`.execute(tx), accountOf(n))
    const waiting = Promise.all(Array.from({ length: 30 }, (_, n) => wait(n)))
    try {
      const { requests } = database.pools
      await until('three busy connections', () => requests.totalCount - requests.idleCount >= 3)
      return await Promise.race([work(), sleep(1_500).then(() => assert.fail('no connection was left'))])
    } finally {
      await holder.query('rollback')
      holder.release()
      await waiting
    }
  }

  it('transactions that wait for a lock leave connections free for reads', async () => {
    const read = () => Promise.all(Array.from({ length: 5 }, () => sql<{ n: number }>`select ${1}::int as n`.execute(database.db)))
    const all = await withWaiters((n) => `acc_${n}`, read)
    assert.deepEqual(
      all.map(({ rows }) => rows[0]!.n),
      [1, 1, 1, 1, 1],
    )
  })

  it('the waiting transactions of one account leave connections free for other accounts', async () => {
    const write = () => transact(database.db, (tx) => sql`insert into hot values (${2}) on conflict do nothing`.execute(tx), 'acc_other')
    const { numAffectedRows } = await withWaiters(() => 'acc_busy', write)
    assert.equal(numAffectedRows, 1n)
  })
})
