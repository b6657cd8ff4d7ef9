import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { fields, openSale, openSaleAt } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'

describe('permissions for order actions, and actions that are blocked while an order is open', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
  })

  const keyOf = async (cookie: string, rights: Record<string, unknown>): Promise<string> =>
    (await app.call('POST', '/v1/keys', { cookie, json: { name: 'k', kind: 'api', scopes: [], ...rights } })).body.secret

  test('an order action that is open to both buyer and seller requires the scope for the caller’s own role', async () => {
    const sale = await openSaleAt(app, 'paid')
    const call = (key: string, verb: string, json = {}) => app.call('POST', `/v1/orders/${sale.order.id}/${verb}`, { key, json })
    const [buying, orders] = [['buying'], ['orders']]
    for (const verb of ['cancel', 'deliver', 'answer']) {
      const asBuyer = await call(await keyOf(sale.buyer.cookie, { scopes: orders }), verb, { agree: true, code: '1' })
      const asSeller = await call(await keyOf(sale.seller.cookie, { scopes: buying }), verb, { agree: true, code: '1' })
      for (const reply of [asBuyer, asSeller]) assert.deepEqual([reply.status, reply.body.error.code], [403, 'scope'], verb)
    }
    assert.equal((await call(await keyOf(sale.buyer.cookie, { scopes: buying }), 'cancel')).status, 200)
    assert.equal((await call(await keyOf(sale.seller.cookie, { scopes: orders }), 'answer', { agree: false })).status, 200)
  })

  test('an order action that only the other party may take returns 409', async () => {
    const sale = await openSaleAt(app, 'shipped')
    assert.equal((await sale.as('buyer', 'ship')).status, 409)
    assert.equal((await sale.as('seller', 'confirm')).status, 409)
    assert.equal((await sale.as('seller', 'deliver')).status, 409)
    assert.equal((await sale.as('seller', 'problem', { reason: 'other', body: 'x' })).status, 409)
    assert.equal((await sale.as('buyer', 'refund')).status, 409)
    assert.equal((await sale.as('seller', 'refund', { amount: 1_000 })).status, 409, 'the status is checked before the amount')
    assert.equal((await sale.read()).status, 'shipped')
  })

  test('an order action with invalid input returns 400, and the error names the invalid field', async () => {
    const sale = await openSaleAt(app, 'shipped')
    const param = async (party: 'buyer' | 'seller', verb: string, json: Record<string, unknown>) => {
      const { status, body } = await sale.as(party, verb, json)
      return [status, body.error?.param]
    }
    assert.deepEqual(await param('buyer', 'pay', {}), [400, 'method'])
    assert.deepEqual(await param('buyer', 'pay', { method: 'test_ok', address: { name: 'B' } }), [400, 'address.line1'])
    const amerika = { name: 'B', line1: '1', city: 'C', postal_code: '1', country: 'Amerika' }
    assert.deepEqual(await param('buyer', 'pay', { method: 'test_ok', address: amerika }), [400, 'address.country'])
    assert.deepEqual(await param('seller', 'ship', { number: 'x'.repeat(121) }), [400, 'number'])
    assert.deepEqual(await param('seller', 'ship', { carrier: 'UPS', number: '12' }), [400, 'number'])
    assert.deepEqual(await param('seller', 'ship', { number: '12' }), [400, 'carrier'])
    assert.deepEqual(await param('seller', 'ship', { carrier: 'A neighbour', number: '12' }), [400, 'carrier'])
    assert.deepEqual(await param('buyer', 'problem', { reason: 'boredom', body: 'x' }), [400, 'reason'])
    assert.deepEqual(await param('buyer', 'problem', { reason: 'other' }), [400, 'body'])
    assert.deepEqual(await param('seller', 'refund', { amount: 0 }), [400, 'amount'])
    assert.deepEqual(await param('seller', 'refund', { amount: 1.234 }), [400, 'amount'])
    await sale.as('buyer', 'problem', { reason: 'other', body: 'x' })
    assert.deepEqual(await param('seller', 'answer', {}), [400, 'body'])
    assert.deepEqual(await param('seller', 'refund', { amount: 1_000 }), [400, 'amount'], 'a refund above the paid amount')
  })

  test('an action by an agent requests an approval that shows a summary and the amount, and is executed once it is approved', async () => {
    const sale = await openSale(app)
    const agentOf = (cookie: string, scope: string, action: string) =>
      keyOf(cookie, { kind: 'agent', scopes: [scope], ask_first: [action] })
    const requestApproval = async (cookie: string, scope: string, action: string, verb: string, json = {}) => {
      const reply = await app.call('POST', `/v1/orders/${sale.order.id}/${verb}`, { key: await agentOf(cookie, scope, action), json })
      assert.equal(reply.status, 202, JSON.stringify(reply.body))
      const yes = await app.call('POST', `/v1/approvals/${reply.body.id}/approve`, { cookie })
      assert.equal(yes.body.status, 'done', JSON.stringify(yes.body))
      return [reply.body.summary, reply.body.amount]
    }
    const { buyer, seller } = sale
    assert.match(
      String(await requestApproval(buyer.cookie, 'buying', 'buying.pay', 'pay', { method: 'test_ok' })),
      /^Pay \$48 for “Brass lamp” .*,48$/,
    )
    assert.match(
      String(await requestApproval(seller.cookie, 'orders', 'orders.ship', 'ship')),
      /^Mark “Brass lamp” as shipped to “Ben Buyer”/,
    )
    await sale.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
    assert.deepEqual(await requestApproval(seller.cookie, 'orders', 'orders.refund', 'refund', { amount: 12.5 }), [
      'Offer a refund of $12.50 to “Ben Buyer” for “Brass lamp”.',
      12.5,
    ])
    assert.equal((await sale.read()).problem.offered, 12.5)
    const other = await openSaleAt(app, 'paid')
    const cancel = await app.call('POST', `/v1/orders/${other.order.id}/cancel`, {
      key: await agentOf(other.seller.cookie, 'orders', 'orders.cancel'),
    })
    assert.deepEqual([cancel.status, cancel.body.amount], [202, 48])
    assert.equal((await other.read()).status, 'paid')
  })

  test('paying for an order whose total, including shipping, exceeds the key’s limit returns 403 and creates no approval request', async () => {
    const sale = await openSale(app)
    const pay = async (max_offer: number, ask_first: string[] = []) =>
      app.call('POST', `/v1/orders/${sale.order.id}/pay`, {
        key: await keyOf(sale.buyer.cookie, { kind: 'agent', scopes: ['buying'], max_offer, ask_first }),
        json: { method: 'test_ok' },
      })
    for (const askFirst of [[], ['buying.pay']]) {
      const over = await pay(47.99, askFirst)
      assert.deepEqual([over.status, over.body.error.code, over.body.error.param], [403, 'over_limit', 'amount'])
    }
    assert.equal((await pay(48)).status, 200)
  })

  test('while an order is open, its listing cannot be unpublished, deleted or relisted, its shop cannot be deleted, and neither account can be closed', async () => {
    const sale = await openSale(app)
    const { seller, listing } = sale
    const verb = async (name: string) => (await seller.call('POST', `/v1/listings/${listing.id}/${name}`)).status
    assert.deepEqual([await verb('unpublish'), await verb('mark-sold')], [409, 409])
    assert.equal((await seller.call('DELETE', `/v1/listings/${listing.id}`)).status, 409)
    assert.equal((await seller.call('DELETE', `/v1/shops/${seller.slug}`)).status, 409)
    const close = async (cookie: string) =>
      (await app.call('DELETE', '/v1/accounts/me', { cookie, json: { password: 'a long enough password' } })).status
    assert.deepEqual([await close(seller.cookie), await close(sale.buyer.cookie)], [409, 409])

    assert.equal((await seller.call('PATCH', `/v1/listings/${listing.id}`, { json: { price: 99, title: 'Gold lamp' } })).status, 200)
    const paid = await sale.as('buyer', 'pay', { method: 'test_ok' })
    assert.deepEqual([paid.body.total, paid.body.listing.title], [48, 'Brass lamp'])
    assert.equal(await verb('relist'), 409)
    await sale.as('seller', 'ship')
    await sale.as('buyer', 'confirm')
    assert.equal(await verb('relist'), 200)
    assert.equal((await seller.call('DELETE', `/v1/shops/${seller.slug}`)).status, 409)
    assert.equal(await close(sale.buyer.cookie), 200)
  })

  test('an order that was never paid does not prevent the deletion of its listing or shop', async () => {
    const sale = await openSale(app)
    await sale.as('buyer', 'cancel')
    assert.equal((await sale.seller.call('DELETE', `/v1/listings/${sale.listing.id}`)).status, 200)
    assert.equal(fields(await sale.read()), 'cancelled/unpaid/none')
    assert.equal((await sale.seller.call('DELETE', `/v1/shops/${sale.seller.slug}`)).status, 200)
    assert.equal((await sale.read('buyer')).shop.slug, sale.seller.slug)
  })

  test('a payment request that repeats an idempotency key returns the same response as the first request', async () => {
    const sale = await openSale(app)
    const pay = () =>
      app.call('POST', `/v1/orders/${sale.order.id}/pay`, {
        key: sale.buyer.key,
        json: { method: 'test_ok' },
        headers: { 'Idempotency-Key': `pay ${sale.order.id}` },
      })
    const [first, second] = [await pay(), await pay()]
    assert.deepEqual([second.status, second.headers['idempotent-replayed'], second.body], [200, 'true', first.body])
  })

  test('the buyer, the seller and the operator can see the photos in a problem report, and a photo URL that cannot be loaded is rejected', async (t) => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const pictures = createServer((request, response) => {
      response.writeHead(request.url === '/ok' ? 200 : 404, { 'content-type': 'image/png' }).end(png)
    }).listen(0, '127.0.0.1')
    t.after(() => pictures.close())
    await new Promise((done) => pictures.once('listening', done))
    const at = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
    const sale = await openSaleAt(app, 'shipped')
    const report = (photo_urls: string[]) => sale.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.', photo_urls })
    const unshipped = await openSaleAt(app, 'paid')
    const early = await unshipped.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.', photo_urls: ['http://127.0.0.1:1/none.jpg'] })
    assert.equal(early.status, 409, 'the service does not fetch photos for a report that it refuses')
    const bad = await report([`${at}/ok`, `${at}/none`])
    assert.deepEqual([bad.status, bad.body.error.param, (await sale.read()).status], [400, 'photo_urls[1]', 'shipped'])
    assert.equal((await report([`${at}/ok`])).status, 200)
    const { problem } = await sale.read('seller')
    const getPhoto = (key?: string) => app.call('GET', new URL(problem.photos[0]).pathname, key ? { key } : {})
    for (const key of [sale.buyer.key, sale.seller.key])
      assert.deepEqual([(await getPhoto(key)).status, (await getPhoto(key)).headers['content-type']], [200, 'image/webp'])
    const outsider = await app.signUp('Cleo')
    assert.deepEqual([(await getPhoto()).status, (await getPhoto(outsider.key)).status], [401, 404])
    const stored = await app.service.ctx.db.selectFrom('stored_files').select('key').where('private', '=', true).execute()
    assert.ok(stored.length > 0)
    for (const { key } of stored)
      assert.equal((await app.call('GET', `/media/${key}`)).status, 404, 'knowing the file name gives no access')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', outsider.id).execute()
    const asOperator = await app.call('GET', new URL(problem.photos[0]).pathname, { cookie: outsider.cookie })
    assert.equal(asOperator.status, 200, 'the operator can see the photo')
    assert.equal((await getPhoto(outsider.key)).status, 404, 'an API key has no operator rights')
    assert.deepEqual(
      (await audit({ connectionString: app.databaseUrl })).map(({ invariant: rule }) => rule),
      [],
    )
  })
})
