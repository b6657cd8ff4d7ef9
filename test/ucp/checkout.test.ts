import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { faultOf } from '#platform/signatures/message-signatures.ts'
import { send, startApp, type Reply } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { HOME } from '#test/sales.ts'
import { agentOf, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, paying, ADDRESS, SENT } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { isStandard, report } from '#test/ucp/standard.ts'

/** Tests an agent that buys with the Universal Commerce Protocol within the limits of its scopes, spend limit and approval requirements. */

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { location: 'Ghent' } })
const platform = await startPlatform({ after }, [CHECKOUT, FULFILLMENT, ORDER])
const agent = agentOf(app, platform, buyer.key)
after(report)

const coat = (more: object = {}) => onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5, ...more })
const begun = async (id: string, more: object = {}): Promise<Reply['body']> => {
  const reply = await agent.create({ line_items: of(id), ...more })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
const approve = async (id: string, cookie: string) => (await app.call('POST', `/v1/approvals/${id}/approve`, { cookie })).body
const approvals = async (cookie: string) => (await app.call('GET', '/v1/approvals?status=pending', { cookie })).body.data

describe('a UCP checkout', () => {
  test('a checkout leads from a listing to a paid order, and its totals add up', async () => {
    const listing = await coat()
    const first = await begun(listing)
    assert.deepEqual([first.status, codesOf(first)], ['incomplete', ['missing']])
    assert.equal(first.messages[0].path, '$.fulfillment.methods[0].destinations')
    assert.deepEqual(first.totals.map(({ amount }: { amount: number }) => amount), [10_000, 500, 10_500]) // prettier-ignore
    assert.ok('localhost.market.payments.test' in first.ucp.payment_handlers)
    assert.deepEqual(Object.keys(first.ucp.capabilities), [CHECKOUT, FULFILLMENT])

    const { body: half } = await agent.update(first.id, {
      line_items: of(listing),
      buyer: { first_name: 'Ben', email: 'ben@example.test' },
      fulfillment: { methods: [{ type: 'shipping', destinations: [{ ...ADDRESS, postal_code: undefined }] }] },
    })
    assert.deepEqual([half.status, half.messages[0].path], ['incomplete', '$.fulfillment.methods[0].destinations[0].postal_code'])
    assert.equal((await agent.complete(first.id)).body.status, 'incomplete', 'completing an incomplete checkout buys nothing')

    const { body: whole } = await agent.update(first.id, { line_items: of(listing), fulfillment: SENT })
    assert.deepEqual([whole.status, whole.buyer], ['ready_for_complete', undefined], 'an update replaces the whole checkout')
    const { status, body: done } = await agent.complete(first.id)
    assert.deepEqual([status, done.status], [200, 'completed'])
    assert.equal(done.order.permalink_url, `${app.url}/you/orders/${done.order.id}`)
    assert.equal(JSON.stringify({ ...done, ucp: null }).includes('test_ok'), false, 'the response contains no credential')
    assert.doesNotMatch(JSON.stringify(done), /\b73(?:00)?\b/, 'the response does not contain the floor')

    const order = (await buyer.call('GET', `/v1/orders/${done.order.id}`)).body
    assert.deepEqual([order.status, order.total, order.address.name, order.address.city], ['paid', 105, 'Ben Bauer', 'Bonn'])
    assert.deepEqual((await agent.get(first.id)).body.status, 'completed')
    assert.equal((await agent.update(first.id, { line_items: of(listing) })).body.messages[0].severity, 'unrecoverable')
    assert.equal(onlyError(await agent.cancel(first.id)).code, 'checkout_over')
    assert.equal((await agent.complete(first.id)).body.status, 'completed', 'completing again changes nothing')
  })

  test('a checkout ships to a stored address only if the address belongs to the buyer', async () => {
    const listing = await coat()
    const to = (id: string) => ({ line_items: of(listing), fulfillment: { methods: [{ selected_destination_id: id }] } })
    const { body: mine } = await buyer.call('POST', '/v1/addresses', { json: HOME })
    const { body: theirs } = await (await newBuyer(app)).call('POST', '/v1/addresses', { json: HOME })
    assert.equal((await agent.create(to(theirs.id))).status, 400)
    const { id, status, fulfillment } = await begun(listing, to(mine.id))
    assert.deepEqual([status, fulfillment.methods[0].selected_destination_id], ['ready_for_complete', mine.id])
    const { body: done } = await agent.complete(id)
    const { address } = (await buyer.call('GET', `/v1/orders/${done.order.id}`)).body
    assert.deepEqual(address, { ...HOME, line2: null })
  })

  test('a checkout for local pickup needs no address, and states where to pick up the item', async () => {
    const checkout = await begun(await onSale(seller, { title: 'Stone', price: 10, shipping: 0 }))
    const [method] = checkout.fulfillment.methods
    assert.deepEqual([checkout.status, method.type, method.destinations[0].address_locality], ['ready_for_complete', 'pickup', 'Ghent'])
    const { body } = await agent.complete(checkout.id)
    const { body: order } = await agent.order(body.order.id)
    assert.equal(order.fulfillment.expectations[0].method_type, 'pickup')
  })

  test('a checkout states that an item has no shipping price, and charges nothing for its shipping', async () => {
    const checkout = await begun(await onSale(seller, { title: 'Sofa', price: 300 }), { fulfillment: SENT })
    assert.deepEqual([checkout.status, codesOf(checkout)], ['ready_for_complete', ['fulfillment']])
    assert.equal(checkout.messages[0].presentation, 'disclosure')
    assert.equal((await agent.complete(checkout.id)).body.status, 'completed')
  })

  test('if two buyers complete checkouts for the same item concurrently, exactly one of them gets the item', async () => {
    const listing = await coat()
    const other = agentOf(app, platform, (await newBuyer(app, 'Cleo')).key)
    const [mine, theirs] = [
      await begun(listing, { fulfillment: SENT }),
      (await other.create({ line_items: of(listing), fulfillment: SENT })).body,
    ]
    const ends = (await Promise.all([agent.complete(mine.id), other.complete(theirs.id)])).map(({ body }) => body)
    const [won, lost] = ends.toSorted((one) => (one.status === 'completed' ? -1 : 1))
    assert.equal(won.status, 'completed')
    assert.ok(['out_of_stock', 'item_unavailable'].includes(codesOf(lost).at(-1)!), JSON.stringify(lost))
    const again = await other.create({ line_items: of(listing) })
    assert.deepEqual([again.status, onlyError(again).code], [200, 'out_of_stock'])
  })

  test('a checkout charges exactly the displayed amount, or nothing if the price has changed', async () => {
    const listing = await coat()
    const checkout = await begun(listing, { fulfillment: SENT })
    await seller.call('PATCH', `/v1/listings/${listing}`, { json: { price: 110 } })
    const { body: refused } = await agent.complete(checkout.id)
    assert.deepEqual([refused.status, codesOf(refused)], ['incomplete', ['price_changed']])
    assert.equal(refused.totals.at(-1).amount, 10_500)
    const { body: updated } = await agent.update(checkout.id, { line_items: of(listing), fulfillment: SENT })
    assert.deepEqual([updated.status, updated.totals.at(-1).amount], ['ready_for_complete', 11_500])
    assert.equal((await agent.complete(checkout.id)).body.status, 'completed')
  })

  test('after a declined card, the buyer can retry the payment; while a payment is pending, the checkout waits', async () => {
    const checkout = await begun(await coat(), { fulfillment: SENT })
    const { body: declined } = await agent.complete(checkout.id, paying('test_declined'))
    assert.deepEqual([declined.status, declined.messages[0].code], ['ready_for_complete', 'payment_failed'])
    const { body: slow } = await agent.complete(checkout.id, paying('test_slow'))
    assert.equal(slow.status, 'complete_in_progress')
    assert.equal((await agent.get(checkout.id)).body.status, 'complete_in_progress')
    await app.advance(60)
    assert.equal((await agent.get(checkout.id)).body.status, 'completed')
  })

  test('when a checkout is cancelled or expires, its pending order also ends', async () => {
    const listing = await coat()
    const checkout = await begun(listing, { fulfillment: SENT })
    await agent.complete(checkout.id, paying('test_declined'))
    assert.equal((await agent.cancel(checkout.id)).body.status, 'canceled')
    assert.equal(onlyError(await agent.cancel(checkout.id)).code, 'checkout_over')
    assert.equal((await buyer.call('GET', '/v1/orders?status=cancelled')).body.data[0].listing.id, listing)
    const other = await begun(listing, { fulfillment: SENT })
    await app.advance(49 * 3600)
    assert.equal((await agent.get(other.id)).body.status, 'canceled')
    await app.advance(2 * 86_400)
    assert.equal(onlyError(await agent.get(other.id)).code, 'not_found', 'the checkout is deleted')
  })

  test('on a platform without the fulfillment extension, a checkout continues on the service’s page', async (t) => {
    const plain = await startPlatform(t, [CHECKOUT])
    const { body } = await agentOf(app, plain, buyer.key).create({ line_items: of(await coat()), fulfillment: SENT })
    assert.deepEqual([body.status, body.fulfillment, body.messages[0].severity], ['requires_escalation', undefined, 'requires_buyer_input'])
    assert.match(body.continue_url, /wool-coat/)
    assert.deepEqual(Object.keys(body.ucp.capabilities), [CHECKOUT])
  })

  test('a checkout rejects invalid input, and the error names the field', async () => {
    const listing = await coat()
    const checkout = await begun(listing, { fulfillment: SENT })
    const long = 'x'.repeat(5_000)
    const wrong: [object, string][] = [
      [{}, '$.line_items'],
      [{ line_items: [] }, '$.line_items'],
      [{ line_items: [{ item: {}, quantity: 1 }] }, '$.line_items[0].item.id'],
      [{ line_items: [{ item: { id: listing } }] }, '$.line_items[0].quantity'],
      [{ line_items: [{ item: { id: listing }, quantity: 0 }] }, '$.line_items[0].quantity'],
      [{ line_items: of(listing), buyer: { email: 3 } }, '$.buyer.email'],
      [{ line_items: of(listing), fulfillment: { methods: [{ type: 'drone' }] } }, '$.fulfillment.methods[0].type'],
      [{ line_items: of(listing), fulfillment: { methods: [{ destinations: [{ address_locality: long }] }] } }, '$.fulfillment.methods[0].destinations[0].address_locality'], // prettier-ignore
      [{ line_items: of(listing), fulfillment: { methods: [{ destinations: [{ ...ADDRESS, address_country: 'Amerika' }] }] } }, '$.address.country'], // prettier-ignore
    ]
    for (const [json, path] of wrong) {
      const reply = await agent.create(json)
      assert.deepEqual([reply.status, reply.body.code, reply.body.path], [400, 'invalid_request', path], JSON.stringify(json).slice(0, 100))
    }
    const payments: [object, string][] = [
      [{}, '$.payment'],
      [{ payment: { instruments: [] } }, '$.payment.instruments'],
      [{ payment: { instruments: [{ handler_id: 'other', type: 'test' }] } }, '$.payment.instruments[0].handler_id'],
      [paying('free'), '$.payment.instruments[0].credential.token'],
    ]
    for (const [json, path] of payments) {
      const reply = await agent.complete(checkout.id, json)
      assert.deepEqual([reply.status, reply.body.path], [400, path], JSON.stringify(json))
    }
    for (const id of ['lst_none', 'x']) assert.equal(onlyError(await agent.create({ line_items: of(id) })).code, 'item_unavailable')
    const { body: one } = await agent.create({ line_items: [{ item: { id: listing }, quantity: 7 }] })
    assert.deepEqual(
      [one.line_items[0].quantity, codesOf(one)],
      [1, ['missing', 'quantity_adjusted']],
      'the quantity is reduced to 1, with a message',
    )
    const { body: still } = await agent.update(one.id, { line_items: [{ item: { id: listing }, quantity: 7 }], fulfillment: SENT })
    assert.deepEqual([still.status, still.messages.map(({ type }: { type: string }) => type)], ['ready_for_complete', ['warning']])
    for (const id of ['chk_none', 'chk_NONE', 'x'.repeat(150)]) assert.equal(onlyError(await agent.get(id)).code, 'not_found')
  })
})

test('eight concurrent requests to complete a checkout create only one order', async () => {
  const checkout = await begun(await coat(), { fulfillment: SENT })
  const ends = await Promise.all(Array.from({ length: 8 }, () => agent.complete(checkout.id)))
  const orders = new Set(ends.map(({ body }) => body.order?.id).filter(Boolean))
  assert.equal(orders.size, 1)
  const paid = (await buyer.call('GET', '/v1/orders?limit=100')).body.data.filter(({ id }: { id: string }) => orders.has(id))
  assert.equal(paid.length, 1)
})

describe('authorization for a checkout', () => {
  let person: Buyer
  // Signs up a new buyer, because only a recent session may create API keys.
  before(async () => {
    person = await newBuyer(app, 'Finn')
  })

  test('access to orders requires a token, and the 401 response states how to get one', async () => {
    const anonymous = agentOf(app, platform, undefined)
    const reply = await anonymous.call('GET', '/orders/ord_none')
    assert.deepEqual([reply.status, onlyError(reply).code], [401, 'identity_required'])
    assert.match(reply.headers['www-authenticate']!, /^Bearer realm="http:\/\/localhost:\d+", resource_metadata="/)
    const reads = agentOf(app, platform, await keyOf(app, person, { scopes: ['read'] }))
    const refused = await reads.create({ line_items: of(await coat()) })
    assert.deepEqual([refused.status, onlyError(refused).code], [403, 'insufficient_scope'])
    assert.match(refused.headers['www-authenticate']!, /error="insufficient_scope", scope="dev\.ucp\.shopping\.checkout:manage"/)
  })

  test('only the key that created a checkout can use it', async () => {
    const others = [(await newBuyer(app, 'Dora')).key, await keyOf(app, person, { scopes: ['buying'] }), seller.key]
    const { body: checkout } = await agentOf(app, platform, person.key).create({ line_items: of(await coat()), fulfillment: SENT })
    for (const key of others) {
      const other = agentOf(app, platform, key)
      assert.equal(onlyError(await other.get(checkout.id)).code, 'not_found')
      assert.equal(onlyError(await other.complete(checkout.id)).code, 'not_found')
      assert.equal(onlyError(await other.cancel(checkout.id)).code, 'not_found')
    }
    const byHeader = await agentOf(app, platform, undefined).call('GET', `/checkout-sessions/${checkout.id}`, { headers: { 'x-api-key': person.key } }) // prettier-ignore
    assert.equal(byHeader.body.id, checkout.id, 'a key may come as X-API-Key')
  })

  test('the OAuth metadata lists the UCP scopes', async () => {
    const [{ body: server }, { body: profile }] = [
      await send(app.port, 'GET', '/.well-known/oauth-authorization-server', { host: 'localhost' }),
      await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' }),
    ]
    isStandard('discovery/profile.json#/$defs/business_profile', profile)
    const [linking] = profile.ucp.capabilities['dev.ucp.common.identity_linking']
    for (const scope of Object.keys(linking.config.scopes)) assert.ok(server.scopes_supported.includes(scope), scope)
    assert.ok(CHECKOUT in profile.ucp.capabilities && ORDER in profile.ucp.capabilities)
  })

  test('a checkout enforces the key’s spending limits per purchase and per day', async () => {
    const listing = await coat()
    const capped = agentOf(app, platform, await keyOf(app, person, { scopes: ['buying'], max_offer: 104 }))
    const { body } = await capped.create({ line_items: of(listing), fulfillment: SENT })
    assert.deepEqual([body.status, codesOf(body)], ['requires_escalation', ['over_limit']])
    assert.equal(body.messages[0].severity, 'requires_buyer_review')
    const { body: refused } = await capped.complete(body.id)
    assert.deepEqual([refused.status, codesOf(refused)], ['requires_escalation', ['over_limit']])
    const day = agentOf(app, platform, await keyOf(app, person, { scopes: ['buying'], max_offer: 150, max_day: 150 }))
    const [first, second] = [await coat(), await coat()]
    const one = (await day.create({ line_items: of(first), fulfillment: SENT })).body
    assert.equal((await day.complete(one.id)).body.status, 'completed')
    const two = (await day.create({ line_items: of(second), fulfillment: SENT })).body
    const { body: over } = await day.complete(two.id)
    assert.deepEqual([over.status, codesOf(over)], ['requires_escalation', ['over_limit']])
    assert.equal((await app.call('GET', `/v1/market/listings/${second}`)).body.sold, false)
  })

  test('completing a checkout requires one approval, which covers both the order and its payment', async () => {
    const listing = await coat()
    const key = await keyOf(app, person, { kind: 'agent', scopes: ['buying'], ask_first: ['buying.offer', 'buying.pay'] })
    const approvalAgent = agentOf(app, platform, key)
    const { body: checkout } = await approvalAgent.create({ line_items: of(listing), fulfillment: SENT })
    assert.equal(checkout.status, 'ready_for_complete')
    const { status, body: held } = await approvalAgent.complete(checkout.id)
    const [approval] = await approvals(person.cookie)
    assert.deepEqual([status, held.status, held.continue_url], [200, 'requires_escalation', approval.url])
    assert.deepEqual([codesOf(held), held.messages[0].severity], [['approval_required'], 'requires_buyer_review'])
    assert.equal(
      approval.summary,
      'Pay a total of $105 by test_ok to buy “Wool coat” in the shop “Shop of Sol”, shipped to “Ben Bauer, Elm 1, Bonn”.',
    )
    assert.deepEqual([approval.amount, approval.actions], [105, ['buying.offer', 'buying.pay']])
    await approvalAgent.complete(checkout.id)
    assert.equal((await approvals(person.cookie)).length, 1, 'a repeated request creates no second approval')
    assert.equal((await app.call('GET', `/v1/market/listings/${listing}`)).body.sold, false)
    assert.equal(
      (await app.call('POST', `/v1/approvals/${approval.id}/approve`, { key })).status,
      403,
      'the agent cannot approve the request itself',
    )

    assert.equal((await approve(approval.id, person.cookie)).status, 'done')
    const { body: done } = await approvalAgent.get(checkout.id)
    assert.equal(done.status, 'completed')
    assert.equal((await approvalAgent.order(done.order.id)).body.checkout_id, checkout.id)
  })

  test('an agent needs approval to cancel a checkout with a pending order, but not to cancel a checkout without an order', async () => {
    const key = await keyOf(app, person, { kind: 'agent', scopes: ['buying'], ask_first: ['orders.cancel'] })
    const approvalAgent = agentOf(app, platform, key)
    const { body: plain } = await approvalAgent.create({ line_items: of(await coat()), fulfillment: SENT })
    assert.equal((await approvalAgent.cancel(plain.id)).body.status, 'canceled')
    const { body: checkout } = await approvalAgent.create({ line_items: of(await coat()), fulfillment: SENT })
    await approvalAgent.complete(checkout.id, paying('test_declined'))
    const waiting = async () => (await app.call('GET', '/v1/orders?status=awaiting_payment', { key: person.key })).body.data
    const held = await approvalAgent.cancel(checkout.id)
    const [approval] = await approvals(person.cookie)
    assert.deepEqual([held.status, onlyError(held).code, held.body.continue_url], [200, 'approval_required', approval.url])
    assert.deepEqual([approval.actions, approval.summary], [['orders.cancel'], 'Cancel the order for “Wool coat”.'])
    assert.equal((await waiting()).length, 1)

    const [order] = await waiting()
    await person.call('POST', `/v1/orders/${order.id}/cancel`)
    await approvalAgent.complete(checkout.id, paying('test_declined'))
    assert.equal(
      (await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie: person.cookie })).status,
      409,
      'the approval does not apply to another order',
    )
    assert.equal((await waiting()).length, 1)
    await approvalAgent.cancel(checkout.id)
    const [again] = await approvals(person.cookie)
    assert.equal((await approve(again.id, person.cookie)).status, 'done')
    assert.deepEqual([(await approvalAgent.get(checkout.id)).body.status, await waiting()], ['canceled', []])
  })

  test('starting to send order updates to a platform requires an approval that shows the platform’s URL', async (t) => {
    const receiver = await startReceiver(t, '/news')
    const listener = await startPlatform(t, [CHECKOUT, FULFILLMENT])
    listener.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: receiver.url } }]
    const key = await keyOf(app, person, { kind: 'agent', scopes: ['buying'], ask_first: ['webhooks.change'] })
    const { body: silent } = await agentOf(app, platform, key).create({ line_items: of(await coat()), fulfillment: SENT })
    assert.equal(
      (await agentOf(app, platform, key).complete(silent.id)).body.status,
      'completed',
      'a checkout without order updates needs no approval',
    )
    const listenerAgent = agentOf(app, listener, key)
    const { body: checkout } = await listenerAgent.create({ line_items: of(await coat()), fulfillment: SENT })
    const { body: held } = await listenerAgent.complete(checkout.id)
    const [approval] = await approvals(person.cookie)
    assert.deepEqual([held.status, codesOf(held), approval.actions], ['requires_escalation', ['approval_required'], ['webhooks.change']])
    assert.ok(approval.summary.endsWith(`. Updates about the order are sent to ${new URL(receiver.url).host}.`), approval.summary)

    const elsewhere = (url: string) =>
      app.service.ctx.db.updateTable('checkouts').set({ webhook_url: url }).where('id', '=', checkout.id).execute()
    await elsewhere('https://elsewhere.test/')
    assert.equal((await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie: person.cookie })).status, 409)
    await elsewhere(receiver.url)
    await listenerAgent.complete(checkout.id)
    const [again] = await approvals(person.cookie)
    assert.equal((await approve(again.id, person.cookie)).status, 'done')
    assert.equal(JSON.parse((await receiver.until(1, 20_000))[0]!.body).checkout_id, checkout.id)
  })

  test('an approved completion fails if the checkout has changed since the owner approved it', async () => {
    const listing = await coat()
    const key = await keyOf(app, person, { kind: 'agent', scopes: ['buying'], ask_first: ['buying.pay'] })
    const approvalAgent = agentOf(app, platform, key)
    const { body: checkout } = await approvalAgent.create({ line_items: of(listing), fulfillment: SENT })
    await approvalAgent.complete(checkout.id)
    const [approval] = await approvals(person.cookie)
    await approvalAgent.update(checkout.id, { line_items: of(listing), fulfillment: { methods: [{ destinations: [{ ...ADDRESS, street_address: 'Elsewhere 9' }] }] } }) // prettier-ignore
    assert.equal((await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie: person.cookie })).status, 409)
    assert.equal((await approvalAgent.get(checkout.id)).body.status, 'ready_for_complete')
    await approvalAgent.complete(checkout.id)
    const [again] = await approvals(person.cookie)
    await app.call('POST', `/v1/approvals/${again.id}/decline`, { cookie: person.cookie })
    assert.deepEqual([(await approvalAgent.get(checkout.id)).body.status, codesOf((await approvalAgent.get(checkout.id)).body)], ['requires_escalation', ['approval_declined']]) // prettier-ignore
    assert.equal((await app.call('GET', `/v1/market/listings/${listing}`)).body.sold, false)
  })
})

