import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { emptyDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { countFailedJobs, countOpenJobs, dropJobs, enqueue, enqueueOnce, freeDeadJobs, prepareQueue } from './index.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

type Row = { name: string; key: string | null; payload: unknown; priority: number; line: string | null; locked: boolean; delay: number }
const jobs = async () =>
  (
    await sql<Row>`
      select t.identifier as name, j.key, j.payload, j.priority, q.queue_name as line, j.locked_at is not null as locked,
        round(extract(epoch from j.run_at - j.created_at))::integer as delay
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      order by j.id`.execute(db)
  ).rows
const plain = { priority: 0, line: null, locked: false, delay: 0 }
const change = (key: string, columns: string) =>
  sql`update graphile_worker._private_jobs set ${sql.raw(columns)} where key = ${key}`.execute(db)
const lockedKeys = async () => (await jobs()).filter(({ locked }) => locked).map(({ key }) => key)

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

test('a job with the same key replaces one that has not started, and a job without a key replaces none', async () => {
  await enqueue(ctx, 'tell', { n: 1 })
  await enqueue(ctx, 'tell', { n: 2 })
  await enqueue(ctx, 'tell', { n: 3 }, 'a')
  await enqueue(ctx, 'tell', { n: 4 }, 'a')
  assert.deepEqual(await jobs(), [
    { name: 'tell', key: null, payload: { n: 1 }, ...plain },
    { name: 'tell', key: null, payload: { n: 2 }, ...plain },
    { name: 'tell', key: 'a', payload: { n: 4 }, ...plain },
  ])
})

test('a job that is enqueued once does not replace a job with its key, even if that job has started', async () => {
  await enqueueOnce(ctx, 'tell', { n: 1 }, 'a')
  await enqueueOnce(ctx, 'tell', { n: 2 }, 'a', { delayMs: 5_000 })
  await enqueueOnce(ctx, 'tell', { n: 3 }, 'b', { delayMs: 90_000, line: 'slow' })
  const first = { name: 'tell', key: 'a', payload: { n: 1 }, ...plain }
  const second = { name: 'tell', key: 'b', payload: { n: 3 }, ...plain, line: 'slow', delay: 90 }
  assert.deepEqual(await jobs(), [first, second])
  await change('a', `locked_at = now(), locked_by = 'w'`)
  await enqueueOnce(ctx, 'tell', { n: 4 }, 'a')
  assert.deepEqual(await jobs(), [{ ...first, locked: true }, second])
})

test('only the dispatch of events has a higher priority', async () => {
  await enqueue(ctx, 'dispatch_event', {})
  await enqueueOnce(ctx, 'dispatch_event', {}, 'a')
  await enqueueOnce(ctx, 'tell', {}, 'b')
  assert.deepEqual((await jobs()).map(({ priority }) => priority), [-1, -1, 0]) // prettier-ignore
})

test('jobs are dropped by their keys, unless they have started', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await enqueue(ctx, 'tell', {}, key)
  await change('b', `locked_at = now(), locked_by = 'w'`)
  await dropJobs(ctx, ['a', 'b', 'c'])
  assert.deepEqual((await jobs()).map(({ key }) => key), ['b', 'd']) // prettier-ignore
})

test('the jobs of a dead process are unlocked after five minutes, and at once if no other process runs them', async () => {
  const lock = async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    for (const [name, key, seconds] of [
      ['tell', 'new', 290],
      ['tell', 'old', 310],
      ['deliver', 'other', 310],
    ] as const) {
      // prettier-ignore
      await enqueue(ctx, name, {}, key)
      await change(key, `locked_at = now() - interval '${seconds} seconds', locked_by = 'w'`)
    }
  }
  await lock()
  await freeDeadJobs(ctx)
  assert.deepEqual(await lockedKeys(), ['new'])
  const { rows } = await sql`select locked_by from graphile_worker._private_jobs order by id`.execute(db)
  assert.deepEqual(rows, [{ locked_by: 'w' }, { locked_by: null }, { locked_by: null }])
  await lock()
  await freeDeadJobs(ctx, { names: ['deliver'] })
  assert.deepEqual(await lockedKeys(), ['new', 'old'])
  await lock()
  await freeDeadJobs(ctx, { alone: true, names: ['tell'] })
  assert.deepEqual(await lockedKeys(), ['other'])
  await freeDeadJobs(ctx, { alone: true })
  assert.deepEqual(await lockedKeys(), [])
})

test('a job is counted as open if it is due, and as failed if it has used up its attempts', async () => {
  const counts = async () => [await countOpenJobs(ctx), await countFailedJobs(ctx)]
  assert.deepEqual(await counts(), [0, 0])
  for (const key of ['due', 'last', 'failed']) await enqueue(ctx, 'tell', {}, key)
  await enqueueOnce(ctx, 'tell', {}, 'later', { delayMs: 60_000 })
  await change('last', 'attempts = max_attempts - 1')
  await change('failed', 'attempts = max_attempts')
  assert.deepEqual(await counts(), [2, 1])
})

test('preparing the queue creates its tables, and leaves no connection open', async () => {
  const { db: empty, connection, drop } = await emptyDatabase()
  try {
    const connections = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity where datname = current_database()`.execute(empty))
        .rows[0]!.count
    const before = await connections()
    await prepareQueue(connection)
    assert.equal(await countOpenJobs({ ...ctx, db: empty }), 0)
    await until('the temporary connections are closed', async () => (await connections()) === before)
  } finally {
    await drop()
  }
})
