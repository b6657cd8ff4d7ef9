import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { becomeAccount } from '#commerce/guests/queries.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { fromNewNetwork, MANY_NETWORKS, postForm } from '#test/guests.ts'
import { mailedLink, mailsTo } from '#test/mailed-link.ts'
import { agentOf, CART, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, paying, SENT } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { report } from '#test/ucp/standard.ts'

const app = await startApp({ after }, MANY_NETWORKS)
const { seller } = await openBargain(app)
const platform = await startPlatform({ after }, [CART, CHECKOUT, FULFILLMENT, ORDER])
const agent = agentOf(app, platform, undefined)
after(report)

let guests = 0
const guest = (email = `ucp-guest${++guests}@example.test`) => ({ first_name: 'Gail', email })
const coat = (more: object = {}) => onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5, ...more })
const lines = (ids: readonly string[]) => ids.flatMap((id) => of(id))
const ready = async (listings: string | readonly string[], buyer = guest()): Promise<Reply['body']> => {
  const { status, body } = await agent.create({ line_items: lines([listings].flat()), buyer, fulfillment: SENT })
  assert.deepEqual([status, body.status], [201, 'ready_for_complete'], JSON.stringify(body))
  return body
}
const complete = (id: string, token?: string, headers = fromNewNetwork()) => agent.complete(id, paying(token), { headers })
const guestCount = async ({ service: { ctx } }: TestApp = app): Promise<number> =>
  (await ctx.db.selectFrom('accounts').select('id').where('guest_email', 'is not', null).execute()).length

test('a guest buys an item with only an email address and a destination', async () => {
  const listing = await coat()
  const bare = (await agent.create({ line_items: of(listing) })).body
  assert.deepEqual([bare.status, codesOf(bare)], ['incomplete', ['missing', 'missing']])
  assert.deepEqual(
    bare.messages.map(({ path }: { path: string }) => path),
    ['$.buyer.email', '$.fulfillment.methods[0].destinations'],
  )
  const wrong = (await agent.update(bare.id, { line_items: of(listing), buyer: guest('gail@'), fulfillment: SENT })).body
  assert.deepEqual([wrong.status, wrong.messages[0].path], ['incomplete', '$.buyer.email'])
  assert.equal((await complete(bare.id)).body.status, 'incomplete')
  assert.equal(await guestCount(), 0, 'a checkout alone creates no guest')

  const email = 'gail@example.test'
  const whole = (await agent.update(bare.id, { line_items: of(listing), buyer: guest(email), fulfillment: SENT })).body
  assert.equal(whole.status, 'ready_for_complete')
  const { body: done } = await complete(bare.id)
  assert.equal(done.status, 'completed', JSON.stringify(done.messages))
  assert.equal((await agent.get(bare.id)).body.order.id, done.order.id)
  const sale = (await seller.call('GET', `/v1/orders/${done.order.id}`)).body
  assert.deepEqual([sale.status, sale.total, sale.buyer.name, sale.address.city], ['paid', 105, 'Ben Bauer', 'Bonn'])

  const proved = await postForm(app, '/guest/order', { token: await mailedLink(app, email, '/guest/order') })
  assert.match(proved.headers['location']!, new RegExp(done.order.id), 'the email link opens the order')
  assert.equal((await agent.get(bare.id)).body.status, 'completed', 'the platform still reads its checkout')
})

test('once a guest has created an account, the checkout id gives no access to that account', async () => {
  const { db, now } = app.service.ctx
  const listing = await coat()
  const { id } = await ready(listing)
  assert.deepEqual(codesOf((await complete(id, 'test_declined')).body), ['payment_failed'])
  const { account_id, order_id } = await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await becomeAccount(db, account_id!, now())
  assert.equal(onlyError(await agent.cancel(id)).code, 'not_found')
  const { status } = await db.selectFrom('orders').select('status').where('id', '=', order_id!).executeTakeFirstOrThrow()
  assert.equal(status, 'awaiting_payment')

  const own = { id: 'adr_01m8d1fqhre008sjgvb0cgc4wc', account_id: account_id!, name: 'Gail', line1: 'Secret 1', city: 'Bonn' }
  const rest = { line2: null, state: null, postal_code: '97301', country: 'US', is_default: true, created_at: now(), updated_at: now() }
  await db
    .insertInto('addresses')
    .values({ ...own, ...rest })
    .execute()
  await app.advance(16 * 60)
  const chosen = { methods: [{ type: 'shipping', selected_destination_id: own.id }] }
  const reply = await agent.update(id, { line_items: of(listing), buyer: guest(), fulfillment: chosen })
  assert.equal(reply.status, 400, JSON.stringify(reply.body))
  assert.doesNotMatch(JSON.stringify(reply.body), /Secret/)
})

