import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Client } from 'pg'
import { audit } from '#test/audit.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openBundles } from '#test/bundles.ts'
import { lockWaits } from '#test/contention.ts'
import { openSeller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { until } from '#test/until.ts'
import { eventsOf, fields, HOME, ledgerOf } from '#test/sales.ts'
import { applyCharge } from '#commerce/sale/apply-charge.ts'
import { inTransaction } from '#platform/context/index.ts'

const refused = ({ status, body }: Reply, expected: number, param: string | null, message: RegExp) => {
  assert.deepEqual([status, body.error?.param ?? null], [expected, param], JSON.stringify(body))
  assert.match(body.error.message, message)
}

describe('buying several items in one purchase', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life)
  })

  test('a quote for a purchase states the discount, the shipping for one parcel and the next discount tier, and reserves nothing', async () => {
    const { buyer, ids, post } = await openBundles(app, {
      bundle_tiers: [
        { from: 2, percent: 10 },
        { from: 3, percent: 15 },
      ],
    })
    const { status, body } = await post(buyer, '/purchases/quote', { listings: ids.slice(0, 2) })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      [body.percent, body.items, body.discount, body.shipping, body.total, body.next_tier],
      [10, 50, 5, 10, 55, { from: 3, percent: 15 }],
    )
    assert.deepEqual(
      body.listings.map((one: Reply['body']) => [one.title, one.price, one.discount, one.shipping]),
      [
        ['Brass lamp', 20, 2, 3.33],
        ['Oak shelf', 30, 3, 6.67],
      ],
    )
    assert.equal((await post(buyer, '/orders', { listing: ids[0] })).status, 201)
  })

  test('a single payment pays for all orders in a purchase; the seller gets one event per order, and the ledger records the exact share of each', async () => {
    const { seller, buyer, buy, post, order, listings } = await openBundles(app)
    const made = await buy(3, { expected_total: 100 })
    assert.deepEqual(
      [made.status, made.total, made.discount, made.shipping, made.address.city],
      ['awaiting_payment', 100, 10, 10, 'Portland'],
    )
    assert.equal(
      made.orders.reduce((sum: number, one: Reply['body']) => sum + Math.round((one.item + one.shipping) * 100), 0),
      10_000,
    )
    const paid = (await post(buyer, `/purchases/${made.id}/pay`, { method: 'test_ok' })).body
    assert.equal(paid.status, 'paid')
    for (const [index, { id, item, shipping }] of paid.orders.entries()) {
      assert.equal(fields(await order(id)), 'paid/paid/none')
      assert.equal((await order(id)).purchase, made.id)
      assert.deepEqual(await ledgerOf(app, id), {
        buyer: -Math.round((item + shipping) * 100),
        escrow: Math.round((item + shipping) * 100),
      })
      assert.deepEqual(await eventsOf(app, seller.id, id), ['listing.sold'])
      assert.equal((await seller.call('GET', `/v1/listings/${listings[index]!.id}`)).body.status, 'sold')
    }
    const payments = await app.service.ctx.db.selectFrom('payments').selectAll().where('purchase_id', '=', made.id).execute()
    assert.deepEqual(
      payments.map(({ amount_cents, order_id }) => [amount_cents, order_id]),
      [[10_000, null]],
    )
  })

  test('a purchase reserves either all of its items or none, and the 409 names an item that is not available', async () => {
    const { buyer, ids, post } = await openBundles(app)
    const other = await app.signUp('Olga Other')
    assert.equal((await post(other, '/orders', { listing: ids[2] })).status, 201)
    refused(await post(buyer, '/purchases', { listings: ids, address: HOME }), 409, 'listings[2]', /reserved for another buyer/)
    assert.equal((await post(other, '/orders', { listing: ids[0] })).status, 201)
  })

  test('when two purchases of the same items in opposite order are made at the same time, exactly one succeeds', async () => {
    const { buyer, ids, post } = await openBundles(app)
    const other = await app.signUp('Olga Other')
    const replies = await Promise.all([
      post(buyer, '/purchases', { listings: ids }),
      post(other, '/purchases', { listings: ids.toReversed() }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, two) => one - two),
      [201, 409],
    )
  })

  test('each item in a purchase stays reserved until the purchase is cancelled', async () => {
    const { buyer, ids, post, buy, read } = await openBundles(app)
    const other = await app.signUp('Olga Other')
    const { id } = await buy(2)
    refused(await post(other, '/orders', { listing: ids[1] }), 409, null, /reserved for another buyer/)
    for (const path of ['/purchases', '/purchases/quote']) {
      refused(await post(other, path, { listings: [ids[2], ids[1]] }), 409, 'listings[1]', /reserved for another buyer/)
      refused(await post(buyer, path, { listings: ids }), 409, 'listings[0]', /already have an order/)
    }
    const cancelled = await post(buyer, `/purchases/${id}/cancel`)
    assert.deepEqual([cancelled.body.status, cancelled.body.orders[0].status], ['cancelled', 'cancelled'])
    assert.equal((await post(other, '/purchases', { listings: ids })).status, 201)
    refused(
      await post(buyer, `/purchases/${id}/pay`, { method: 'test_ok', address: HOME }),
      409,
      null,
      /cancelled: there is nothing to pay/,
    )
    refused(await post(buyer, `/purchases/${id}/cancel`), 409, null, /cannot be cancelled now/)
    assert.equal((await read(id)).refunded, 0)
  })

  test('an unpaid purchase and all orders in it expire after 15 minutes', async () => {
    const { buyer, ids, post, buy, read } = await openBundles(app)
    const { id, created_at, pay_by, orders } = await buy()
    assert.equal(Date.parse(pay_by) - Date.parse(created_at), 15 * 60_000)
    await app.advance(15 * 60)
    const expired = await read(id)
    assert.deepEqual(
      [expired.status, ...expired.orders.map((one: Reply['body']) => one.status)],
      ['expired', 'expired', 'expired', 'expired'],
    )
    const stored = app.service.ctx.db.selectFrom('purchases').select('status').where('id', '=', id)
    assert.equal((await stored.executeTakeFirstOrThrow()).status, 'expired')
    assert.deepEqual((await eventsOf(app, buyer.id, orders[0].id)).at(-1), 'order.expired')
    refused(await post(buyer, `/purchases/${id}/pay`, { method: 'test_ok' }), 409, null, /expired/)
    assert.equal((await post(buyer, '/purchases', { listings: ids })).status, 201)
  })

  test('an order in an unpaid purchase can be neither paid nor cancelled on its own', async () => {
    const { buyer, post, buy } = await openBundles(app)
    const { orders } = await buy()
    refused(await post(buyer, `/orders/${orders[0].id}/pay`, { method: 'test_ok' }), 409, null, /whole purchase/)
    refused(await post(buyer, `/orders/${orders[0].id}/cancel`), 409, null, /whole purchase/)
  })

  test('the error for an invalid purchase names the listing that causes the error', async () => {
    const { app: _, seller, buyer, ids, post } = await openBundles(app)
    const ask = (listings: unknown) => post(buyer, '/purchases/quote', { listings })
    const [a, b] = ids as [string, string]
    refused(await ask([a]), 400, 'listings', /2 to 10/)
    refused(await ask([a, b, a]), 400, 'listings[2]', /repeats/)
    const elsewhere = await (await openSeller(app, 'Else')).list({ title: 'Cup', price: 5, shipping: 2, publish: true })
    refused(await ask([a, elsewhere.id]), 400, 'listings[1]', /another shop/)
    const unpriced = await seller.list({ title: 'Sofa', price: 5, shipping: null, publish: true })
    refused(await ask([a, unpriced.id]), 400, 'listings[1]', /no shipping price/)
    const pickup = await seller.list({ title: 'Piano', price: 5, shipping: 0, publish: true })
    refused(await ask([a, pickup.id]), 400, 'listings[1]', /pickup only/)
    refused(await ask([a, 'lst_unknown']), 404, 'listings[1]', /No such listing/)
    refused(await post(seller, '/purchases/quote', { listings: ids }), 409, 'listings[0]', /your own listing/)
    assert.equal((await seller.call('POST', `/v1/listings/${b}/mark-sold`)).status, 200)
    refused(await ask([a, b]), 409, 'listings[1]', /already sold/)
    refused(await post(buyer, '/purchases', { listings: [a, ids[2]], expected_total: 1 }), 409, 'expected_total', /The total is now \$68/)
  })

  test('a blocked buyer who tries to buy gets the generic error `unavailable`', async () => {
    const { seller, buyer, ids, post } = await openBundles(app)
    assert.ok((await app.call('PUT', `/v1/market/stores/${seller.slug}/block`, { key: buyer.key })).status < 300)
    const reply = await post(buyer, '/purchases', { listings: ids, address: HOME })
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'unavailable'])
  })

  test('a buyer who has paid a deposit for an item cannot include the item in a purchase of several items', async () => {
    const { seller, buyer, ids, post } = await openBundles(app, { ask_hold: true })
    const { body: hold } = await post(buyer, '/holds', { listing: ids[1] })
    assert.equal((await post(buyer, `/holds/${hold.id}/pay`, { method: 'test_ok' })).body.status, 'active')
    refused(await post(buyer, '/purchases', { listings: ids }), 409, 'listings[1]', /deposit/)
    assert.equal((await seller.call('POST', `/v1/holds/${hold.id}/return`)).status, 200)
    assert.equal((await post(buyer, '/purchases', { listings: ids })).status, 201)
  })

  test('a purchase that is shipped as a parcel requires an address, which is stored with each of its orders', async () => {
    const { buyer, ids, post, order } = await openBundles(app)
    const { body } = await post(buyer, '/purchases', { listings: ids })
    refused(await post(buyer, `/purchases/${body.id}/pay`, { method: 'test_ok' }), 400, 'address', /address is missing/)
    assert.equal((await post(buyer, `/purchases/${body.id}/pay`, { method: 'test_ok', address: HOME })).body.status, 'paid')
    for (const { id } of body.orders) assert.equal((await order(id)).address.line1, HOME.line1)
  })

  test('a declined payment for a purchase charges nothing and can be retried, and a slow payment succeeds later', async () => {
    const { buyer, post, buy, read, order } = await openBundles(app)
    const { id, orders } = await buy()
    const payments = () => Promise.all(orders.map(async (one: Reply['body']) => (await order(one.id)).payment))
    assert.equal((await post(buyer, `/purchases/${id}/pay`, { method: 'test_declined' })).status, 402)
    assert.deepEqual(await payments(), ['unpaid', 'unpaid', 'unpaid'])
    const { ctx } = app.service
    const failed = await ctx.db.selectFrom('payments').select('id').where('purchase_id', '=', id).executeTakeFirstOrThrow()
    const result = { ref: null, status: 'failed', failure: 'Declined.', clientSecret: null, proof: null } as const
    assert.equal(await inTransaction(ctx, (tx) => applyCharge(tx, { id: failed.id, ref: null }, result)), 'used', 'a repeated result')
    const slow = await post(buyer, `/purchases/${id}/pay`, { method: 'test_slow' })
    assert.deepEqual([slow.status, slow.body.status], [200, 'awaiting_payment'])
    assert.deepEqual(await payments(), ['pending', 'pending', 'pending'])
    assert.equal((await post(buyer, `/purchases/${id}/pay`, { method: 'test_ok' })).status, 409)
    await app.advance(6)
    assert.equal((await read(id)).status, 'paid')
  })

  test('a payment that arrives after the purchase was cancelled is refunded in full, separately for each order', async () => {
    const { buyer, post, buy, read } = await openBundles(app)
    const { id, orders } = await buy()
    await post(buyer, `/purchases/${id}/pay`, { method: 'test_slow' })
    await post(buyer, `/purchases/${id}/cancel`)
    await app.advance(6)
    await app.advance(0)
    assert.equal((await read(id)).status, 'cancelled')
    for (const one of orders) assert.deepEqual(await ledgerOf(app, one.id), {})
    const payment = await app.service.ctx.db.selectFrom('payments').selectAll().where('purchase_id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([payment.status, payment.refunded_cents], ['succeeded', 10_000])
  })

  test('a request for a purchase that moves to another account in the meantime changes nothing', async () => {
    const { buyer, post, buy, read } = await openBundles(app)
    const { id } = await buy()
    const eve = await app.signUp('Eve')
    const other = new Client({ connectionString: app.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('update purchases set buyer_id = $1 where id = $2', [eve.id, id])
    const cancelling = post(buyer, `/purchases/${id}/cancel`)
    await until('the request waits', async () => (await lockWaits(app.service.ctx.db)) > 0)
    await other.query('commit')
    assert.equal((await cancelling).status, 404)
    await other.query('update purchases set buyer_id = $1 where id = $2', [buyer.id, id])
    await other.end()
    assert.equal((await read(id)).status, 'awaiting_payment')
  })

  test('a payment that fails after the purchase was cancelled changes nothing', async () => {
    const { buyer, post, buy, order } = await openBundles(app)
    const { id, orders } = await buy()
    await post(buyer, `/purchases/${id}/pay`, { method: 'test_slow' })
    await post(buyer, `/purchases/${id}/cancel`)
    const states = () => Promise.all(orders.map(async (one: Reply['body']) => await order(one.id)))
    const before = await states()
    const { ctx } = app.service
    const pending = await ctx.db
      .selectFrom('payments')
      .select(['id', 'provider_ref'])
      .where('purchase_id', '=', id)
      .executeTakeFirstOrThrow()
    const result = { ref: pending.provider_ref, status: 'failed', failure: 'Declined.', clientSecret: null, proof: null } as const
    assert.equal(await inTransaction(ctx, (tx) => applyCharge(tx, { id: pending.id, ref: pending.provider_ref }, result)), 'used')
    const stored = await ctx.db.selectFrom('payments').select('status').where('id', '=', pending.id).executeTakeFirstOrThrow()
    assert.deepEqual([stored.status, await states()], ['failed', before])
  })

  test('the seller can ship all orders in a purchase in one parcel, and a cancelled order stays cancelled', async () => {
    const { seller, buyer, post, pay, order } = await openBundles(app)
    const { id, orders } = await pay()
    assert.equal((await post(seller, `/orders/${orders[0].id}/cancel`)).body.status, 'cancelled')
    refused(await post(buyer, `/purchases/${id}/ship`), 409, null, /Only the seller/)
    refused(await post(seller, `/purchases/${id}/ship`, { carrier: 'UPS', number: 'wrong' }), 400, 'number', /./)
    const shipped = await post(seller, `/purchases/${id}/ship`, { carrier: 'UPS', number: '1Z999AA10123456784' })
    assert.deepEqual(
      shipped.body.orders.map((one: Reply['body']) => one.status),
      ['cancelled', 'shipped', 'shipped'],
    )
    assert.equal((await order(orders[2].id)).tracking.number, '1Z999AA10123456784')
    refused(await post(seller, `/purchases/${id}/ship`), 409, null, /No order/)
  })

  test('a purchase is listed for its buyer and its seller, and is visible to no one else', async () => {
    const { seller, buyer, post, buy } = await openBundles(app)
    const other = await app.signUp('Olga Other')
    const { id } = await buy()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/pay'],
      ['POST', '/cancel'],
      ['POST', '/ship'],
    ] as const)
      assert.equal(
        (
          await app.call(method, `/v1/purchases/${id}${path}`, {
            key: other.key,
            ...(method === 'POST' && { json: { method: 'test_ok' } }),
          })
        ).status,
        404,
      )
    refused(await post(seller, `/purchases/${id}/pay`, { method: 'test_ok' }), 409, null, /buyer/)
    const list = async (who: { key: string }, role: string) =>
      (await app.call('GET', `/v1/purchases?role=${role}`, { key: who.key })).body.data
    assert.deepEqual(
      (await list(buyer, 'buyer')).map((one: Reply['body']) => one.id),
      [id],
    )
    assert.deepEqual(
      (await list(seller, 'seller')).map((one: Reply['body']) => one.id),
      [id],
    )
    assert.deepEqual(await list(seller, 'buyer'), [])
    assert.deepEqual((await app.call('GET', '/v1/purchases?status=paid', { key: buyer.key })).body.data, [])
  })

  test('the ledger audit finds no errors after all other tests in this file', async () => {
    await app.advance(0)
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
