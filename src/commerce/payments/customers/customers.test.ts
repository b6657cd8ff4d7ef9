import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { REAL } from '#core/tenant.ts'
import type { Person } from '#platform/context/index.ts'
import { startApp, type Reply } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { HOME } from '#test/sales.ts'
import { openCustomer } from './index.ts'

const HOUR_SECONDS = 3_600

async function market(t: TestContext) {
  const stripe = await startStripe()
  t.after(() => stripe.close())
  const settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  }
  const app = await startApp(t, settings, undefined, 'web')
  const seller = await openSeller(app)
  const { db } = app.service.ctx
  type Caller = { key: string } | { cookie: string }
  const order = async (caller: Caller): Promise<string> => {
    const { id } = await seller.list({ title: 'Oak lamp', price: 60, shipping: 6, publish: true })
    return (await app.call('POST', '/v1/orders', { ...caller, json: { listing: id, expected_total: 66, address: HOME } })).body.id
  }
  const pay = (caller: Caller, id: string): Promise<Reply> =>
    app.call('POST', `/v1/orders/${id}/pay`, { ...caller, json: { method: 'checkout' } })
  /** Returns the Stripe customer for whom a payment page was opened, or null. */
  const customerOf = ({ status, body }: Reply): string | null => {
    assert.equal(status, 200, JSON.stringify(body))
    return stripe.object(/cs_\d+/.exec(body.checkout_url)![0])['customer']
  }
  return {
    app,
    stripe,
    db,
    order,
    pay,
    customerOf,
    /** Orders an item and opens its Stripe payment page. Returns the Stripe customer for whom the page was opened. */
    buy: async (caller: Caller) => customerOf(await pay(caller, await order(caller))),
    close: (cookie: string) => app.call('DELETE', '/v1/accounts/me', { cookie, json: { password: 'a long enough password' } }),
    cancelOrders: (buyerId: string) => db.updateTable('orders').set({ status: 'expired' }).where('buyer_id', '=', buyerId).execute(),
    verify: (id: string, at: Date) => db.updateTable('accounts').set({ email_verified_at: at }).where('id', '=', id).execute(),
    rows: (accountId: string) =>
      db.selectFrom('payment_customers').select(['provider_ref', 'delete_at']).where('account_id', '=', accountId).execute(),
  }
}

test('the first payment in the browser creates one customer record at Stripe, and later payments offer the cards that were saved there', async (t) => {
  const { app, stripe, buy } = await market(t)
  const ben = await app.signUp('Ben')
  const first = await buy({ cookie: ben.cookie })
  assert.equal(await buy({ cookie: ben.cookie }), first)
  assert.equal(stripe.count('cus'), 1)
  assert.deepEqual([stripe.object(first!)['email'], stripe.object(first!)['metadata'].account], [null, ben.id], 'no unverified address')
  const cleo = await app.signUp('Cleo')
  assert.notEqual(await buy({ cookie: cleo.cookie }), first)
})

test('concurrent payments by one buyer create only one customer record', async (t) => {
  const { app, stripe, order, pay, customerOf } = await market(t)
  const { cookie } = await app.signUp('Ben')
  const orders = [await order({ cookie }), await order({ cookie }), await order({ cookie })]
  const customers = await Promise.all(orders.map(async (id) => customerOf(await pay({ cookie }, id))))
  assert.equal(stripe.count('cus'), 1)
  assert.equal(new Set(customers).size, 1)
})

test('Stripe receives the buyer’s verified email address, and the new address after the buyer changes it', async (t) => {
  const { app, stripe, db, buy, verify } = await market(t)
  const ben = await app.signUp('Ben')
  await verify(ben.id, new Date('2026-11-01T12:00:00Z'))
  const customer = (await buy({ cookie: ben.cookie }))!
  assert.equal(stripe.object(customer)['email'], ben.email)
  await db
    .updateTable('accounts')
    .set({ email: 'other@example.test', email_verified_at: new Date('2026-11-02T12:00:00Z') })
    .where('id', '=', ben.id)
    .execute()
  assert.equal(await buy({ cookie: ben.cookie }), customer)
  assert.equal(stripe.object(customer)['email'], 'other@example.test')
  const writes = () => stripe.seen.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/customers')).length
  const before = writes()
  await buy({ cookie: ben.cookie })
  assert.equal(writes(), before, 'an unchanged address is not sent again')
})

test('an API key cannot open a page with saved cards, because anyone with the page’s URL could pay with these cards', async (t) => {
  const { app, stripe, order, pay, buy } = await market(t)
  const { key, cookie } = await app.signUp('Ben')
  assert.equal(await buy({ key }), null)
  assert.equal(stripe.count('cus'), 0)
  const id = await order({ cookie })
  const inBrowser = await pay({ cookie }, id)
  assert.equal(inBrowser.status, 200)
  const byKey = await pay({ key }, id)
  assert.deepEqual([byKey.status, byKey.body.error?.type], [409, 'conflict'])
  assert.doesNotMatch(JSON.stringify(byKey.body), /cs_/)
  assert.equal((await pay({ cookie }, id)).body.checkout_url, inBrowser.body.checkout_url)
})