test('the response to a guest checkout does not reveal if the email address has an account', async () => {
  const { email } = await app.signUp('Ann')
  const shape = async (buyer: { email: string }) => {
    const { id } = await ready(await coat(), guest(buyer.email))
    const { status, body } = await complete(id)
    return JSON.stringify([status, body]).replaceAll(
      /(?:chk|ord|lst)_[0-9a-z]+|wool-coat[-0-9]*|[^"]*@example\.test|\d{4}-\d\d-\d\dT[^"]*/g,
      'x',
    )
  }
  assert.equal(await shape({ email }), await shape({ email: 'nobody-yet@example.test' }))
})

test('a guest cannot use a checkout created with a key, and a key cannot access a guest’s checkout', async () => {
  const buyer = await newBuyer(app, 'Dora')
  const keyed = agentOf(app, platform, buyer.key)
  const { body: own } = await keyed.create({ line_items: of(await coat()), fulfillment: SENT })
  const { id } = await ready(await coat())
  for (const [other, checkout] of [
    [agent, own.id],
    [keyed, id],
  ] as const) {
    // prettier-ignore
    assert.equal(onlyError(await other.get(checkout)).code, 'not_found')
    assert.equal(onlyError(await other.complete(checkout)).code, 'not_found')
    assert.equal(onlyError(await other.cancel(checkout)).code, 'not_found')
  }
})

test('after a declined payment, a guest can retry the payment for the same order; cancelling the checkout cancels the order', async () => {
  const before = await guestCount()
  const listing = await coat()
  const { id } = await ready(listing)
  const declined = (await complete(id, 'test_declined')).body
  assert.deepEqual(codesOf(declined), ['payment_failed'])
  assert.equal((await complete(id)).body.status, 'completed')
  assert.equal(await guestCount(), before + 1)

  const other = await ready(await coat())
  await complete(other.id, 'test_declined')
  assert.equal((await agent.cancel(other.id)).body.status, 'canceled')
})

test('a guest whose total exceeds the guest limit must create an account, for one item and for several', async () => {
  const before = await guestCount()
  const expensive = of(await coat({ price: 496, shipping: 5 }))
  const items = lines([await coat({ price: 250 }), await coat({ price: 241 })])
  for (const line_items of [expensive, items]) {
    const { body } = await agent.create({ line_items, buyer: guest(), fulfillment: SENT })
    assert.deepEqual([body.status, codesOf(body)], ['requires_escalation', ['over_limit']])
    assert.equal(body.messages[0].severity, 'requires_buyer_review')
    const refused = (await complete(body.id)).body
    assert.deepEqual([refused.status, codesOf(refused)], ['requires_escalation', ['over_limit']])
  }
  assert.equal(await guestCount(), before, 'nothing was ordered')
  const exact = await ready(await coat({ price: 495, shipping: 5 }))
  assert.equal((await complete(exact.id)).body.status, 'completed', 'a total exactly at the limit')
  const together = await ready([await coat({ price: 250 }), await coat({ price: 240 })])
  assert.equal((await complete(together.id)).body.status, 'completed', 'several items exactly at the limit')
})

