import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { runPeriodicJob, forEachDue, runPeriodicJobs, UNSTOPPED, type PeriodicJob } from '#platform/jobs/periodic.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import { slack } from '#test/machine.ts'
import { startLocalServer, type LocalServer } from '#test/local-server.ts'

const ORDERS = 8

describe('periodic jobs while a payment provider accepts requests but never responds', () => {
  let app: TestApp
  let silent: LocalServer
  let requests: string[]
  let ana: Seller
  let ben: Awaited<ReturnType<TestApp['signUp']>>
  let stopped = false
  const cleanups: (() => Promise<void>)[] = []

  before(async () => {
    requests = []
    silent = await startLocalServer(undefined, ({ method, url }) => void requests.push(`${method} ${url!.split('?')[0]}`))
    app = await startApp(
      { after: (stop) => void cleanups.push(stop) },
      {
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_silent',
        STRIPE_WEBHOOK_SECRET: 'whsec_silent',
        STRIPE_API_BASE: silent.url,
        LOG_LEVEL: 'silent',
      },
    )
    ana = await openSeller(app)
    ben = await app.signUp('Ben')
  })
  after(async () => {
    await silent.stop()
    if (!stopped) for (const stop of cleanups) await stop()
  })

  const statusOf = async (table: 'offers' | 'orders', id: string) =>
    (await app.service.ctx.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  /** Creates payment attempts that get no response, so that the service must query the provider about each attempt. */
  async function openTries(): Promise<string[]> {
    const ids: string[] = []
    for (let one = 0; one < ORDERS; one++) {
      const { id: listing } = await ana.list({ title: `Lamp ${one}`, price: 40, shipping: 8, publish: true })
      const { body } = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing, address: HOME } })
      ids.push(body.id)
    }
    await sql`
      insert into payments (id, order_id, buyer_id, provider, method, amount_cents, status, created_at, updated_at)
      select 'pay_' || substr(id, 5), id, buyer_id, 'stripe', 'pm_card_visa', item_cents + shipping_cents, 'started', created_at, created_at
      from orders where id = any(${ids})`.execute(app.service.ctx.db)
    return ids
  }

  test('a hanging payment provider does not delay deadlines, and delays a shutdown by at most one request', async () => {
    const orders = await openTries()
    const { id: listing } = await ana.list({ title: 'Clock', price: 50, publish: true })
    const offer = (await app.call('POST', '/v1/offers', { key: ben.key, json: { listing, amount: 30 } })).body
    // advances the service's clock until the periodic jobs become due
    app.service.ctx.clock.setOffsetMs(3 * 86_400_000)
    const began = performance.now()
    const isOver = async () =>
      (await statusOf('offers', offer.id)) === 'expired' &&
      (await Promise.all(orders.map((id) => statusOf('orders', id)))).every((status) => status === 'expired')
    while (!(await isOver())) {
      assert.ok(performance.now() - began < slack(8_000), 'expired records wait for the provider')
      await sleep(50)
    }
    const polls = () => requests.filter((path) => path.includes('payment_intents') || path.includes('checkout'))
    while (polls().length === 0) {
      assert.ok(performance.now() - began < slack(8_000), 'the provider got no request, so the test proves nothing')
      await sleep(50)
    }
    const stopping = performance.now()
    stopped = true
    for (const stop of cleanups) await stop()
    const tookMs = performance.now() - stopping
    assert.ok(tookMs < slack(15_000), `the shutdown took ${Math.round(tookMs)} ms`)
    assert.ok(polls().length < ORDERS, `${polls().length} of ${ORDERS} requests were sent while the first hung`)
  })
})

describe('a batch of items in a periodic job', () => {
  const away = new PaymentsError('unavailable', 'away')

  test('when a provider is unavailable, a periodic job stops at the first item for this provider, and requeues the item last', async () => {
    const [done, put] = [[] as number[], [] as number[]]
    const work = async (item: number) => {
      if (item === 2) throw new PaymentsError('refused', 'this one alone')
      if (item === 4) throw away
      done.push(item)
    }
    await forEachDue([1, 2, 3, 4, 5], UNSTOPPED, work, (_error, item) => void put.push(item))
    assert.deepEqual(
      [done, put],
      [
        [1, 3],
        [2, 4],
      ],
    )
  })

  test('at shutdown, a periodic job stops after its current item', async () => {
    const stop = new AbortController()
    const done: number[] = []
    const work = async (item: number) => {
      done.push(item)
      if (item === 2) stop.abort()
    }
    await forEachDue([1, 2, 3], stop.signal, work, () => {})
    assert.deepEqual(done, [1, 2])
  })
})

describe('several periodic jobs in one process', () => {
  test('a provider that hangs delays only the jobs that call this provider', async (t) => {
    const app = await startApp(t)
    const hang = Promise.withResolvers<void>()
    const runs = { inside: 0, storage: 0, behind: 0 }
    const periodic = runPeriodicJobs(app.service.ctx, [
      { name: 'hangs', party: 'payments', run: () => hang.promise },
      { name: 'behind it', party: 'payments', run: async () => void runs.behind++ },
      { name: 'another party', party: 'storage', run: async () => void runs.storage++ },
      { name: 'inside', run: async () => void runs.inside++ },
    ])
    await sleep(100)
    assert.deepEqual(runs, { inside: 1, storage: 1, behind: 0 })
    const stop = periodic.stop()
    hang.resolve()
    await stop
    assert.deepEqual(runs.behind, 0, 'no further item starts once the process stops')
  })

  test('a job that calls an undeclared provider fails with an error that names the missing declaration', async (t) => {
    const app = await startApp(t, { LOG_LEVEL: 'silent' })
    const { ctx } = app.service
    const jobs: [string, PeriodicJob['run']][] = [
      ['storage', async (inside) => void (await inside.storage.size('photos/a'))],
      ['payments', async (inside) => void (await inside.payments!.refund({ id: 'a', ref: 'b', amountCents: 1 }))],
      ['mail', async (inside) => inside.mail.send({} as never)],
    ]
    for (const [name, run] of jobs) {
      await assert.rejects(runPeriodicJob(ctx, { name, run }, UNSTOPPED), /must declare it in `party`/, name)
      await runPeriodicJob(ctx, { name, party: 'anybody', run }, UNSTOPPED).catch((error: Error) =>
        assert.doesNotMatch(error.message, /must declare it/),
      )
    }
    await runPeriodicJob(ctx, { name: 'name', run: async (inside) => assert.equal(inside.payments!.name, 'test') }, UNSTOPPED)
  })
})
