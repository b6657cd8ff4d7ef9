import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openPollingPool } from '#platform/db/pool.ts'
import { startApp } from '#test/app.ts'
import * as replica from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { db } = app.service.ctx
const pool = openPollingPool({ connectionString: app.databaseUrl })

/** Inserts changes in one transaction. Returns the id of the transaction. */
async function change(...ids: string[]): Promise<number> {
  const { rows } = await sql<{ tx: number }>`
    insert into shown_changes (kind, id, shop_id) select 'listing', id, 'shp_1' from unnest(${ids}::text[]) as id
    returning tx::text::float8 as tx`.execute(db)
  return rows[0]!.tx
}
const read = async (horizon: number | null) => {
  const { changes, ...poll } = await replica.readShown(pool, horizon)
  return { ...poll, names: changes.map(({ what }) => what).toSorted(), txs: new Set(changes.map(({ tx }) => tx)) }
}

describe('polls of the primary', () => {
  after(() => pool.end())

  test('a poll returns the changes from a transaction on, or from the last transaction if none is given', async () => {
    await db.deleteFrom('shown_changes').execute()
    const { names: none, ...before } = await read(null)
    assert.deepEqual([none, before.txs], [[], new Set()])
    const first = await change('lst_1', 'lst_2')
    const second = await change('lst_3')
    const [one, two, three] = ['lst_1', 'lst_2', 'lst_3'].map((id) => `listing ${id} shp_1`)
    const all = await read(first)
    assert.deepEqual([all.names, all.txs], [[one, two, three], new Set([first, second])])
    assert.deepEqual([(await read(second)).names, (await read(null)).names, (await read(second + 1)).names], [[three], [three], []])
    // transactions of other databases of the server also count as running
    assert.ok(all.settled >= before.settled)
    assert.equal(all.timeline, before.timeline)
  })

  test('a poll returns the position of the primary, and at most one more change than the limit', async () => {
    await db.deleteFrom('shown_changes').execute()
    const tx = await change(...Array.from({ length: replica.MANY_SHOWN + 2 }, (_, index) => `lst_${index}`))
    const before = await replica.primaryPosition(pool)
    const { names, position } = await read(tx)
    const later = await replica.primaryPosition(pool)
    assert.equal(names.length, replica.MANY_SHOWN + 1)
    assert.ok(before > 0 && before <= position && position <= later, `${before} ${position} ${later}`)
    assert.equal(await replica.replicaPosition(pool), null, 'the primary is not a replica')
  })
})
