import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'
import { makeTestKey, openTestTenant, type TestTenant } from '#test/sandbox.ts'
import { HOME } from '#test/sales.ts'
import { assertSigned, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'

const DAY = 86_400

describe('test mode of an account', () => {
  const t = lifetime()
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    app = await startApp(t)
    receiver = await startReceiver(t)
  })
  const call = async (key: string, method: string, path: string, json?: unknown) => {
    const reply = await app.call(method, `/v1${path}`, { key, ...(json === undefined ? {} : { json }) })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const advance = async (key: string, seconds: number) => {
    await call(key, 'POST', '/sandbox/clock', { advance_seconds: seconds })
    // runs the jobs that are due now, as the worker does every second or two
    await app.advance(0)
  }
  const lamp = async ({ seller }: TestTenant, slug = 'lamps') => {
    await call(seller.key, 'POST', '/shops', { name: 'Lamps', slug })
    return call(seller.key, 'POST', '/listings', { title: 'Brass lamp', price: 40, shipping: 8, publish: true })
  }

  test('test keys have a test prefix, and every response to a test key has `livemode` set to false', async () => {
    const ana = await app.signUp()
    const api = await makeTestKey(app, ana, 'seller')
    assert.match(api.secret, /^rsk_test_[0-9A-Za-z]{36}$/)
    const agent = await makeTestKey(app, ana, 'buyer', { kind: 'agent' })
    assert.match(agent.secret, /^ral_test_[0-9A-Za-z]{36}$/)
    const me = await app.call('GET', '/v1/me', { key: api.secret })
    assert.deepEqual(
      [me.body.livemode, me.body.test_account, me.body.name, me.body.email, me.headers['livemode']],
      [false, 'seller', 'Test seller', ana.email, 'false'],
    )
    const none = await app.call('GET', '/v1/shops/none-of-hers', { key: api.secret })
    assert.deepEqual([none.status, none.headers['livemode']], [404, 'false'], 'an error has the header too')
    const own = await app.call('GET', '/v1/me', { key: ana.key })
    assert.deepEqual([own.body.livemode, own.body.test_account, own.headers['livemode']], [true, null, undefined])
    const { data } = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body
    assert.deepEqual(
      data.map((key: { livemode: boolean; test_account: string | null }) => [key.livemode, key.test_account]),
      [
        [false, 'buyer'],
        [false, 'seller'],
        [true, null],
      ],
    )
    await app.call('DELETE', `/v1/keys/${api.id}`, { cookie: ana.cookie })
    assert.equal((await app.call('GET', '/v1/me', { key: api.secret })).status, 401)
    const wrong = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'x', kind: 'api', scopes: [], test_account: 'buyer' },
    })
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'test_account'])
  })

  test('a complete sale, including the payout, works in test mode, with a separate webhook and clock', async () => {
    const ana = await app.signUp()
    const tenant = await openTestTenant(app, ana)
    const { seller, buyer } = tenant
    const secret = await subscribe(app, seller.key, receiver.url, {
      events: ['offer.received', 'listing.sold', 'order.completed', 'payout.sent'],
    })
    const real = await subscribe(app, ana.key, `${receiver.url}-real`)
    assert.notEqual(real, secret)
    const listing = await lamp(tenant)
    assert.equal(listing.url, `${app.url}/test/lamps/brass-lamp`)

    const found = await call(buyer.key, 'GET', '/market/search?q=lamp')
    assert.deepEqual([found.total, found.stores, found.data[0].id], [1, 1, listing.id])
    assert.deepEqual((await call(buyer.key, 'GET', '/market/stores')).data[0].slug, 'lamps')
    assert.equal((await call(buyer.key, 'GET', '/market/stores/lamps')).listings.length, 1)
    assert.equal((await call(buyer.key, 'GET', '/market/suggest?q=lam')).data[0].text, 'Lamps')

    const offer = await call(buyer.key, 'POST', '/offers', { listing: listing.id, amount: 39 })
    const accepted = await call(seller.key, 'POST', `/offers/${offer.id}/accept`, {})
    const order = accepted.order
    const paid = await call(buyer.key, 'POST', `/orders/${order}/pay`, { method: 'test_ok', address: HOME })
    assert.equal(paid.status, 'paid')
    await call(seller.key, 'POST', `/orders/${order}/ship`, {})
    await app.advance(0)
    const now = app.service.ctx.now().getTime()
    assert.equal((await call(seller.key, 'GET', `/orders/${order}`)).status, 'shipped')

    await advance(seller.key, 15 * DAY)
    const done = await call(seller.key, 'GET', `/orders/${order}`)
    assert.deepEqual([done.status, done.payout], ['completed', 'sent'])
    assert.ok(Date.parse(done.created_at) < now - 14 * DAY * 1000, 'its timestamps moved back')
    assert.ok(app.service.ctx.now().getTime() - now < DAY * 1000, 'the service clock did not move')

    const events = receiver.received.map((got) => ({ got, body: JSON.parse(got.body) }))
    assert.deepEqual(
      new Set(events.map(({ body }) => body.type)),
      new Set(['listing.sold', 'offer.received', 'order.completed', 'payout.sent']),
    )
    assert.equal(events.length, 4)
    for (const { got, body } of events) {
      assert.equal(body.livemode, false)
      assert.equal(got.path, '/hooks', 'the real webhook receives nothing')
      assertSigned(got, secret)
    }
    assert.equal((await call(ana.key, 'GET', '/events')).total, 0)
    const listed = await call(seller.key, 'GET', '/events')
    assert.ok(listed.data.every((one: { livemode: boolean }) => !one.livemode) && listed.total === 4)
    const ledger = await sql<{ sum: number }>`select coalesce(sum(amount_cents), 0)::int as sum from ledger_entries`.execute(
      app.service.ctx.db,
    )
    assert.equal(ledger.rows[0]!.sum, 0)
    const mails = await sql<{
      n: number
    }>`select count(*)::int as n from mails m join accounts a on a.id = m.account_id where a.sandbox_of is not null`.execute(
      app.service.ctx.db,
    )
    assert.equal(mails.rows[0]!.n, 0, 'test mode sends no email')
  })

  test('a live shop and the test shops of different accounts can all have the same slug', async () => {
    const [ana, ben] = [await app.signUp(), await app.signUp('Ben')]
    const [hers, his] = [await openTestTenant(app, ana), await openTestTenant(app, ben)]
    for (const key of [hers.seller.key, his.seller.key, ana.key]) await call(key, 'POST', '/shops', { name: 'Same', slug: 'same-name' })
    const again = await app.call('POST', '/v1/shops', { key: hers.buyer.key, json: { name: 'Same', slug: 'same-name' } })
    assert.deepEqual([again.status, again.body.error.param], [409, 'slug'])
    const url = (await call(ana.key, 'GET', '/shops/same-name')).url
    assert.equal(url, `http://same-name.resale.localhost:${app.port}`)
  })

  test('resetting test data deletes sales and listings, but neither the keys nor the webhook', async () => {
    const ana = await app.signUp()
    const tenant = await openTestTenant(app, ana)
    const { seller, buyer } = tenant
    await subscribe(app, seller.key, receiver.url)
    const listing = await lamp(tenant)
    const order = await call(buyer.key, 'POST', '/orders', { listing: listing.id, address: HOME })
    await call(buyer.key, 'POST', `/orders/${order.id}/pay`, { method: 'test_ok' })
    await call(buyer.key, 'POST', '/threads', { listing: listing.id, text: 'When will you send it?' })
    await call(buyer.key, 'PUT', '/market/stores/lamps/follow')
    await app.advance(0)
    await call(seller.key, 'POST', '/sandbox/reset')
    assert.deepEqual((await call(seller.key, 'GET', '/me')).shops, [])
    for (const path of [
      '/listings',
      '/orders?role=seller',
      '/threads?role=seller',
      '/events',
      '/webhooks/deliveries',
      '/offers?role=seller',
    ])
      assert.equal((await call(seller.key, 'GET', path)).total, 0, path)
    assert.equal((await call(buyer.key, 'GET', '/follows')).total, 0)
    assert.equal((await call(seller.key, 'GET', '/webhooks')).url, receiver.url)
    await lamp(tenant)
  })

  test('test data can be read, reset or advanced in time only with a session or a test API key', async () => {
    const ana = await app.signUp()
    const nothing = await app.call('GET', '/v1/sandbox', { cookie: ana.cookie })
    assert.deepEqual(nothing.body, { object: 'sandbox', accounts: [], ahead_seconds: 0 })
    const agent = await makeTestKey(app, ana, 'seller', { kind: 'agent' })
    const api = await makeTestKey(app, ana, 'seller', { scopes: [] })
    for (const [method, path, json] of [
      ['GET', '/sandbox', undefined],
      ['POST', '/sandbox/clock', { advance_seconds: 1 }],
      ['POST', '/sandbox/reset', undefined],
    ] as const) {
      const send = (by: object) => app.call(method, `/v1${path}`, { ...by, ...(json && { json }) })
      for (const key of [ana.key, agent.secret]) assert.deepEqual([path, (await send({ key })).status], [path, 403])
      for (const by of [{ cookie: ana.cookie }, { key: api.secret }]) assert.deepEqual([path, (await send(by)).status], [path, 200])
    }
    const { accounts } = (await app.call('GET', '/v1/sandbox', { cookie: ana.cookie })).body
    assert.deepEqual(
      accounts.map(({ role, name }: { role: string; name: string }) => [role, name]),
      [
        ['seller', 'Test seller'],
        ['buyer', 'Test buyer'],
      ],
    )
    for (const advance_seconds of [-1, 1e9, 'x', null])
      assert.equal((await app.call('POST', '/v1/sandbox/clock', { key: api.secret, json: { advance_seconds } })).status, 400)
  })

  test('a request with an agent’s test key waits for approval, which the owner can give in a session', async () => {
    const ana = await app.signUp()
    const tenant = await openTestTenant(app, ana)
    const listing = await lamp(tenant)
    const agent = await makeTestKey(app, ana, 'buyer', { kind: 'agent', ask_first: ['buying.offer'] })
    const requested = await app.call('POST', '/v1/offers', { key: agent.secret, json: { listing: listing.id, amount: 30 } })
    assert.deepEqual([requested.status, requested.body.object, requested.body.livemode], [202, 'approval', false])
    const waiting = await app.call('GET', '/v1/approvals', { cookie: ana.cookie })
    assert.deepEqual(
      waiting.body.data.map((one: { id: string; livemode: boolean }) => [one.id, one.livemode]),
      [[requested.body.id, false]],
    )
    assert.equal(
      (await app.call('POST', `/v1/approvals/${requested.body.id}/approve`, { key: ana.key })).status,
      404,
      'a market key cannot see it',
    )
    const approved = await app.call('POST', `/v1/approvals/${requested.body.id}/approve`, { cookie: ana.cookie })
    assert.deepEqual([approved.status, approved.body.status], [200, 'done'], JSON.stringify(approved.body))
    assert.equal((await call(tenant.seller.key, 'GET', '/offers?role=seller')).total, 1)
  })

  test('pausing an account’s helpers also pauses them in test mode', async () => {
    const ana = await app.signUp()
    const tenant = await openTestTenant(app, ana)
    const { id: listing } = await lamp(tenant)
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
    const offer = await call(tenant.buyer.key, 'POST', '/offers', { listing, amount: 30 })
    await app.advance(0)
    assert.equal((await call(tenant.buyer.key, 'GET', `/offers/${offer.id}`)).status, 'open')
    const { data } = await call(tenant.seller.key, 'GET', '/helpers')
    assert.deepEqual(new Set(data.map(({ state }: { state: string }) => state)), new Set(['off']))
  })

  test('test mode stops working if helpers are paused, or if the account is suspended or closed', async () => {
    const ana = await app.signUp()
    const tenant = await openTestTenant(app, ana)
    await lamp(tenant)
    const agent = await makeTestKey(app, ana, 'seller', { kind: 'agent' })
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
    assert.equal((await app.call('GET', '/v1/me', { key: agent.secret })).body.error.code, 'brake')
    const { db, now } = app.service.ctx
    await db.updateTable('accounts').set({ suspended_at: now() }).where('id', '=', ana.id).execute()
    const write = await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'More', slug: 'more-of-it' } })
    assert.deepEqual([write.status, write.body.error.code], [403, 'suspended'])
    await db.updateTable('accounts').set({ suspended_at: null }).where('id', '=', ana.id).execute()
    const closed = await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })
    assert.equal(closed.status, 200, JSON.stringify(closed.body))
    for (const { key } of Object.values(tenant)) assert.equal((await app.call('GET', '/v1/me', { key })).status, 401)
    const left = await sql<{ n: number }>`select count(*)::int as n from shops where world = ${ana.id}`.execute(db)
    assert.equal(left.rows[0]!.n, 0)
  })

  test('test data is reset if no key has accessed it for six weeks', async () => {
    const [ana, ben] = [await app.signUp(), await app.signUp('Ben')]
    const [hers, his] = [await openTestTenant(app, ana), await openTestTenant(app, ben)]
    await lamp(hers)
    await lamp(his)
    await app.advance(30 * DAY)
    await call(hers.seller.key, 'GET', '/shops')
    await app.advance(20 * DAY)
    assert.equal((await call(hers.seller.key, 'GET', '/shops')).data.length, 1)
    assert.equal((await call(his.seller.key, 'GET', '/shops')).data.length, 0)
  })
})