describe('a UCP order', () => {
  test('the service retries signed order updates until the platform receives them', async (t) => {
    const receiver = await startReceiver(t, '/news?for=ben')
    const listener = await startPlatform(t, [CHECKOUT, FULFILLMENT])
    listener.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: receiver.url } }]
    const listenerAgent = agentOf(app, listener, buyer.key)
    let refusals = 1
    receiver.answer = (response) => response.writeHead(refusals-- > 0 ? 500 : 200).end('{}')
    const { body: checkout } = await listenerAgent.create({ line_items: of(await coat()), fulfillment: SENT })
    const { body: done } = await listenerAgent.complete(checkout.id)
    const [first, again] = await receiver.until(2, 20_000)
    for (const name of ['webhook-id', 'webhook-timestamp', 'idempotency-key'])
      assert.equal(again!.headers[name], first!.headers[name], name)
    assert.deepEqual(again!.body, first!.body)
    const { signing_keys: keys } = (await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })).body
    for (const { headers, body } of [first!, again!]) {
      const fault = faultOf(
        {
          input: headers['signature-input'],
          signature: headers['signature'],
          digest: headers['content-digest'],
          body: Buffer.from(body),
          parts: {
            '@method': 'POST',
            '@authority': new URL(receiver.url).host,
            '@path': '/news',
            '@query': '?for=ben',
            'ucp-agent': headers['ucp-agent']!,
            'idempotency-key': headers['idempotency-key']!,
            'content-digest': headers['content-digest']!,
            'content-type': headers['content-type']!,
          },
        },
        keys,
        ['@method', '@authority', '@path', '@query', 'ucp-agent', 'idempotency-key', 'content-digest', 'content-type'],
      )
      assert.equal(fault, null)
    }
    assert.match(first!.headers['webhook-id']!, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.match(first!.headers['webhook-timestamp']!, /^\d{10}$/)
    assert.equal(first!.headers['ucp-agent'], `profile="${app.programsUrl}/.well-known/ucp"`)
    const news = JSON.parse(again!.body)
    isStandard('shopping/order.json', news)
    assert.deepEqual([news.id, news.checkout_id, news.line_items[0].status], [done.order.id, checkout.id, 'processing'])

    await seller.call('POST', `/v1/orders/${done.order.id}/ship`, { json: { carrier: 'DHL', number: 'JD014600006281230704' } })
    const shipped = JSON.parse((await receiver.until(3, 20_000))[2]!.body)
    isStandard('shopping/order.json', shipped)
    assert.deepEqual([shipped.line_items[0].status, shipped.fulfillment.events[0].tracking_number], ['fulfilled', 'JD014600006281230704'])
    const { body: now } = await listenerAgent.order(done.order.id)
    assert.deepEqual(now.fulfillment, shipped.fulfillment)
  })

  test('an order shows its refund, and a key of a different account cannot find the order', async () => {
    const checkout = await begun(await coat(), { fulfillment: SENT })
    const { body: done } = await agent.complete(checkout.id)
    const { id } = done.order
    await seller.call('POST', `/v1/orders/${id}/cancel`)
    const { body } = await agent.order(id)
    assert.deepEqual([body.line_items[0].status, body.line_items[0].quantity.total], ['removed', 0])
    assert.deepEqual(body.adjustments.map(({ type }: { type: string }) => type), ['cancellation', 'refund']) // prettier-ignore
    assert.equal(body.adjustments[1].totals[0].amount, -10_500)
    for (const key of [seller.key, (await newBuyer(app, 'Eva')).key])
      assert.equal(onlyError(await agentOf(app, platform, key).order(id)).code, 'not_found')
    assert.equal((await agentOf(app, platform, undefined).order(id)).status, 401)
    const byHand = await buyer.call('POST', '/v1/orders', { json: { listing: await coat() } })
    assert.equal((await agent.order(byHand.body.id)).body.checkout_id, byHand.body.id, 'an order made without a checkout is readable too')
  })
})
