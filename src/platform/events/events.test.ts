import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { openTestTenant } from '#test/sandbox.ts'
import {
  countWaitingEvents,
  eventInsert,
  findEvent,
  findEvents,
  markDispatched,
  publicEvent,
  record,
  recordAll,
  requeueWaitingEvents,
  restartEventOrder,
  type NewEvent,
} from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const now = app.service.ctx.now()
const ctx = { ...app.service.ctx, now: () => now }
const { db } = ctx
const ana = await app.signUp('Ana')
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ctx, work)
/** Records one event `ms` milliseconds after `now`. */
const recordAt = (ms: number, event: Partial<NewEvent> = {}) =>
  inTransaction({ ...ctx, now: () => new Date(now.getTime() + ms) }, (tx) =>
    record(tx, { accountId: ana.id, type: 'order.completed', object: { ms }, ...event }),
  )
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

type JobRow = { task_identifier: string; key: string | null; priority: number; payload: { id: string } }
const jobs = async () =>
  (
    await sql<JobRow>`
      select t.identifier as task_identifier, j.key, j.priority, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.key`.execute(db)
  ).rows
const jobKeys = async () => (await jobs()).map(({ key }) => key)

beforeEach(async () => {
  await db.deleteFrom('events').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

test('the public form of an event has `livemode` only in test mode', () => {
  const event = { id: 'evt_1', type: 'order.completed' as const, createdAt: new Date(0), object: { id: 'ord_1' } }
  const shared = { id: 'evt_1', object: 'event', type: 'order.completed', created_at: '1970-01-01T00:00:00.000Z', data: { object: { id: 'ord_1' } } } // prettier-ignore
  assert.deepEqual(publicEvent({ ...event, livemode: true }), shared)
  assert.deepEqual(publicEvent({ ...event, livemode: false }), { ...shared, livemode: false })
})

test('events are recorded with a dispatch job each, and only types that webhooks deliver are public', async () => {
  const events: NewEvent[] = [
    { accountId: ana.id, type: 'order.completed', object: { id: 'ord_1' } },
    { accountId: ana.id, type: 'order.settled', object: { id: 'ord_2' } },
  ]
  const ids = await inTx((tx) => recordAll(tx, events))
  const rows = await db.selectFrom('events').select(['id', 'account_id', 'type', 'is_public', 'data', 'created_at', 'dispatched_at']).orderBy('id').execute() // prettier-ignore
  const shared = { account_id: ana.id, created_at: now, dispatched_at: null }
  assert.deepEqual(rows, [
    { id: ids[0], type: 'order.completed', is_public: true, data: '{"object":{"id":"ord_1"}}', ...shared },
    { id: ids[1], type: 'order.settled', is_public: false, data: '{"object":{"id":"ord_2"}}', ...shared },
  ])
  assert.deepEqual(await jobs(), ids.map((id) => ({ task_identifier: 'dispatch_event', key: id, priority: -1, payload: { id } }))) // prettier-ignore
  assert.equal(await countWaitingEvents(ctx), 2)
  assert.deepEqual(await recordAll({} as Tx, []), [], 'no events need no statement')
})

test('events of a statement that changes no row are not recorded, and neither are their jobs', async () => {
  for (const [changes, expected] of [
    [false, 0],
    [true, 1],
  ] as const) {
    // prettier-ignore
    await inTx(async (tx) => {
      const { parts, done } = eventInsert(tx, [{ accountId: ana.id, type: 'order.completed', object: {} }], 'changed')
      await sql`with changed as (select 1 where ${changes}), ${parts} select ${done}`.execute(tx.db)
    })
    assert.deepEqual([await countWaitingEvents(ctx), (await jobs()).length], [expected, expected])
  }
})

test('a dispatcher gets its own event and then the oldest other undispatched events', async () => {
  const [third, first, second] = [await recordAt(3), await recordAt(1), await recordAt(2)]
  const batch = (id: string, most: number) => inTx((tx) => findEvents(tx, id, most))
  assert.deepEqual(idsOf(await batch(third, 1)), [third])
  assert.deepEqual(idsOf(await batch(third, 2)), [third, first])
  assert.deepEqual(idsOf(await batch(third, 4)), [third, first, second])
  const at = (ms: number) => ({ type: 'order.completed', accountId: ana.id, object: { ms }, createdAt: new Date(now.getTime() + ms) })
  assert.deepEqual(await batch(first, 2), [{ id: first, ...at(1), livemode: true }, { id: second, ...at(2), livemode: true }]) // prettier-ignore
  await inTx(async (tx) => markDispatched(tx, await findEvents(tx, first, 1)))
  assert.deepEqual(idsOf(await batch(first, 4)), [], 'the event is already dispatched')
  assert.deepEqual(idsOf(await batch(third, 4)), [third, second])
})

test('a dispatcher skips other events that another dispatcher has locked', async () => {
  const [one, other, third] = [await recordAt(1), await recordAt(2), await recordAt(3)]
  const [locked, read] = [Promise.withResolvers<string[]>(), Promise.withResolvers<void>()]
  const holding = inTx(async (tx) => {
    locked.resolve(idsOf(await findEvents(tx, other, 1)))
    await read.promise
  })
  assert.deepEqual(await locked.promise, [other])
  assert.deepEqual(idsOf(await inTx((tx) => findEvents(tx, one, 3))), [one, third])
  read.resolve()
  await holding
})

test('an event of a test account is not live', async () => {
  const { seller } = await openTestTenant(app, ana)
  const id = await recordAt(0, { accountId: seller.id })
  assert.deepEqual((await inTx((tx) => findEvents(tx, id, 1))).map(({ livemode }) => livemode), [false]) // prettier-ignore
})

test('marking several events as dispatched deletes their waiting jobs; the only event of a batch is dispatched by its own job', async () => {
  const [one, two, three, four] = [await recordAt(1), await recordAt(2), await recordAt(3), await recordAt(4)]
  await inTx(async (tx) => markDispatched(tx, await findEvents(tx, one, 1)))
  assert.deepEqual(await jobKeys(), [one, two, three, four])
  await inTx(async (tx) => markDispatched(tx, await findEvents(tx, two, 2)))
  assert.deepEqual(await jobKeys(), [one, four])
  const rows = await db.selectFrom('events').select(['id', 'dispatched_at']).orderBy('created_at').execute()
  assert.deepEqual(rows, [
    { id: one, dispatched_at: now },
    { id: two, dispatched_at: now },
    { id: three, dispatched_at: now },
    { id: four, dispatched_at: null },
  ])
  assert.equal(await countWaitingEvents(ctx), 1)
})

test('a follow-up job finds the object of an event until the event is deleted', async () => {
  const id = await recordAt(5)
  assert.deepEqual(await findEvent(ctx, id), { id, object: { ms: 5 }, createdAt: new Date(now.getTime() + 5) })
  assert.equal(await findEvent(ctx, 'evt_none'), undefined)
})

test('an event that has waited for more than 30 seconds gets one more dispatch job', async () => {
  const [dispatched, old] = [await recordAt(-60_000), await recordAt(-30_001)]
  await recordAt(-30_000)
  await inTx(async (tx) => markDispatched(tx, await findEvents(tx, dispatched, 1)))
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await requeueWaitingEvents(ctx)
  await requeueWaitingEvents(ctx)
  assert.deepEqual(await jobs(), [{ task_identifier: 'dispatch_event', key: `again ${old}`, priority: -1, payload: { id: old } }])
})

test('the order of events restarts only if a recent event has a transaction id from a different server', async () => {
  await recordAt(1)
  await recordAt(2)
  const xids = async () => (await db.selectFrom('events').select('xid').orderBy('created_at').execute()).map(({ xid }) => xid)
  const before = await xids()
  await restartEventOrder(db)
  assert.deepEqual([await xids(), before.includes('0')], [before, false])
  const last = (await db.selectFrom('events').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id
  await sql`update events set xid = '1000000000' where id = ${last}`.execute(db)
  await restartEventOrder(db)
  assert.deepEqual(await xids(), ['0', '0'])
})
