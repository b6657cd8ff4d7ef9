import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startApp } from '#test/app.ts'
import { lockWaits } from '#test/contention.ts'
import { openSeller } from '#test/factories.ts'
import { until } from '#test/until.ts'

test('while many writes of one account wait for a record, another account can write', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const [ana, bo] = [await openSeller(app, 'Ana'), await openSeller(app, 'Bo')]
  const { id } = await ana.list({ title: 'Lamp', price: 60 })
  const other = new Client({ connectionString: app.databaseUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from listings where id = $1 for update', [id])
  let ended = 0
  const change = async (price: number) => {
    const { status } = await ana.call('PATCH', `/v1/listings/${id}`, { json: { price } })
    ended++
    return status
  }
  const waiting = Promise.all(Array.from({ length: 40 }, (_, n) => change(50 + n)))
  await until('two waiting writes', async () => (await lockWaits(app.service.ctx.db)) >= 2)
  await bo.list({ title: 'Vase', price: 20 })
  assert.equal(ended, 0, 'the other account does not wait for these writes')
  await other.query('rollback')
  await other.end()
  assert.deepEqual(new Set(await waiting), new Set([200]))
})
