import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { fromNewNetwork, MANY_NETWORKS } from '#test/guests.ts'
import { HOME } from '#test/sales.ts'
import { ADDRESS, agentOf, CART, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, paying, SENT, type Agent } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { personOfKeyId } from '#identity/credentials/index.ts'
import { inTransaction } from '#platform/context/index.ts'
import { beginCheckout } from './index.ts'
import { namedByLine } from './quote.ts'

/** Tests what a checkout stores, reserves and charges. `test/ucp` tests the protocol. */

const app = await startApp({ after }, MANY_NETWORKS)
const { db } = app.service.ctx
const { seller, buyer } = await openBargain(app)
const platform = await startPlatform({ after }, [CART, CHECKOUT, FULFILLMENT, ORDER])
platform.profile.ucp.capabilities['localhost.market.shopping.offer'] = [{ version: '2026-11-22', extends: CHECKOUT }]
const agent = agentOf(app, platform, buyer.key)
const guestAgent = agentOf(app, platform, undefined)

const HOUR_MS = 3_600_000
const coat = (more: object = {}) => onSale(seller, { title: 'Wool coat', price: 100, shipping: 5, ...more })
const lines = (ids: readonly string[]) => ids.flatMap((id) => of(id))
const begun = async (ids: string | readonly string[], more: object = {}, by: Agent = agent): Promise<Reply['body']> => {
  const reply = await by.create({ line_items: lines([ids].flat()), fulfillment: SENT, ...more })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
const rowOf = (id: string) => db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const change = (id: string, values: { item_cents?: number; shipping_cents?: number }) =>
  db.updateTable('checkouts').set(values).where('id', '=', id).execute()
const orderOf = async (id: string): Promise<Reply['body']> => (await buyer.call('GET', `/v1/orders/${id}`)).body
const linksOf = (accountId: string) => db.selectFrom('guest_checkouts').select('order_id').where('account_id', '=', accountId).execute()
const approvals = async (cookie = buyer.cookie): Promise<Reply['body'][]> =>
  (await app.call('GET', '/v1/approvals?status=pending', { cookie })).body.data
const approver = async (who = buyer): Promise<Agent> =>
  agentOf(app, platform, await keyOf(app, who, { kind: 'agent', scopes: ['buying'], ask_first: ['buying.offer', 'buying.pay'] }))
const amounts = (totals: { type: string; amount: number }[]) => Object.fromEntries(totals.map(({ type, amount }) => [type, amount]))

describe('the record of a checkout', () => {
  test('a new checkout belongs to its account and its key, and ends after 48 hours', async () => {
    const { id, messages } = await begun(await coat())
    assert.equal(messages, undefined)
    const row = await rowOf(id)
    const { id: keyId } = await db
      .selectFrom('keys')
      .select('id')
      .where('account_id', '=', buyer.id)
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    assert.deepEqual([row.account_id, row.key_id, row.order_id, row.cancelled_at], [buyer.id, keyId, null, null])
    assert.equal(row.profile, platform.url)
    for (const end of [row.expires_at, row.forget_at]) assert.equal(end.getTime() - row.created_at.getTime(), 48 * HOUR_MS)
  })

  test('a checkout with an order is stored for 180 days, so that the platform receives order updates', async () => {
    for (const ids of [[await coat()], [await coat(), await coat()]]) {
      const { id } = await begun(ids)
      const before = app.service.ctx.now().getTime()
      const { body } = await agent.complete(id)
      const { forget_at: until, order_id: orderId } = await rowOf(id)
      const days = (until.getTime() - before) / (24 * HOUR_MS)
      assert.ok(days >= 180 && days < 180.01, `${days} days`)
      const orders = await db.selectFrom('orders').select('id').where('id', '=', body.order.id).execute()
      const ofPurchase = await db.selectFrom('orders').select('id').where('purchase_id', '=', body.order.id).execute()
      assert.ok([...orders, ...ofPurchase].some((order) => order.id === orderId))
    }
  })

  test('a checkout stores the platform’s webhook URL only if deliveries to it are possible', async (t) => {
    const stored = async (url: string) => {
      const listener = await startPlatform(t, [CHECKOUT, FULFILLMENT])
      listener.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: url } }]
      const { id } = await begun(await coat(), {}, agentOf(app, listener, buyer.key))
      return (await rowOf(id)).webhook_url
    }
    assert.equal(await stored('http://platform.test/news'), 'http://platform.test/news')
    assert.equal(await stored('https://platform.test/news'), 'https://platform.test/news')
    for (const url of ['ftp://platform.test/news', 'https://user:word@platform.test/', 'news']) assert.equal(await stored(url), null, url)
  })

  test('a public service stores only webhook URLs with HTTPS, and a key that is revoked during its request cannot start a checkout', async () => {
    const { ctx } = app.service
    const ben = await newBuyer(app, 'Ben')
    const { id: keyId } = await db.selectFrom('keys').select('id').where('account_id', '=', ben.id).executeTakeFirstOrThrow()
    const [actor, line_items] = [await personOfKeyId(ctx, keyId), lines([await coat()])]
    const stored = async (url: string) => {
      const input = { line_items, platform: { profile: platform.url, webhook_url: url } }
      const inPublic = { ...ctx, config: { ...ctx.config, mode: 'public' as const } }
      return (await inTransaction(inPublic, (tx) => beginCheckout(tx, actor, input))).webhook_url
    }
    assert.equal(await stored('http://platform.test/news'), null)
    assert.equal(await stored('https://platform.test/news'), 'https://platform.test/news')
    await db.updateTable('keys').set({ revoked_at: ctx.now() }).where('id', '=', keyId).execute()
    await assert.rejects(stored('https://platform.test/news'), { type: 'authentication' })
  })
})

