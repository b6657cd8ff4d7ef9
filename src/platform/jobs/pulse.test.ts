import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '#test/app.ts'
import { isTime, startPulse } from './pulse.ts'
import { sweepForever } from './sweeps.ts'

test('what looks again and again does so at once after a write, and else when its time has come', () => {
  const now = performance.now()
  const pulse = (changedAt: number) => ({ changedAt: () => changedAt, stop: async () => {} })
  assert.equal(isTime(pulse(0), undefined, 10_000), true, 'the first time')
  assert.equal(isTime(pulse(now - 50), now - 100, 10_000), true, 'somebody wrote since')
  assert.equal(isTime(pulse(now - 100), now - 50, 10_000), false, 'nobody wrote since')
  assert.equal(isTime(pulse(now - 20_000), now - 10_000, 10_000), true, 'it is time')
})

test('a write of anybody takes a number by which it is noticed, and a read does not', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  // other tests write to the same server, so that its numbers go on whatever this one does
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
  while (pulse.changedAt() < wrote) {
    assert.ok(performance.now() - wrote < 5_000, 'not noticed')
    await sleep(50)
  }
})

test('sweeps rest while nobody writes, and run in the second after somebody did', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  let runs = 0
  let changedAt = 0
  const pulse = { changedAt: () => changedAt, stop: async () => {} }
  const sweeping = sweepForever(app.service.ctx, [{ name: 'counting', run: async () => void runs++ }], pulse)
  await sleep(2_500)
  assert.equal(runs, 1)
  changedAt = performance.now()
  await sleep(1_500)
  assert.equal(runs, 2)
  await sweeping.stop()
})
