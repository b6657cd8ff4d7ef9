import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { until } from '#test/until.ts'
import { read } from '#test/cluster.ts'

const LISTINGS = 1_000
/**
 * Total number of kills during the change and during its undo. For the long form: `ATTACK=long npm run test:one --
 * test/chaos/bulk.test.ts`.
 */
const KILLS = process.env.ATTACK === 'long' ? 20 : 2

test('a bulk change of 1,000 listings survives kill -9 of the worker, and undoing the change restores every byte', async (t) => {
  const home = await makeHome(t)
  const web = await home.start('web')
  const rows = <T>(sql: string) => read<T>({ connectionString: home.databaseUrl }, sql)
  const call = async (method: string, path: string, key?: string, json?: object) => {
    const reply = await send(web.port, method, `/v1${path}`, { ...(key && { key }), ...(json && { json }) })
    assert.ok(reply.status < 300, `${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const key = (await call('POST', '/accounts', undefined, { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' }))
    .api_key.secret
  await call('POST', '/shops', key, { name: 'Killed often', slug: 'killed-often' })
  for (let made = 0; made < LISTINGS; made += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        call('POST', '/listings', key, { title: 'Lamp', price: (4000 + made + n) / 100, lowest_price: 39.5 }),
      ),
    )
  const state = () => rows<{ row: string }>(`select (to_jsonb(l) - 'updated_at')::text as row from listings l order by id`)
  const prices = async () =>
    (await rows<{ price: number }>('select price_cents as price from listings order by id')).map(({ price }) => price)
  const [before, pricesBefore] = [await state(), await prices()]
  assert.equal(before.length, LISTINGS)

  let kills = 0
  /** Kills the worker `times` times at different points of its work, and waits until the work is done. */
  async function survive(id: string, times: number, end: string): Promise<void> {
    let worker = await home.start('worker', {}, { ready: false })
    const progress = async () => {
      const bulk = await call('GET', `/listings/bulk/${id}`, key)
      return { ended: bulk.status === end, done: bulk.done + bulk.refused.length }
    }
    for (let nth = 1; nth <= times; nth++) {
      const from = Math.floor((LISTINGS * nth) / (times + 1))
      await until(`${from} listings`, async () => (await progress()).done >= from, 120_000)
      await sleep(Math.random() * 20)
      worker.process.kill('SIGKILL')
      await worker.exited
      const { ended, done } = await progress()
      assert.ok(!ended && done < LISTINGS, 'the kill interrupts the work')
      kills++
      // the job of a dead worker stays locked for five minutes, so the test backdates the lock
      await rows(`update graphile_worker._private_jobs set locked_at = locked_at - interval '6 minutes' where locked_at is not null`)
      worker = await home.start('worker', {}, { ready: false })
    }
    await until(`the state ${end}`, async () => (await progress()).ended, 240_000)
    worker.process.kill('SIGKILL')
    await worker.exited
  }

  const { id } = await call('POST', '/listings/bulk', key, { where: {}, change: { price: { add: 1 } } })
  await survive(id, KILLS / 2, 'done')
  assert.deepEqual(
    await prices(),
    pricesBefore.map((cents) => cents + 100),
    'no row was changed twice or left out',
  )
  await call('POST', `/listings/bulk/${id}/undo`, key)
  await survive(id, KILLS / 2, 'undone')
  assert.deepEqual(await state(), before)
  const { done, refused } = await call('GET', `/listings/bulk/${id}`, key)
  assert.deepEqual([done, refused], [LISTINGS, []])
  const events = await rows<{ n: number }>(
    `select count(*)::int as n from events where type = 'listing.changed' group by data::jsonb -> 'object' ->> 'id'`,
  )
  assert.deepEqual(
    [events.length, new Set(events.map(({ n }) => n))],
    [LISTINGS, new Set([2])],
    'each listing changed twice: once and back',
  )
  assert.equal(kills, KILLS)
  t.diagnostic(`${kills} kills of the worker; ${LISTINGS} listings changed once and restored once`)
})