describe('completing a checkout', () => {
  test('completing a completed or cancelled checkout neither requests an approval nor pays', async () => {
    const [done, ended] = [await begun(await coat()), await begun(await coat())]
    const careful = await approver()
    const third = await begun(await coat(), {}, careful)
    await agent.complete(done.id)
    await agent.cancel(ended.id)
    await careful.cancel(third.id)
    await careful.complete(third.id)
    assert.deepEqual(await approvals(), [])
    assert.equal((await agent.complete(ended.id)).body.status, 'canceled')
    const paid = await begun(await coat(), {}, careful)
    await careful.complete(paid.id)
    const [approval] = await approvals()
    await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie: buyer.cookie })
    const { body: again } = await careful.complete(paid.id)
    assert.deepEqual([again.status, codesOf(again), await approvals()], ['completed', [], []])
  })

  test('after a declined approval, completing the checkout again requests a new approval', async () => {
    const careful = await approver()
    const { id } = await begun(await coat(), {}, careful)
    await careful.complete(id)
    const [first] = await approvals()
    await app.call('POST', `/v1/approvals/${first.id}/decline`, { cookie: buyer.cookie })
    await careful.complete(id)
    const [second] = await approvals()
    assert.ok(second && second.id !== first.id)
    await app.call('POST', `/v1/approvals/${second.id}/decline`, { cookie: buyer.cookie })
  })

  test('the text of an approval names a pickup without an address, and the shop even after its listing is no longer visible', async () => {
    const careful = await approver()
    for (const fulfillment of [SENT, {}]) {
      const { id } = await begun(await coat({ title: 'Stone', shipping: 0 }), { fulfillment }, careful)
      await careful.complete(id)
      const [pickup] = await approvals()
      assert.equal(pickup.summary, 'Pay a total of $100 by test_ok to buy “Stone” in the shop “Shop of Sol”.')
      await app.call('POST', `/v1/approvals/${pickup.id}/decline`, { cookie: buyer.cookie })
    }

    const retried = await begun(await coat({ title: 'Vase' }), {}, careful)
    await careful.complete(retried.id, paying('test_declined'))
    const [third] = await approvals()
    await app.call('POST', `/v1/approvals/${third.id}/approve`, { cookie: buyer.cookie })
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { paused: true } })
    await careful.complete(retried.id)
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { paused: false } })
    const [fourth] = await approvals()
    assert.match(fourth.summary, /^Pay a total of \$105 by test_ok to buy “Vase” in the shop “Shop of Sol”, shipped to/)
    await app.call('POST', `/v1/approvals/${fourth.id}/decline`, { cookie: buyer.cookie })
  })

  test('a retried payment and an accepted offer count once toward the daily limit', async () => {
    // with `ask_first`, the limits apply before any approval is requested
    const limited = async (max: number) => {
      const person = await newBuyer(app, 'Dan')
      const rights = { kind: 'agent', scopes: ['buying'], max_offer: max, max_day: max, ask_first: ['webhooks.change'] }
      const key = await keyOf(app, person, rights)
      return { person, key, by: agentOf(app, platform, key) }
    }
    for (const ids of [[await coat()], [await coat(), await coat()]]) {
      const { by } = await limited(ids.length * 105)
      const { id } = await begun(ids, {}, by)
      assert.deepEqual(codesOf((await by.complete(id, paying('test_declined'))).body), ['payment_failed'])
      assert.equal((await by.complete(id)).body.status, 'completed')
    }
    const listing = await coat()
    const { by, key } = await limited(95)
    const { body: offer } = await app.call('POST', '/v1/offers', { key, json: { listing, amount: 90 } })
    await seller.call('POST', `/v1/offers/${offer.id}/accept`)
    const { id } = await begun(listing, { offer: { id: offer.id } }, by)
    assert.equal((await by.complete(id)).body.status, 'completed')
  })

  test('above the daily limit, completing a checkout requests no approval', async () => {
    const person = await newBuyer(app, 'Dan')
    const rights = { kind: 'agent', scopes: ['buying'], max_offer: 150, max_day: 104, ask_first: ['buying.pay'] }
    const by = agentOf(app, platform, await keyOf(app, person, rights))
    const { id } = await begun(await coat(), {}, by)
    assert.deepEqual(codesOf((await by.complete(id)).body), ['over_limit'])
    assert.deepEqual(await approvals(person.cookie), [])
  })

  test('a checkout charges nothing if its price or its shipping differs from that of its order or its purchase', async () => {
    for (const ids of [[await coat()], [await coat(), await coat()]]) {
      const { id } = await begun(ids)
      await agent.complete(id, paying('test_declined'))
      const { item_cents, shipping_cents } = await rowOf(id)
      for (const values of [{ item_cents: item_cents - 1 }, { shipping_cents: shipping_cents! - 1 }]) {
        await change(id, values)
        const { body } = await agent.complete(id)
        assert.notEqual(body.status, 'completed')
        assert.match(body.messages[0].content, /The price has changed/)
        await change(id, { item_cents, shipping_cents: shipping_cents! })
      }
      assert.equal((await agent.complete(id)).body.status, 'completed')
    }
  })

  test('an offer’s price is charged, and the text of its approval states this, after a counteroffer and after the seller accepted', async () => {
    const careful = await approver()
    const next = async (id: string): Promise<string> => {
      await careful.complete(id)
      const [approval] = await approvals()
      await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie: buyer.cookie })
      return approval.summary
    }
    const countered = await coat({ shipping: 0 })
    const { id: counterId } = await buyer.offer(countered, 60)
    await seller.call('POST', `/v1/offers/${counterId}/counter`, { json: { amount: 80 } })
    const first = await begun(countered, { offer: { id: counterId }, fulfillment: {} }, careful)
    const text = (price: string) =>
      `Pay a total of ${price}, the price of the offer, by test_ok to buy “Wool coat” in the shop “Shop of Sol”.`
    assert.equal(await next(first.id), text('$80'))
    const { order_id: orderId } = await rowOf(first.id)
    const { status, total, offer } = await orderOf(orderId!)
    assert.deepEqual([status, total, offer], ['paid', 80, counterId])

    const accepted = await coat({ shipping: 0 })
    const { id: acceptedId } = await buyer.offer(accepted, 70)
    await seller.call('POST', `/v1/offers/${acceptedId}/accept`)
    const second = await begun(accepted, { offer: { id: acceptedId }, fulfillment: {} }, careful)
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { paused: true } })
    assert.equal(await next(second.id), text('$70'))
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { paused: false } })
    assert.equal((await careful.get(second.id)).body.status, 'completed')
  })

  test('completing a checkout that is not ready orders nothing', async () => {
    for (const more of [{ fulfillment: {} }, { fulfillment: { methods: [{ destinations: [{ ...ADDRESS, postal_code: '' }] }] } }]) {
      const { id } = await begun(await coat(), more)
      assert.deepEqual(codesOf((await agent.complete(id)).body), ['missing'])
      assert.equal((await rowOf(id)).order_id, null)
    }
  })

  test('a free item is ordered without a payment', async () => {
    const { id, totals } = await begun(await coat({ title: 'Button', price: 0, shipping: 0 }), { fulfillment: {} })
    assert.equal(amounts(totals)['total'], 0)
    const { body: done } = await agent.complete(id)
    assert.deepEqual([done.status, (await orderOf(done.order.id)).status], ['completed', 'paid'])
    assert.deepEqual(await db.selectFrom('payments').select('id').where('order_id', '=', done.order.id).execute(), [])
  })

  test('an order has the address of its checkout, also if it results from an offer', async () => {
    const listing = await coat()
    const offer = await buyer.offer(listing, 90)
    await seller.call('POST', `/v1/offers/${offer.id}/accept`)
    await seller.call('PATCH', `/v1/listings/${listing}`, { json: { title: 'Old coat' } })
    const checkout = await begun(listing, { offer: { id: offer.id } })
    assert.equal(checkout.line_items[0].item.title, 'Wool coat', 'the order’s title')
    const { body: done } = await agent.complete(checkout.id)
    const { address, offer: used } = await orderOf(done.order.id)
    assert.deepEqual([address.name, address.line1, address.city, used], ['Ben Bauer', 'Elm 1', 'Bonn', offer.id])

    const declined = await begun(await coat())
    await agent.complete(declined.id, paying('test_declined'))
    assert.equal((await orderOf((await rowOf(declined.id)).order_id!)).address.city, 'Bonn')
  })

  test('the selected payment instrument pays, or the first one if none is selected, and an error names its index', async () => {
    const instrument = (token: string, more: object = {}) => ({
      id: token,
      handler_id: 'test',
      type: 'test',
      credential: { type: 'test', token },
      ...more,
    })
    const { id } = await begun(await coat())
    const complete = (...instruments: object[]) => agent.complete(id, { payment: { instruments } })
    const selected = { selected: true }
    const wrong = await complete(instrument('test_ok'), instrument('free', selected))
    assert.deepEqual([wrong.status, wrong.body.path], [400, '$.payment.instruments[1].credential.token'])
    const hosted = await complete(instrument('test_ok', { type: 'hosted_page' }))
    assert.deepEqual([hosted.status, hosted.body.path], [400, '$.payment.instruments[0].credential.token'])
    const bare = await complete({ id: 'i', handler_id: 'test', type: 'test' })
    assert.deepEqual([bare.status, bare.body.path], [400, '$.payment.instruments[0].credential.token'])
    const unselected = await complete(instrument('test_declined'), instrument('test_ok', { selected: false }))
    assert.deepEqual(codesOf(unselected.body), ['payment_failed'])
    assert.equal((await complete(instrument('test_declined'), instrument('test_ok', selected))).body.status, 'completed')
  })
})

