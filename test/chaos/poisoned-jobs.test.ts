import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { until } from '#test/until.ts'
import { recordEvent, subscribe } from '#test/webhooks.ts'

/** Job payloads that no release of the service creates. */
const POISON = [null, {}, [], 'text', 7, { id: null }, { id: 'lst_none', listingId: {}, accountId: [], runId: 'run_none' }]

test('invalid jobs of every kind fail without affecting other jobs, and the metrics count the failures', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const seller = await app.signUp()
  await subscribe(app, seller.key, receiver.url)
  const { db } = app.service.ctx
  const kinds = (await sql<{ name: string }>`select identifier as name from graphile_worker._private_tasks`.execute(db)).rows
  assert.ok(kinds.length >= 15, `${kinds.length} kinds of jobs`)

  await sql`select graphile_worker.add_job(kind, payload::json, priority => -2)
    from unnest(${kinds.map(({ name }) => name)}::text[]) kind, unnest(${POISON.map((payload) => JSON.stringify(payload))}::text[]) payload`.execute(
    db,
  )
  const untried = sql`select from graphile_worker._private_jobs where attempts = 0 or locked_at is not null`
  await until('every job to be tried', async () => (await untried.execute(db)).rows.length === 0)
  const failed = (await sql<{ error: string }>`select last_error as error from graphile_worker._private_jobs`.execute(db)).rows
  assert.ok(failed.length >= kinds.length, `${failed.length} failed jobs of ${kinds.length} kinds`)
  assert.ok(failed.every(({ error }) => error))

  await recordEvent(app, seller.id)
  await receiver.until(1)
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where attempts > 0`.execute(db)
  assert.match((await app.call('GET', '/metrics')).body, new RegExp(`^jobs_failed ${failed.length}$`, 'm'))
})
