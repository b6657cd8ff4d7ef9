import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'
import { countOpenJobs, enqueue, enqueueOnce } from './index.ts'
import { isTime, readHeartbeats, startPulse } from './pulse.ts'
import { runPeriodicJobs } from './periodic.ts'
import { until } from '#test/until.ts'

const SPAN_S = 5
const SPANS = 6
const IDLE_MOST = 2

test('a poller polls immediately after a write, and otherwise when its interval has passed', () => {
  const now = performance.now()
  const pulse = (changedAt: number) => ({ changedAt: () => changedAt, stop: async () => {} })
  assert.equal(isTime(pulse(0), undefined, 10_000), true, 'polls the first time')
  assert.equal(isTime(pulse(now - 50), now - 100, 10_000), true, 'polls after a write since the last poll')
  assert.equal(isTime(pulse(now - 100), now - 50, 10_000), false, 'does not poll without a write')
  assert.equal(isTime(pulse(now - 20_000), now - 10_000, 10_000), true, 'polls when the interval has passed')
})

test('a transaction ID reveals that data was written, because reads do not advance it', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  // checks the id inside a transaction, because concurrent tests on the same server also advance its transaction ids
  await ctx.db.transaction().execute(async (tx) => {
    const number = async () => (await sql<{ n: string | null }>`select pg_current_xact_id_if_assigned()::text as n`.execute(tx)).rows[0]!.n
    await sql`select count(*) from accounts`.execute(tx)
    await sql`delete from accounts where id = 'none'`.execute(tx)
    assert.equal(await number(), null)
    await sql`insert into shown_changes (kind, id) values ('owner', 'usr_x')`.execute(tx)
    assert.notEqual(await number(), null)
  })
  const pulse = startPulse(ctx)
  t.after(() => pulse.stop())
  const wrote = performance.now()
  await sql`insert into shown_changes (kind, id) values ('owner', 'usr_x')`.execute(ctx.db)
  await until('the pulse to notice the job', () => pulse.changedAt() >= wrote)
})

test('the worker notices overdue jobs, and ignores jobs that are due later', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const put = (at: string) => sql`select graphile_worker.add_job('nothing', run_at => now() + ${at}::interval)`.execute(ctx.db)
  await put('1 hour')
  assert.equal((await readHeartbeats(ctx)).waits, false)
  let calls = 0
  const pulse = startPulse(ctx, () => calls++)
  t.after(() => pulse.stop())
  await sleep(1_200)
  assert.equal(calls, 0)
  await put('-2 seconds')
  await until('the pulse to notice the job', () => calls > 0)
})

test('a delayed job starts soon after the time for which it is scheduled', async (t) => {
  const app = await startApp(t, { TEST_CLOCK: 'off' })
  const { ctx } = app.service
  await enqueueOnce(ctx, 'negotiate', { offerId: 'off_none' }, 'negotiate off_none', { delayMs: 1_500 })
  const began = performance.now()
  const left = () => sql<{ n: number }>`select count(*) as n from graphile_worker.jobs where key = 'negotiate off_none'`.execute(ctx.db)
  await until('the job to run', async () => (await left()).rows[0]!.n === 0)
  assert.ok(performance.now() - began >= 1_400, 'the job started too early')
})

test('an idle service queries the database at most twice a second', async (t) => {
  await startApp(t, { TEST_CLOCK: 'off', DATABASE_URL: '' })
  let least = Number.POSITIVE_INFINITY
  // measures several time spans and uses the one with the fewest statements, because startup and periodic jobs also run statements
  for (let span = 0; span < SPANS && least > IDLE_MOST * SPAN_S; span++)
    least = Math.min(least, (await statementsOf(t, () => sleep(SPAN_S * 1_000))).length)
  assert.ok(least <= IDLE_MOST * SPAN_S, `${least} statements in ${SPAN_S} s`)
})

test('periodic jobs pause until there are writes, and run soon after a write', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  let runs = 0
  let changedAt = 0
  const pulse = { changedAt: () => changedAt, stop: async () => {} }
  const periodic = runPeriodicJobs(app.service.ctx, [{ name: 'counting', run: async () => void runs++ }], pulse)
  await until('the first run', () => runs === 1)
  await sleep(2_500)
  assert.equal(runs, 1)
  changedAt = performance.now()
  await until('a run after the write', () => runs === 2)
  await periodic.stop()
})

test('a periodic job that reached its limit continues without waiting for a write', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  let runs = 0
  const pulse = { changedAt: () => 0, stop: async () => {} }
  const batch = { name: 'batch', run: async () => (++runs < 3 ? ('more' as const) : ('done' as const)) }
  const periodic = runPeriodicJobs(app.service.ctx, [batch], pulse)
  await until('the third run', () => runs === 3)
  await periodic.stop()
})

test('a cleanup waits for its minimum interval after a write, and without a write for its maximum interval', (t) => {
  let now = 1_000_000
  t.mock.method(performance, 'now', () => now)
  const began = now
  const written = { changedAt: () => now, stop: async () => {} }
  const idle = { changedAt: () => 0, stop: async () => {} }
  const isDueAfter = (ms: number) => {
    now = began + ms
    return [isTime(written, began, 300_000, 60_000), isTime(idle, began, 300_000, 60_000)]
  }
  assert.deepEqual(isDueAfter(59_999), [false, false])
  assert.deepEqual(isDueAfter(60_000), [true, false])
  assert.deepEqual(isDueAfter(299_999), [true, false])
  assert.deepEqual(isDueAfter(300_000), [true, true])
})

test('the dispatch of an event, which enqueues other jobs, runs before all other jobs', async (t) => {
  const { ctx } = (await startApp(t, {}, undefined, 'web')).service
  for (const name of ['dispatch_event', 'mail_link']) await enqueue(ctx, name, {}, `priority of ${name}`)
  const { rows } = await sql`select task_identifier as name, priority from graphile_worker.jobs where key like 'priority of %' order by key`.execute(ctx.db) // prettier-ignore
  // jobs with lower values run first
  assert.deepEqual(rows, [{ name: 'dispatch_event', priority: -1 }, { name: 'mail_link', priority: 0 }]) // prettier-ignore
})

test('a job that has used all of its attempts, or that is due later, does not count as ready to run', async (t) => {
  const { ctx } = (await startApp(t, {}, undefined, 'web')).service
  const before = await countOpenJobs(ctx)
  for (const name of ['ready', 'failed', 'later']) await enqueue(ctx, 'mail_link', {}, name)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'failed'`.execute(ctx.db)
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = 'later'`.execute(ctx.db)
  assert.equal((await countOpenJobs(ctx)) - before, 1)
})