describe('changing and cancelling a checkout', () => {
  test('a checkout with an unpaid order cannot change, and a completed checkout can neither change nor be cancelled', async () => {
    const listing = await coat()
    const { id } = await begun(listing)
    await agent.complete(id, paying('test_declined'))
    const put = { line_items: of(await coat({ price: 10 })), fulfillment: SENT }
    const { body } = await agent.update(id, put)
    assert.match(body.messages[0].content, /has an order that is waiting for payment/)
    assert.deepEqual([(await rowOf(id)).listing_id, (await rowOf(id)).item_cents], [listing, 10_000])
    await agent.complete(id)
    assert.equal(onlyError(await agent.update(id, put)).code, 'checkout_over')
    assert.equal(onlyError(await agent.cancel(id)).code, 'checkout_over')
    assert.equal((await rowOf(id)).cancelled_at, null)
  })

  test('cancelling one checkout leaves the account’s other checkouts open, and an expired checkout can neither change nor be completed', async () => {
    const [one, other] = [await begun(await coat()), await begun(await coat())]
    const { body } = await agent.cancel(one.id)
    assert.equal(body.status, 'canceled')
    assert.deepEqual([(await rowOf(one.id)).cancelled_at !== null, (await rowOf(other.id)).cancelled_at], [true, null])
    assert.equal((await agent.get(other.id)).body.status, 'ready_for_complete')
    const { expires_at: end } = await rowOf(other.id)
    await db.updateTable('checkouts').set({ expires_at: app.service.ctx.now() }).where('id', '=', other.id).execute()
    assert.equal((await agent.get(other.id)).body.status, 'canceled')
    assert.equal(onlyError(await agent.cancel(other.id)).code, 'checkout_over')
    await db.updateTable('checkouts').set({ expires_at: end }).where('id', '=', other.id).execute()
    assert.equal((await agent.get(other.id)).body.status, 'ready_for_complete')
  })
})

