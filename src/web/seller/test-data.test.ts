import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { SandboxRole } from '#core/tenant.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { visitorOf, type Visitor } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'

const PAGE = '/app/developers/test-data'
const DAY = 86_400
type Owner = Awaited<ReturnType<TestApp['signUp']>>

describe('test data in the seller app', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life)
  })

  /** Turns test mode on or off like a browser. The form token changes with each switch. */
  async function see(
    owner: Owner,
    show: SandboxRole | 'own',
    fields: Record<string, string> = {},
  ): Promise<Visitor & { location: string }> {
    const reply = await (await visitorOf(app, owner.cookie)).post(PAGE, { show, ...fields })
    assert.equal(reply.status, 303, reply.bytes.toString())
    return { ...(await visitorOf(app, owner.cookie)), location: reply.headers['location']! }
  }

  test('a session can switch to test data and back to live data, and all pages with test data are marked', async () => {
    const ana = await app.signUp('Ana')
    const market = await visitorOf(app, ana.cookie)
    assert.doesNotMatch((await market.get('/app/orders')).body, /test-band|data-test-data/)
    const tests = await see(ana, 'seller', { return: '/app/orders/ord_1' })
    assert.equal(tests.location, '/app/orders')
    for (const path of [
      '/app/open-shop',
      '/app/orders',
      '/you',
      PAGE,
      '/',
      '/search',
      '/help',
      '/docs',
      '/test/no-such-shop',
      '/you/orders/ord_none',
    ]) {
      const { body, headers } = await tests.get(path)
      assert.match(body, /<title>Test data: /, path)
      assert.match(body, /<section class="test-band" aria-label="Test data">.*You are the test seller/s, path)
      assert.match(body, /name="show" value="own">/, path)
      assert.equal(headers['x-robots-tag'], 'noindex', path)
    }
    const nothing = await app.call('GET', '/nothing-is-here', { cookie: ana.cookie, headers: { accept: 'text/html' } })
    assert.match(nothing.body, /<title>Test data: Page not found/)
    assert.match(nothing.body, /name="whole" value="true"/, 'leaving test data returns to this URL')
    const other = await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: ana.password } })
    const elsewhere = other.headers['set-cookie']!.split(';')[0]!
    assert.doesNotMatch((await app.call('GET', '/app', { cookie: elsewhere })).body, /test-band/, 'another browser sees the market')
    const buyer = await see(ana, 'buyer')
    assert.match((await buyer.get('/you')).body, /You are the test buyer/)
    const back = await see(ana, 'own', { return: '/you/offers' })
    assert.equal(back.location, '/you/offers')
    assert.doesNotMatch((await back.get('/you')).body, /test-band/)
  })

  test('a whole sale can use test data, including the shop, the listing page, the payment and the clock', async () => {
    const ana = await app.signUp('Ana')
    const seller = await see(ana, 'seller')
    assert.equal((await seller.post('/app/open-shop', { name: 'Lamps', slug: 'lamps', tone: 'mint', about: '' })).status, 303)
    const made = await app.call('POST', '/v1/listings', {
      cookie: ana.cookie,
      headers: { origin: app.url },
      json: { title: 'Brass lamp', price: 40, shipping: 8, publish: true },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal(made.headers['livemode'], 'false')
    assert.equal(made.body.url, `${app.url}/test/lamps/brass-lamp`)
    assert.match((await seller.get('/app/listings')).body, /Brass lamp/)
    assert.match((await seller.get('/app/shop')).body, /\/test\/lamps/)

    const shop = (await seller.get('/test/lamps')).body
    assert.match(shop, /Lamps/)
    assert.match(shop, /href="[^"]*\/test\/lamps\/brass-lamp"/)
    assert.doesNotMatch(shop, /rel="canonical"|ld\+json|og:title|data-for/)
    assert.match((await seller.get('/test/lamps/brass-lamp')).body, /This is your listing/)
    assert.match((await seller.get('/search?q=lamp')).body, /test\/lamps\/brass-lamp/)

    const buyer = await see(ana, 'buyer', { return: '/test/lamps/brass-lamp' })
    assert.equal(buyer.location, '/test/lamps/brass-lamp')
    const page = (await buyer.get(buyer.location)).body
    const checkout = new URL(/href="([^"]*\/checkout\/[^"]*)"/.exec(page)![1]!).pathname
    assert.match((await buyer.get(checkout)).body, /Brass lamp/)
    const order = await app.call('POST', '/v1/orders', {
      cookie: ana.cookie,
      headers: { origin: app.url },
      json: { listing: made.body.id, address: HOME },
    })
    const paid = await app.call('POST', `/v1/orders/${order.body.id}/pay`, {
      cookie: ana.cookie,
      headers: { origin: app.url },
      json: { method: 'test_ok' },
    })
    assert.equal(paid.body.status, 'paid', JSON.stringify(paid.body))
    assert.match((await buyer.get(`/you/orders/${order.body.id}`)).body, /Brass lamp/)

    const again = await see(ana, 'seller')
    assert.equal((await again.post(`/app/orders/${order.body.id}`, { do: 'ship' })).status, 303)
    assert.equal((await again.post(PAGE, { amount: '15', unit: 'days' })).status, 303)
    await app.advance(0)
    assert.match((await again.get(PAGE)).body, /Moved forward<\/t[hd]>\s*<td>15 days/)
    const done = await app.call('GET', `/v1/orders/${order.body.id}`, { cookie: ana.cookie })
    assert.deepEqual([done.body.status, done.body.payout], ['completed', 'sent'])

    assert.match((await again.get(`${PAGE}/reset`)).body, /cannot be undone/)
    assert.equal((await again.post(`${PAGE}/reset`)).status, 303)
    assert.doesNotMatch((await again.get('/app/listings')).body, /Brass lamp/)
    assert.match((await again.get(PAGE)).body, /Not yet/)
    const market = await see(ana, 'own')
    assert.doesNotMatch((await market.get('/app')).body, /Lamps/)
  })

  test('only the owner can see the pages of a test shop', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const seller = await see(ana, 'seller')
    await seller.post('/app/open-shop', { name: 'Her lamps', slug: 'her-lamps', tone: 'mint', about: '' })
    assert.equal((await seller.get('/test/her-lamps')).status, 200)
    const anonymous = await app.call('GET', '/test/her-lamps')
    assert.deepEqual([anonymous.status, anonymous.headers['location']], [303, '/sign-in?return=%2Ftest%2Fher-lamps'])
    const his = await see(ben, 'seller')
    assert.equal((await his.get('/test/her-lamps')).status, 404)
    assert.equal((await see(ben, 'own')).token.length, his.token.length)
    for (const who of [ana, ben]) {
      const market = await see(who, 'own')
      const reply = await market.get('/test/her-lamps')
      assert.equal(reply.status, 404)
      assert.match(reply.body, /This address is for test shops/)
      assert.doesNotMatch(reply.body, /Her lamps/)
    }
    assert.match((await app.call('GET', '/robots.txt')).body, /Disallow: \/test\//)
  })

  test('a form is rejected with a 403 if the session was in a different mode or test account when the form was loaded', async () => {
    const ana = await app.signUp('Ana')
    const open = (from: Visitor, slug: string) => from.post('/app/open-shop', { name: 'Lamps', slug, tone: 'mint', about: '' })
    const market = await visitorOf(app, ana.cookie)
    const seller = await see(ana, 'seller')
    assert.equal((await open(market, 'of-the-market')).status, 403)
    const buyer = await see(ana, 'buyer')
    assert.equal((await open(seller, 'of-the-seller')).status, 403)
    await see(ana, 'own')
    for (const stale of [seller, buyer]) assert.equal((await open(stale, 'of-a-test')).status, 403)
    assert.equal((await open(market, 'real-lamps')).status, 303)
    const { rows } = await sql<{ slug: string }>`select slug from shops where slug like 'of-%' or slug = 'real-lamps'`.execute(
      app.service.ctx.db,
    )
    assert.deepEqual(rows, [{ slug: 'real-lamps' }])
  })

  test('in test mode, a session rejects changes to the real account with a 403 that states the reason', async () => {
    const ana = await app.signUp('Ana')
    const tests = await see(ana, 'seller')
    for (const path of ['/you/settings', '/app/developers/apps', '/app/shop/embed']) {
      const reply = await tests.get(path)
      assert.equal(reply.status, 403, path)
      assert.match(reply.body, /Not available with test data/, path)
      assert.match(reply.body, /Leave test mode/, path)
    }
    const form = await tests.post('/you/settings', { do: 'name', name: 'Other' })
    assert.equal(form.status, 403)
    const call = await app.call('PATCH', '/v1/me', { cookie: ana.cookie, headers: { origin: app.url }, json: { name: 'Other' } })
    assert.deepEqual([call.status, call.body.error.code], [403, 'test_data'])
    await see(ana, 'own')
    assert.equal((await app.call('GET', '/v1/me', { cookie: ana.cookie })).body.name, 'Ana')
  })

  test('in test mode, a session creates, lists and revokes only test keys, and changes only the test webhook', async () => {
    const ana = await app.signUp('Ana')
    const tests = await see(ana, 'buyer')
    const page = (await tests.get('/app/developers/keys')).body
    assert.doesNotMatch(page, /value="market"|Market keys/)
    const made = (await tests.post('/app/developers/keys', { name: 'Mine', preset: 'full', tenant: 'market' })).body
    const secret = /rsk_test_[0-9A-Za-z]{36}/.exec(made)![0]
    assert.equal((await app.call('GET', '/v1/me', { key: secret })).body.test_account, 'buyer')
    assert.match(made, /<caption[^>]*>Test keys/)
    const keys = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data
    assert.deepEqual(
      keys.map(({ livemode }: { livemode: boolean }) => livemode),
      [false],
    )
    await see(ana, 'own')
    const all = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data
    const real = all.find(({ livemode }: { livemode: boolean }) => livemode)
    await see(ana, 'seller')
    const revoke = (id: string) => app.call('DELETE', `/v1/keys/${id}`, { cookie: ana.cookie, headers: { origin: app.url } })
    assert.equal((await revoke(real.id)).status, 404, 'a market key returns 404')
    assert.equal((await revoke(keys[0].id)).status, 200)
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).status, 200)
    const hook = await (
      await visitorOf(app, ana.cookie)
    ).post('/app/developers/webhook', { url: 'http://127.0.0.1:9/test', events: ['offer.received'] })
    assert.match(hook.body, /whsec_/)
    await see(ana, 'own')
    assert.equal((await app.call('GET', '/v1/webhooks', { cookie: ana.cookie })).body.url, null)
  })

  test('a session can send a single request as one of its owner’s test accounts with the Test-Account header', async () => {
    const ana = await app.signUp('Ana')
    const me = (as?: string) => app.call('GET', '/v1/me', { cookie: ana.cookie, ...(as ? { headers: { 'test-account': as } } : {}) })
    const none = await me('seller')
    assert.deepEqual([none.status, none.body.error.param], [400, 'Test-Account'])
    await see(ana, 'seller')
    await see(ana, 'own')
    assert.deepEqual([(await me()).body.test_account, (await me('buyer')).body.test_account, (await me('x')).status], [null, 'buyer', 400])
    const page = (await app.call('GET', '/docs/api/listOrders', { cookie: ana.cookie })).body
    assert.match(page, /name="run-as"/)
  })

  test('test data is not deleted while a browser session shows the data', async () => {
    const ana = await app.signUp('Ana')
    const seller = await see(ana, 'seller')
    await seller.post('/app/open-shop', { name: 'Kept', slug: 'kept-lamps', tone: 'mint', about: '' })
    const left = async () => (await app.service.ctx.db.selectFrom('shops').select('id').where('world', '=', ana.id).execute()).length
    const { db } = app.service.ctx
    // extends the session, which would expire after 30 days; a real user would sign in again
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(app.service.ctx.now().getTime() + 400 * DAY * 1_000) })
      .where('account_id', '=', ana.id)
      .execute()
    await app.advance(50 * DAY)
    assert.equal(await left(), 1)
    await see(ana, 'own')
    await app.advance(DAY)
    assert.equal(await left(), 0)
  })
})