test('if Stripe cannot create a customer record for the buyer, the buyer can still pay, but without saved cards', async (t) => {
  const { app, stripe, order, pay, customerOf, buy } = await market(t)
  const { cookie } = await app.signUp('Ben')
  const id = await order({ cookie })
  stripe.meet('rate_limited')
  const first = await pay({ cookie }, id)
  assert.equal(customerOf(first), null)
  assert.equal((await pay({ cookie }, id)).body.checkout_url, first.body.checkout_url, 'the attempt keeps its page')
  assert.equal(stripe.count('cs'), 1)
  assert.notEqual(await buy({ cookie }), null, 'the next payment creates the customer')
})

test('a customer record that was deleted at Stripe is replaced, and the payment succeeds', async (t) => {
  const { app, stripe, order, pay, customerOf, buy, rows } = await market(t)
  const { id: account, cookie } = await app.signUp('Ben')
  const first = (await buy({ cookie }))!
  stripe.deleteCustomer(first)
  const orders = [await order({ cookie }), await order({ cookie })]
  const replies = await Promise.all(orders.map((id) => pay({ cookie }, id)))
  const [second, other] = replies.map(customerOf)
  assert.notEqual(second, first)
  assert.equal(other, second)
  assert.deepEqual([stripe.count('cus'), await rows(account)], [2, [{ provider_ref: second, delete_at: null }]])
  assert.equal((await pay({ cookie }, orders[0]!)).body.checkout_url, replies[0]!.body.checkout_url, 'the attempt keeps its page')
})

test('if Stripe does not recognize the replacement customer record either, the buyer pays without saved cards', async (t) => {
  const { app, stripe, db, order, pay, customerOf, buy } = await market(t)
  const { cookie } = await app.signUp('Ben')
  const first = (await buy({ cookie }))!
  stripe.deleteCustomer(first)
  const id = await order({ cookie })
  t.mock.method(app.service.ctx.payments!, 'createCustomer', async () => 'cus_unknown')
  assert.equal(customerOf(await pay({ cookie }, id)), null)
  const { customer_ref } = await db.selectFrom('payments').select('customer_ref').where('order_id', '=', id).executeTakeFirstOrThrow()
  assert.equal(customer_ref, null)
})

test('live keys and test keys of an account have separate customer records', async (t) => {
  const { app, db, buy, rows } = await market(t)
  const { id, cookie } = await app.signUp('Ben')
  const live = { id: 'pcu_live', account_id: id, provider: 'stripe', mode: 'live', provider_ref: 'cus_live' } as const
  await db
    .insertInto('payment_customers')
    .values({ ...live, created_at: app.service.ctx.now() })
    .execute()
  const customer = await buy({ cookie })
  assert.notEqual(customer, 'cus_live')
  assert.deepEqual(new Set((await rows(id)).map(({ provider_ref: ref }) => ref)), new Set([customer, 'cus_live']))
})

test('closing an account deletes its customer record at the payment provider, and a failed deletion is retried until it succeeds', async (t) => {
  const { app, stripe, buy, close, cancelOrders, rows } = await market(t)
  const ben = await app.signUp('Ben')
  const customer = (await buy({ cookie: ben.cookie }))!
  await cancelOrders(ben.id)
  assert.equal((await close(ben.cookie)).status, 200)
  assert.notEqual((await rows(ben.id))[0]!.delete_at, null)
  stripe.meet('error_500')
  await app.advance(1)
  assert.equal(stripe.object(customer)['deleted'], undefined)
  await app.advance(HOUR_SECONDS)
  assert.equal(stripe.object(customer)['deleted'], true)
  assert.deepEqual(await rows(ben.id), [])
})

test('closing an account also deletes a customer record whose creation at Stripe got no response', async (t) => {
  const { app, stripe, buy, close, cancelOrders, rows } = await market(t)
  const ben = await app.signUp('Ben')
  stripe.meet('lost')
  assert.equal(await buy({ cookie: ben.cookie }), null)
  const [lost] = stripe.all('cus')
  await cancelOrders(ben.id)
  assert.equal((await close(ben.cookie)).status, 200)
  await app.advance(2 * HOUR_SECONDS)
  assert.equal(lost!['deleted'], true)
  assert.deepEqual(await rows(ben.id), [])
})

test('no customer record is created at Stripe after the session has ended', async (t) => {
  const { app, stripe, rows } = await market(t)
  const ben = await app.signUp('Ben')
  const { ctx } = app.service
  const ended = { kind: 'session', accountId: ben.id, tenant: REAL, sessionToken: 'ended' } as unknown as Person
  await assert.rejects(openCustomer(ctx, ctx.payments!, ben.id, ended), /signed out/)
  assert.deepEqual([stripe.count('cus'), await rows(ben.id)], [0, []])
})

test('no customer record is created at Stripe for a closed account', async (t) => {
  const { app, stripe, close, rows } = await market(t)
  const ben = await app.signUp('Ben')
  assert.equal((await close(ben.cookie)).status, 200)
  assert.equal(await openCustomer(app.service.ctx, app.service.ctx.payments!, ben.id), null)
  assert.deepEqual([stripe.count('cus'), await rows(ben.id)], [0, []])
})
