import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { openSaleAt } from '#test/sales.ts'

const DAY_S = 86_400

describe('trade figures in the admin area', () => {
  let app: TestApp
  let boss: Awaited<ReturnType<TestApp['signUp']>>
  const life = lifetime()
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '10' })
    boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
  })

  const signIn = async () => {
    const { headers } = await app.call('POST', '/v1/sessions', { json: { email: boss.email, password: boss.password } })
    return headers['set-cookie']!.split(';')[0]!
  }
  const read = async (days = 7): Promise<Reply['body']> =>
    (await app.call('GET', `/v1/operator/trade?days=${days}`, { cookie: await signIn() })).body
  const NOTHING = { orders: 0, volume: 0, fees: 0, refunds: 0, disputes: 0 }

  test('the trade figures contain zeros for every day without a trade', async () => {
    const { data, total, before: earlier } = await read()
    assert.equal(data.length, 7)
    assert.equal(data.at(-1).day, app.service.ctx.now().toISOString().slice(0, 10))
    for (const { day: _, ...sums } of [total, earlier, ...data]) assert.deepEqual(sums, NOTHING)
  })

  test('the trade figures count orders, volume, fees, refunds and disputes by day, and include the totals of the preceding period', async () => {
    const done = await openSaleAt(app, 'completed')
    const disputed = await openSaleAt(app, 'problem')
    await app.advance(7 * DAY_S)
    const late = await openSaleAt(app, 'paid')
    assert.equal((await disputed.as('seller', 'refund')).status, 200)
    await app.advance(1)
    const { total, before: earlier } = await read()
    assert.deepEqual(earlier, { orders: 2, volume: 96, fees: 4, refunds: 0, disputes: 1 })
    assert.deepEqual([total.orders, total.volume, total.refunds, total.disputes], [1, 48, 48, 0])
    assert.deepEqual([(await done.read()).status, (await late.read()).status], ['completed', 'paid'])
  })

  test('the trade totals equal the sum of the daily figures, and match the ledger', async () => {
    const { total, before: earlier, data } = await read(90)
    for (const name of Object.keys(NOTHING))
      assert.equal(
        data.reduce((sum: number, day: Record<string, number>) => sum + Math.round(day[name]! * 100), 0),
        Math.round(total[name] * 100),
        name,
      )
    assert.deepEqual(earlier, NOTHING)
    const { rows } = await sql<{ fees: number; volume: number; refunds: number }>`
      select sum(amount_cents) filter (where account = 'fees')::int as fees,
        -sum(amount_cents) filter (where account = 'buyer' and amount_cents < 0)::int as volume,
        coalesce(sum(amount_cents) filter (where account = 'buyer' and amount_cents > 0), 0)::int as refunds from ledger_entries`.execute(
      app.service.ctx.db,
    )
    assert.deepEqual(rows[0], { fees: total.fees * 100, volume: total.volume * 100, refunds: total.refunds * 100 })
  })

  test('the overview shows the trade figures for the selected period as a chart and a table', async () => {
    const cookie = await signIn()
    const page = async (path: string) => (await app.call('GET', path, { cookie })).body as string
    const { total } = await read(90)
    const body = await page('/operator?days=90')
    assert.match(body, /Gross volume <strong class="number">\$144<\/strong><\/figcaption><p class="small quiet">\$0 in the 90 days before/)
    assert.ok(body.includes(`Orders paid <strong class="number">${total.orders}<`))
    assert.match(body, /<caption[^>]*>Day by day/)
    assert.match(await page('/operator'), /aria-current="page"[^>]*>30 days|30 days<\/a>/)
  })

  test('a period that is too long is rejected, and trade figures are visible only to operators', async () => {
    const cookie = await signIn()
    const bad = await app.call('GET', '/v1/operator/trade?days=91', { cookie })
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'days'])
    const ana = await app.signUp('Ana')
    assert.equal((await app.call('GET', '/v1/operator/trade')).status, 401)
    assert.equal((await app.call('GET', '/v1/operator/trade', { cookie: ana.cookie })).status, 404)
    assert.equal((await app.call('GET', '/v1/operator/trade', { key: boss.key })).status, 403)
  })
})
