import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { testFolder } from '#test/cluster.ts'
import { beginning, followFrom, mayBeIn, type Poll } from './changes.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { readShown, type VisibleChange } from '#platform/replica/queries.ts'
import { until } from '#test/until.ts'

type Change = { tx: number; id: string }
const nameOf = ({ tx, id }: Change): string => `${tx} ${id}`

/** Creates a change log for which the test decides when transactions commit. */
function ledger() {
  const committed: Change[] = []
  const at: Omit<Poll<Change>, 'changes'> = { settled: 100, atSeconds: 0, timeline: '00000001' }
  const last = () => committed.reduce((most, { tx }) => Math.max(most, tx), 0)
  const read = async (horizon: number | null): Promise<Poll<Change>> => ({
    ...at,
    changes: committed.filter(({ tx }) => tx >= (horizon ?? last())),
  })
  return { committed, at, read }
}

describe('following changes to the database', () => {
  test('each change is delivered once, in any commit order', async () => {
    const { committed, at, read } = ledger()
    committed.push({ tx: 90, id: 'before' })
    const follow = followFrom(beginning(await read(null)), read, nameOf)
    const next = async () => {
      const ids: string[] = []
      assert.ok(await follow.next((fresh) => void ids.push(...fresh.map(({ id }) => id))))
      return ids
    }
    assert.deepEqual(await next(), [])
    at.settled = 101
    committed.push({ tx: 102, id: 'b' })
    assert.deepEqual(await next(), ['b'])
    assert.deepEqual(await next(), [])
    committed.push({ tx: 104, id: 'c' }, { tx: 104, id: 'd' })
    assert.deepEqual(await next(), ['c', 'd'])
    committed.push({ tx: 101, id: 'a' })
    at.settled = 110
    assert.deepEqual(await next(), ['a'])
    assert.deepEqual(await next(), [])
    assert.equal(follow.cursor().horizon, 105)
  })

  test('a change is delivered even if its transaction reuses an ID that was lost in a crash', async () => {
    const { committed, at, read } = ledger()
    committed.push({ tx: 90, id: 'before' })
    const follow = followFrom(beginning(await read(null)), read, nameOf)
    at.settled = 200
    assert.ok(await follow.next(() => assert.fail('no change is reported')))
    // the last poll reported that all transactions below 200 had ended, but after the crash only those below 150 are in the log
    committed.push({ tx: 150, id: 'after' })
    at.settled = 151
    const ids: string[] = []
    assert.ok(await follow.next((fresh) => void ids.push(...fresh.map(({ id }) => id))))
    assert.deepEqual(ids, ['after'])
  })

  test('after a long gap or a failover, the follower reports that it may have missed changes', async () => {
    const { at, read } = ledger()
    const start = beginning(await read(null))
    const follow = () => followFrom(start, read, nameOf, 3_600).next(() => {})
    assert.equal(await follow(), true)
    at.atSeconds = 1_801
    assert.equal(await follow(), false)
    Object.assign(at, { atSeconds: 1, timeline: '00000002' })
    assert.equal(await follow(), false)
  })

  test('a cursor from a different database is recognized, even after a long time without changes', async () => {
    const { at, read } = ledger()
    at.settled = 5_000
    const start = beginning(await read(null))
    const follow = followFrom(start, read, nameOf)
    assert.ok(await follow.next(() => assert.fail('no change is reported')))
    assert.ok(mayBeIn(await read(null), follow.cursor()))
    // the timeline does not reveal the change of cluster, because a new cluster that was restored from a backup is also on the first
    // timeline
    at.settled = 900
    assert.ok(!mayBeIn(await read(null), start))
    assert.ok(!mayBeIn(await read(null), follow.cursor()))
    // the cursor has the format of earlier releases
    assert.ok(mayBeIn(await read(null), { horizon: 900, atSeconds: 0 }))
    assert.ok(!mayBeIn(await read(null), { horizon: 901, atSeconds: 0 }))
  })

  test('changes are delivered again if their handler fails', async () => {
    const { committed, read } = ledger()
    const follow = followFrom(beginning(await read(null)), read, nameOf)
    committed.push({ tx: 100, id: 'a' })
    await assert.rejects(
      follow.next(() => {
        throw new Error('the handler failed')
      }),
      /the handler failed/,
    )
    const ids: string[] = []
    assert.ok(await follow.next((fresh) => void ids.push(...fresh.map(({ id }) => id))))
    assert.deepEqual(ids, ['a'])
  })
})

test('no change is missed when PostgreSQL reuses transaction IDs after a crash', async (t) => {
  const folder = testFolder('marketplace-crash-')
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const database = await openEmbedded({ dataDir: folder, durable: true }, log)
  const pool = new Pool({ ...database.connection, max: 1 })
  pool.on('error', () => {})
  t.after(async () => {
    await pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await migrate(database.connection)

  const change = async (id: string): Promise<number> => {
    const { rows } = await pool.query<{ tx: number }>(
      `insert into shown_changes (kind, id) values ('owner', $1) returning tx::text::float8 as tx`,
      [id],
    )
    return rows[0]!.tx
  }
  /**
   * Rolls back transactions before their ids are on disk, and calls `poll`. Then kills a process of the database server, so that the
   * restarted server does not know these transactions.
   */
  async function crash(poll: () => Promise<void>): Promise<void> {
    const client = new Client(database.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const unwritten = 'begin; select pg_current_xact_id(); rollback;'
    await client.query(unwritten)
    await sleep(20)
    await client.query(unwritten.repeat(200))
    await poll()
    process.kill(rows[0]!.pid, 'SIGKILL')
    await client.end().catch(() => {})
    let wasAway = false
    await until('the restart of the database', async () => {
      const responds = await pool.query('select 1').then(
        () => true,
        () => false,
      )
      wasAway ||= !responds
      return responds && wasAway
    })
  }

  await change('first')
  const read = (horizon: number | null) => readShown(pool, horizon)
  const follow = followFrom(beginning(await read(null)), read, ({ tx, what }: VisibleChange) => `${tx} ${what}`)
  const seen: string[] = []
  let wentBack = 0
  for (let round = 0; round < 10 && wentBack < 2; round++) {
    let settled = 0
    await crash(async () => {
      assert.ok(await follow.next((fresh) => void seen.push(...fresh.map(({ what }) => what.split(' ')[1]!))))
      settled = (await read(0)).settled
    })
    const id = `after_${round}`
    if ((await change(id)) < settled) wentBack++
    assert.ok(await follow.next((fresh) => void seen.push(...fresh.map(({ what }) => what.split(' ')[1]!))))
    assert.equal(seen.at(-1), id)
  }
  assert.equal(wentBack, 2, 'no crash reused a transaction id')
})