describe('a guest’s checkout', () => {
  test('a guest’s order creates one account with the guest’s name and email address, and one link, even after a declined payment', async () => {
    const { id } = await begun(await coat(), { buyer: { first_name: 'Gail', email: 'Gail.One@Example.Test' } }, guestAgent)
    assert.deepEqual([(await rowOf(id)).account_id, (await rowOf(id)).key_id], [null, null])
    await guestAgent.complete(id, paying('test_declined'), { headers: fromNewNetwork() })
    const { account_id: accountId, order_id: orderId } = await rowOf(id)
    assert.deepEqual(await linksOf(accountId!), [{ order_id: orderId }])
    const account = await db.selectFrom('accounts').select(['name', 'guest_email']).where('id', '=', accountId!).executeTakeFirstOrThrow()
    assert.deepEqual(account, { name: 'Ben Bauer', guest_email: 'gail.one@example.test' })
    assert.equal((await guestAgent.complete(id, paying(), { headers: fromNewNetwork() })).body.status, 'completed')
    assert.deepEqual([(await rowOf(id)).account_id, await linksOf(accountId!)], [accountId, [{ order_id: orderId }]])
    assert.deepEqual(await linksOf(buyer.id), [], 'an order from an account has no link')
  })

  test('a guest who picks up the item has the buyer’s first name', async () => {
    const listing = await coat({ title: 'Stone', shipping: 0 })
    const { id } = await begun(listing, { buyer: { first_name: 'Gail', email: 'gail.two@example.test' }, fulfillment: {} }, guestAgent)
    assert.equal((await guestAgent.complete(id, paying(), { headers: fromNewNetwork() })).body.status, 'completed')
    const { name } = await db
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', (await rowOf(id)).account_id!)
      .executeTakeFirstOrThrow()
    assert.equal(name, 'Gail')
  })
})