describe('guest checkouts with several items', () => {
  test('a guest buys several items with one purchase, one payment and one email link', async () => {
    const before = await guestCount()
    const ids = [await coat({ title: 'Oak shelf', price: 80 }), await coat({ title: 'Brass lamp', price: 90 })]
    const bare = (await agent.create({ line_items: lines(ids) })).body
    assert.deepEqual([bare.status, codesOf(bare)], ['incomplete', ['missing', 'missing']])
    const email = 'gwen@example.test'
    const whole = (await agent.update(bare.id, { line_items: lines(ids), buyer: guest(email), fulfillment: SENT })).body
    assert.deepEqual([whole.status, whole.messages], ['ready_for_complete', undefined])
    const page = await app.call('GET', new URL(whole.continue_url).pathname + new URL(whole.continue_url).search)
    assert.match(page.body, /\/checkout\?item=[^"]*"[^>]*>Continue to payment/, 'the buyer can continue without an account')
    assert.equal(await guestCount(), before, 'a checkout alone creates no guest')

    const { body: done } = await complete(bare.id)
    assert.equal(done.status, 'completed', JSON.stringify(done.messages))
    assert.match(done.order.id, /^pur_/)
    const sale = (await seller.call('GET', `/v1/purchases/${done.order.id}`)).body
    assert.deepEqual([sale.status, sale.total, sale.orders.length, sale.buyer.name], ['paid', 180, 2, 'Ben Bauer'])
    const { db } = app.service.ctx
    const payments = await db.selectFrom('payments').select(['amount_cents', 'status']).where('purchase_id', '=', sale.id).execute()
    assert.deepEqual(payments, [{ amount_cents: 18_000, status: 'succeeded' }])
    assert.equal((await complete(bare.id)).body.order.id, sale.id, 'completing again changes nothing')
    assert.equal(await guestCount(), before + 1)

    const subjects = (await mailsTo(app, email)).map(({ subject }) => subject)
    assert.equal(subjects.length, 1, subjects.join())
    const proved = await postForm(app, '/guest/order', { token: await mailedLink(app, email, '/guest/order') })
    assert.equal(proved.headers['location'], `/you/purchases/${sale.id}`)
    assert.equal((await agent.get(bare.id)).body.status, 'completed', 'the platform still reads its checkout')
  })

  test('after a declined payment, a guest can retry the payment for the same purchase; cancelling the checkout cancels the purchase', async () => {
    const before = await guestCount()
    const { id } = await ready([await coat(), await coat()])
    assert.deepEqual(codesOf((await complete(id, 'test_declined')).body), ['payment_failed'])
    assert.equal((await complete(id)).body.status, 'completed')
    assert.equal(await guestCount(), before + 1)

    const listings = [await coat(), await coat()]
    const other = await ready(listings)
    await complete(other.id, 'test_declined')
    assert.equal((await agent.cancel(other.id)).body.status, 'canceled')
    assert.equal((await complete((await ready(listings)).id)).body.status, 'completed', 'the items are for sale again')
  })

  test('a purchase of several items counts as a single unpaid order in the limit per network', async () => {
    const network = fromNewNetwork()
    const unpaid: string[] = []
    for (let n = 0; n < 4; n++) unpaid.push((await ready([await coat(), await coat()])).id)
    const statuses = []
    for (const id of unpaid) statuses.push((await complete(id, 'test_declined', network)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
    assert.equal((await complete(unpaid[0]!, 'test_ok', network)).body.status, 'completed')
    assert.equal((await complete(unpaid[3]!, 'test_declined', network)).status, 200, 'a paid purchase no longer counts')
  })

  test('once a guest has created an account, the checkout id can no longer be used to cancel or pay for the purchase', async () => {
    const { db, now } = app.service.ctx
    const { id } = await ready([await coat(), await coat()])
    await complete(id, 'test_declined')
    const { account_id, order_id } = await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await becomeAccount(db, account_id!, now())
    assert.equal(onlyError(await agent.cancel(id)).code, 'not_found')
    assert.notEqual((await complete(id)).body.status, 'completed')
    const { status } = await db.selectFrom('orders').select('status').where('id', '=', order_id!).executeTakeFirstOrThrow()
    assert.equal(status, 'awaiting_payment')
  })
})

test('a guest without an account cannot create a cart', async () => {
  const cart = await agent.cart('POST', '', { line_items: of(await coat()) })
  assert.deepEqual([cart.status, onlyError(cart).code], [401, 'identity_required'])
  const fromCart = await agent.create({ cart_id: 'crt_none' })
  assert.deepEqual([fromCart.status, onlyError(fromCart).code], [401, 'identity_required'])
})

test('an IP network can place at most three unpaid orders an hour, and one email address at most five orders a day', async () => {
  const network = fromNewNetwork()
  const unpaid: string[] = []
  for (let n = 0; n < 4; n++) unpaid.push((await ready(await coat())).id)
  const replies = []
  for (const id of unpaid) replies.push(await complete(id, 'test_declined', network))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 429],
  )
  assert.equal((await complete(unpaid[0]!, 'test_ok', network)).body.status, 'completed')
  assert.equal((await complete(unpaid[3]!, 'test_ok', network)).body.status, 'completed', 'a paid order no longer counts')
  const email = 'often@example.test'
  for (let n = 0; n < 5; n++) assert.equal((await complete((await ready(await coat(), guest(email))).id)).body.status, 'completed')
  assert.equal((await complete((await ready(await coat(), guest(email))).id)).status, 429)
})

test('if GUEST_LIMIT is 0, every checkout requires a token', async (t) => {
  const closed = await startApp(t, { GUEST_LIMIT: '0' })
  const { seller: other } = await openBargain(closed)
  const anonymous = agentOf(closed, platform, undefined)
  const reply = await anonymous.create({ line_items: of(await onSale(other)) })
  assert.deepEqual([reply.status, onlyError(reply).code], [401, 'identity_required'])
  assert.match(reply.headers['www-authenticate']!, /^Bearer realm=/)
})
