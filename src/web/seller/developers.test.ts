import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { visitorOf, type Visitor } from '#test/pages.ts'
import { lifetime } from '#test/lifetime.ts'
import { matching, MORE_DESTINATIONS } from '#web/islands/palette-routes.ts'

type Seller = Awaited<ReturnType<typeof openSeller>>

describe('the developer pages', () => {
  const life = lifetime()
  let app: TestApp
  let ana: Seller
  let visitor: Visitor
  before(async () => {
    app = await startApp(life)
    ana = await openSeller(app)
    visitor = await visitorOf(app, ana.cookie)
  })

  test('the developer pages list the account’s requests, and the overview shows the latest errors', async () => {
    await app.call('POST', '/v1/listings', { key: ana.key, json: { price: -5 } })
    const overview = await visitor.get('/app/developers')
    assert.match(overview.body, /Recent errors[^]*POST \/v1\/listings[^]*invalid_request/)
    assert.match(overview.body, /<meter/)
    const logs = await visitor.get('/app/developers/logs')
    assert.match(logs.body, /href="\/docs\/api\/createListing"/)
    assert.match((await visitor.get('/app/developers/logs?failed=true')).body, /invalid_request/)
    const bo = await visitorOf(app, (await app.signUp('Bo')).cookie)
    assert.match((await bo.get('/app/developers/logs')).body, /No requests yet/)
  })

  test('every seller page shows a working API call for the data on the page', async () => {
    for (const path of [
      '',
      '/listings',
      '/offers',
      '/messages',
      '/orders',
      '/payouts',
      '/stats',
      '/shop',
      '/developers',
      '/developers/keys',
      '/developers/approvals',
      '/developers/webhook',
      '/developers/logs',
    ]) {
      const { body } = await visitor.get(`/app${path}`)
      const shown = body
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&#39;', "'")
        .replaceAll('&#38;', '&')
        .replaceAll('&amp;', '&')
      const url = new URL(/curl '([^']+)'/.exec(shown)?.[1] ?? `${path}: no curl`)
      assert.equal((await app.call('GET', `${url.pathname}${url.search}`, { key: ana.key })).status, 200, path)
    }
  })

  test('the command palette lists only existing pages, and finds a page by any word in its name', async () => {
    for (const { path } of MORE_DESTINATIONS) assert.equal((await visitor.get(path)).status, 200, path)
    const found = (typed: string) => matching(MORE_DESTINATIONS, typed).map(({ path }) => path)
    assert.deepEqual(
      found(''),
      MORE_DESTINATIONS.map(({ path }) => path),
    )
    assert.deepEqual(found('  KEY '), ['/app/developers/keys'])
    assert.deepEqual(found('you set'), ['/you/settings'])
    assert.equal(found('o')[0], '/app/open-shop', 'matches at the start come first')
    assert.deepEqual(found('nowhere'), [])
  })

  test('the delivery page shows the attempts, headers and exact body, and only the owner can open it', async () => {
    const receiver = await startReceiver(life)
    receiver.answer = (response) => response.writeHead(500).end('no')
    await app.call('PUT', '/v1/webhooks', { key: ana.key, json: { url: receiver.url, events: ['question.asked'] } })
    const shop = (await app.call('GET', '/v1/shops', { key: ana.key })).body.data[0]
    const bo = await app.signUp('Bo')
    await app.call('POST', '/v1/threads', { key: bo.key, json: { shop: shop.slug, text: "It's the elbow?" } })
    await app.advance(1)
    const [delivery] = (await app.call('GET', '/v1/webhooks/deliveries', { key: ana.key })).body.data
    const page = await visitor.get(`/app/developers/webhook/${delivery.id}`)
    assert.equal(page.status, 200)
    for (const part of ['answered 500', 'Service-Event: question.asked', delivery.event, 'It&#39;\\&#39;&#39;s the elbow?'])
      assert.ok(page.body.replaceAll(/<[^>]+>/g, '').includes(part), part)
    const got = (await app.call('GET', `/v1/webhooks/deliveries/${delivery.id}`, { key: ana.key })).body
    assert.equal(got.body, receiver.received[0]!.body)
    const other = await visitorOf(app, bo.cookie)
    assert.equal((await other.get(`/app/developers/webhook/${delivery.id}`)).status, 404)
  })

  test('the approval page shows the values before and after the change, unless the record no longer exists', async () => {
    const { body: made } = await app.call('POST', '/v1/listings', { key: ana.key, json: { title: 'Oak lamp', price: 58 } })
    const agent = await ana.keyWith({
      kind: 'agent',
      scopes: ['listings'],
      name: 'Agent',
      ask_first: ['listings.price', 'listings.publish', 'listings.delete'],
    })
    const request = async (method: string, path: string, json?: object) => (await app.call(method, path, { key: agent, json })).body.id
    const price = await request('PATCH', `/v1/listings/${made.id}`, { price: 49.5 })
    const publish = await request('POST', `/v1/listings/${made.id}/publish`)
    const page = async (id: string) => (await visitor.get(`/app/approvals/${id}`)).body as string
    assert.match(await page(price), /Before and after[^]*>Price<[^]*\$58[^]*\$49\.50/)
    assert.match(await page(publish), />draft<[^]*>live</)
    await app.call('DELETE', `/v1/listings/${made.id}`, { key: ana.key })
    assert.doesNotMatch(await page(price), /Before and after/)
  })

  test('an approval page shows the current price, and the effect of accepting, paying or cancelling', async () => {
    const ben = await app.signUp('Ben')
    const call = async (who: { key: string }, method: string, path: string, json?: object) => {
      const reply = await app.call(method, `/v1${path}`, { key: who.key, ...(json ? { json } : {}) })
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      return reply.body
    }
    await call(ana, 'PATCH', `/shops/${ana.slug}`, { haggle: false })
    const sale = { price: 100, shipping: 0, publish: true }
    const [coat, lamp] = [await ana.list({ title: 'Coat', ...sale }), await ana.list({ title: 'Lamp', ...sale })]
    const offer = await call(ben, 'POST', '/offers', { listing: coat.id, amount: 60 })
    await call(ana, 'POST', `/offers/${offer.id}/counter`, { amount: 90 })
    await call(ana, 'PATCH', `/listings/${coat.id}`, { price: 80 })
    const order = await call(ben, 'POST', '/orders', { listing: lamp.id })
    const pages = { [ana.key]: visitor, [ben.key]: await visitorOf(app, ben.cookie) }
    const keys = new Map<string, string>()
    for (const [who, scopes, ask_first] of [
      [ana, ['orders'], ['orders.cancel']],
      [ben, ['buying'], ['buying.offer', 'buying.pay', 'orders.cancel']],
    ] as const) {
      const { body } = await app.call('POST', '/v1/keys', { cookie: who.cookie, json: { name: 'Agent', kind: 'agent', scopes, ask_first } })
      keys.set(who.key, body.secret)
    }
    const requestApproval = async (who: { key: string }, path: string): Promise<string> => {
      const { status, body } = await app.call('POST', `/v1${path}`, {
        key: keys.get(who.key)!,
        ...(path.endsWith('accept') ? { json: {} } : path.endsWith('pay') ? { json: { method: 'test_ok' } } : {}),
      })
      assert.equal(status, 202, JSON.stringify(body))
      return (await pages[who.key]!.get(`/app/approvals/${body.id}`)).body.replaceAll(/<[^>]*>/g, ' ')
    }
    const accepting = await requestApproval(ben, `/offers/${offer.id}/accept`)
    assert.match(accepting, /at the current price of \$80,[^]*Before and after[^]*accepted at \$80/)
    assert.match(await requestApproval(ben, `/orders/${order.id}/cancel`), /cancelled, nothing is charged/)
    await call(ana, 'PATCH', `/shops/${ana.slug}`, { ask_hold: true })
    const chair = await ana.list({ title: 'Chair', ...sale })
    const hold = await call(ben, 'POST', '/holds', { listing: chair.id })
    await call(ben, 'POST', `/holds/${hold.id}/pay`, { method: 'test_ok' })
    const held = await call(ben, 'POST', '/orders', { listing: chair.id, hold: hold.id })
    const paying = await requestApproval(ben, `/orders/${held.id}/pay`)
    assert.match(paying, /Pay \$90, in addition to the deposit of \$10, for “ Chair ” in the shop[^]*paid, \$90/)
    await call(ben, 'POST', `/orders/${order.id}/pay`, { method: 'test_ok' })
    const approval = await requestApproval(ben, `/orders/${order.id}/cancel`)
    assert.match(approval, /unchanged; the seller is asked to cancel/)
    assert.doesNotMatch(approval, /goes back to the buyer/)
    assert.match(await requestApproval(ana, `/orders/${order.id}/cancel`), /cancelled, \$100 goes back to the buyer/)
  })

  test('the form for a new key sets the scopes, approval rules, limit and expiry of the key', async () => {
    const page = await visitor.post('/app/developers/keys', {
      name: 'Careful',
      preset: 'own',
      scopes: ['listings'],
      ask_first: ['listings.publish'],
      days: '30',
      max_offer: '50',
    })
    assert.match(page.body, /rsk_\w+/)
    const { data } = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body
    const key = data.find(({ name }: { name: string }) => name === 'Careful')
    assert.deepEqual([key.scopes, key.ask_first, key.max_offer], [['read', 'listings'], ['listings.publish'], 50])
    assert.equal(Math.round((Date.parse(key.expires_at) - app.service.ctx.now().getTime()) / 86_400_000), 30)
    assert.match((await visitor.get('/app/developers/keys')).body, /asks first for 1 action<\/summary>publish a listing/)
    const agent = await visitor.post('/app/developers/keys', { name: 'Assistant', preset: 'agent' })
    assert.match(agent.body, /\/agent\/ral_/)
    const { data: all } = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body
    assert.ok(all.find(({ name }: { name: string }) => name === 'Assistant').ask_first.includes('orders.refund'))
  })
})
