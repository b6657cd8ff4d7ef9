import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import * as system from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const ana = await app.signUp('Ana')
const at = (seconds: number) => new Date(ctx.now().getTime() + seconds * 1_000)

/** Runs the test in a transaction that is rolled back, so that the service never sees its changes. */
async function rolledBack(work: (tx: Tx) => Promise<void>): Promise<void> {
  const done = new Error('done')
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await work(tx)
      throw done
    }),
    done,
  )
}

test('the offset of the test clock is the sum of all advances', () =>
  rolledBack(async ({ db }) => {
    const before = await system.readClockOffset(db)
    assert.equal(await system.addClockOffset(db, 1_500), before + 1_500)
    assert.equal(await system.addClockOffset(db, 250), before + 1_750)
    assert.equal(await system.readClockOffset(db), before + 1_750)
  }))

test('the oldest waiting event is the oldest event that is not dispatched', () =>
  rolledBack(async ({ db }) => {
    const add = (id: string, created_at: Date, dispatched_at: Date | null) =>
      db
        .insertInto('events')
        .values({ id, account_id: ana.id, type: 'fake', is_public: true, data: '{}', created_at, dispatched_at })
        .execute()
    await db.deleteFrom('events').execute()
    assert.equal(await system.oldestWaitingEventAt(db), null)
    const [old, middle, recent] = [at(-30), at(-20), at(-10)]
    await add('evt_a', old, recent)
    assert.equal(await system.oldestWaitingEventAt(db), null)
    await add('evt_b', recent, null)
    await add('evt_c', middle, null)
    assert.deepEqual(await system.oldestWaitingEventAt(db), middle)
  }))

test('migrations are compared with the migrations of this release, in both directions', () =>
  rolledBack(async ({ db }) => {
    assert.deepEqual(await system.migrationsApart(db), { pending: [], newer: [] })
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name collate "C" limit 1`.execute(db)
    const { name } = rows[0]!
    await sql`update schema_migrations set name = 'z_of_a_newer_release' where name = ${name}`.execute(db)
    assert.deepEqual(await system.migrationsApart(db), { pending: [name], newer: ['z_of_a_newer_release'] })
  }))

test('a ping fails if the database does not execute statements', () =>
  rolledBack(async ({ db }) => {
    await system.ping(db)
    await assert.rejects(sql`select 1 / 0`.execute(db))
    await assert.rejects(system.ping(db), 'the transaction has failed')
  }))