describe('the quote of a checkout', () => {
  test('while a line has a problem, a bundle has no discount and the sum of the known shipping prices', async () => {
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, {
      json: { bundle_tiers: [{ from: 2, percent: 10 }], bundle_shipping: 'highest' },
    })
    const [one, two, sofa] = [await coat(), await coat({ shipping: 7 }), await coat({ shipping: null })]
    assert.deepEqual(amounts((await begun([one, two])).totals), {
      subtotal: 20_000,
      items_discount: -2_000,
      fulfillment: 700,
      total: 18_700,
    })
    assert.deepEqual(amounts((await begun([one, two, sofa])).totals), { subtotal: 30_000, fulfillment: 1_200, total: 31_200 })
    assert.deepEqual(amounts((await begun([sofa, await coat({ shipping: null })])).totals), { subtotal: 20_000, total: 20_000 })
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { bundle_tiers: [] } })
  })

  test('an unknown line is an error that names the line and its index', async () => {
    const reply = await agent.create({ line_items: lines([await coat(), await coat(), 'lst_none']) })
    const { code, content, path } = onlyError(reply) as ReturnType<typeof onlyError> & { path: string }
    assert.deepEqual(
      [code, content, path],
      ['item_unavailable', 'line_items[2] is not a listing that the buyer can see. Remove it.', '$.line_items[2]'],
    )
  })

  test('an error about a listing of a purchase names the line of the checkout instead', async () => {
    const failing = (error: Error) => (): never => {
      throw error
    }
    const more = { outcome: 'sold' }
    const cause = new ApiError('conflict', 'listings[3] is sold. Remove listings[3].', { param: 'listings[3]', more })
    const message = 'line_items[3] is sold. Remove line_items[3].'
    await assert.rejects(namedByLine(failing(cause)), { type: 'conflict', message, param: 'line_items[3]', more, cause })
    for (const error of [conflict('listings[3] is sold.', 'address'), conflict('Sold.'), new Error('listings[3]')])
      await assert.rejects(namedByLine(failing(error)), error)
  })

  test('a checkout replaces its content, its price and its stored address with each update', async () => {
    const { id } = await begun(await coat(), { buyer: { first_name: 'Ben' } })
    const { body: address } = await buyer.call('POST', '/v1/addresses', { json: { ...HOME, line2: 'Flat 2' } })
    const [one, two] = [await coat({ price: 20 }), await coat({ price: 30 })]
    const chosen = { methods: [{ destinations: [ADDRESS] }, { selected_destination_id: address.id }] }
    await agent.update(id, { line_items: lines([one, two]), fulfillment: chosen })
    const row = await rowOf(id)
    assert.deepEqual([row.listing_id, row.item_cents, row.discount_cents, row.shipping_cents, row.buyer], [one, 5_000, 0, 500, null])
    const { id: stored, extended_address: second } = row.destination as { id?: string; extended_address?: string }
    assert.deepEqual([stored, second], [address.id, 'Flat 2'])
    await agent.update(id, { line_items: of(two), fulfillment: { methods: [{ selected_destination_id: 'b', destinations: [{ ...ADDRESS, id: 'a' }, { ...ADDRESS, id: 'b', address_country: 'Germany' }] }] } }) // prettier-ignore
    const single = await rowOf(id)
    assert.deepEqual([single.items, single.discount_cents, single.item_cents], [null, null, 3_000])
    assert.deepEqual(single.destination, { ...ADDRESS, id: 'b', address_country: 'DE' })
  })
})
