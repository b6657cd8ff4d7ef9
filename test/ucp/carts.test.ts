import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { send, startApp, type Reply } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { agentOf, CART, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, SENT } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { isStandard, report } from '#test/ucp/standard.ts'

/** Tests an agent that adds items to a cart and buys them one after the other (the protocol's cart capability). */

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const other = await openSeller(app, 'Ida')
const platform = await startPlatform({ after }, [CART, CHECKOUT, FULFILLMENT, ORDER])
const agent = agentOf(app, platform, buyer.key)
after(report)

const newListing = (title: string, price: number, more: object = {}) => onSale(seller, { title, price, shipping: 5, ...more })
const lines = (...ids: string[]) => ids.flatMap((id) => of(id))
const made = async (...ids: string[]): Promise<Reply['body']> => {
  const reply = await agent.cart('POST', '', { line_items: lines(...ids) })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
const idsOf = ({ line_items }: Reply['body']): string[] => line_items.map(({ item }: { item: { id: string } }) => item.id)
const convert = (id: string, more: object = {}) => agent.create({ cart_id: id, fulfillment: SENT, ...more })

describe('a UCP cart', () => {
  test('a cart can hold items from several shops at their current prices, and reserves none of them', async () => {
    const coat = await newListing('Wool coat', 100, { lowest_price: 73 })
    const sofa = (await other.list({ title: 'Sofa', price: 300, publish: true })).id
    const cart = await made(coat, sofa, coat)
    assert.deepEqual(
      [idsOf(cart), cart.totals.map(({ amount }: { amount: number }) => amount)],
      [
        [coat, sofa],
        [40_000, 500, 40_500],
      ],
    )
    assert.match(cart.continue_url, /wool-coat/)
    assert.ok(Math.abs(Date.parse(cart.expires_at) - app.service.ctx.now().getTime() - 30 * 86_400_000) < 60_000)
    await seller.call('PATCH', `/v1/listings/${coat}`, { json: { price: 90 } })
    const { body: now } = await agent.cart('GET', `/${cart.id}`)
    assert.deepEqual([now.line_items[0].item.price, now.totals.at(-1).amount], [9_000, 39_500])
    assert.doesNotMatch(JSON.stringify([cart, now]), /\b73(?:00)?\b/, 'the response does not contain the floor')
    const quick = await newBuyer(app, 'Quick')
    assert.equal((await quick.call('POST', '/v1/orders', { json: { listing: coat } })).status, 201)
  })

  test('an update replaces the whole cart, a cart may be empty, and a cancelled cart cannot be found', async () => {
    const [one, two] = [await newListing('One', 10), await newListing('Two', 20)]
    const cart = await made(one)
    const { body: put } = await agent.cart('PUT', `/${cart.id}`, {
      id: cart.id,
      line_items: [{ item: { id: two }, quantity: 9 }],
      buyer: { first_name: 'Ben' },
    })
    assert.deepEqual([idsOf(put), put.line_items[0].quantity, codesOf(put)], [[two], 1, ['quantity_adjusted']])
    assert.equal(put.buyer.first_name, 'Ben')
    const { body: empty } = await agent.cart('PUT', `/${cart.id}`, { line_items: [] })
    assert.deepEqual([empty.line_items, empty.totals.at(-1).amount, empty.buyer], [[], 0, undefined])
    const nothing = onlyError(await convert(cart.id))
    assert.deepEqual([nothing.code, nothing.content], ['item_unavailable', 'This cart is empty. Add an item first.'])
    await agent.cart('PUT', `/${cart.id}`, { line_items: lines(one, two) })
    const { body: last } = await agent.cart('POST', `/${cart.id}/cancel`, {})
    assert.deepEqual([last.id, idsOf(last), last.expires_at], [cart.id, [one, two], undefined])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const)
      // prettier-ignore
      assert.equal(onlyError(await agent.cart(method, `/${cart.id}${path}`, method === 'GET' ? undefined : {})).code, 'not_found')
  })

  test('updating, cancelling or buying one cart affects no other cart of the account', async () => {
    const [one, two, three] = [await newListing('One', 10), await newListing('Two', 20), await newListing('Three', 30)]
    const [updated, bought, cancelled, other] = [await made(one), await made(two), await made(three), await made(one, three)]
    await agent.cart('PUT', `/${updated.id}`, { line_items: lines(three, two), buyer: { first_name: 'Ben' } })
    await agent.cart('POST', `/${cancelled.id}/cancel`, {})
    const { body: checkout } = await convert(bought.id)
    const { body: read } = await agent.cart('GET', `/${other.id}`)
    assert.deepEqual([read.id, idsOf(read), read.buyer], [other.id, [one, three], undefined])
    assert.deepEqual(idsOf((await agent.cart('GET', `/${updated.id}`)).body), [three, two])
    const { body: second } = await convert(other.id)
    assert.deepEqual([idsOf(checkout), idsOf(second)], [[two], [one, three]])
    const another = agentOf(app, platform, await keyOf(app, buyer, { scopes: ['buying'] }))
    assert.equal(onlyError(await another.cart('GET', `/${other.id}`)).code, 'not_found', 'another key of the same account')
  })

  test('a cart leaves out an item that is reserved for a different buyer, and states why', async () => {
    const [free, retained] = [await newListing('Free lamp', 10), await newListing('Kept lamp', 10)]
    const quick = await newBuyer(app, 'Quick')
    assert.equal((await quick.call('POST', '/v1/orders', { json: { listing: retained } })).status, 201)
    const cart = await made(free, retained)
    assert.deepEqual([idsOf(cart), codesOf(cart)], [[free], ['item_unavailable']])
    assert.match(cart.messages[0].content, /reserved for another buyer/)
  })

  test('a cart reports unavailable items, and the remaining items can still be bought', async () => {
    const [sold, deleted, stays] = [await newListing('Sold lamp', 10), await newListing('Deleted lamp', 10), await newListing('Lamp', 30)]
    const cart = await made(sold, deleted, stays, 'lst_none', 'no id at all')
    assert.deepEqual(codesOf(cart), ['item_unavailable', 'item_unavailable'])
    await seller.call('POST', `/v1/listings/${sold}/mark-sold`, { json: {} })
    assert.equal((await seller.call('DELETE', `/v1/listings/${deleted}`)).status, 200)
    const { body: now } = await agent.cart('GET', `/${cart.id}`)
    assert.deepEqual([idsOf(now), codesOf(now), now.totals.at(-1).amount], [[stays], ['out_of_stock', 'item_unavailable'], 3_500])
    assert.deepEqual(now.messages.map(({ content }: { content: string }) => content), ['“Sold lamp” is already sold.', '“Deleted lamp” is no longer available.']) // prettier-ignore
    const all = await agent.cart('POST', '', { line_items: lines(sold) })
    assert.deepEqual([all.status, onlyError(all).code, onlyError(all).severity], [200, 'out_of_stock', 'unrecoverable'])
    assert.equal(onlyError(await agent.cart('POST', '', { line_items: lines('lst_none') })).code, 'item_unavailable')
    const own = agentOf(app, platform, seller.key)
    assert.match(onlyError(await own.cart('POST', '', { line_items: lines(stays) })).content, /the buyer’s own/)
  })

  test('a cart expires a fixed time after its last update', async () => {
    const cart = await made(await newListing('Old clock', 10))
    await app.advance(20 * 86_400)
    await agent.cart('PUT', `/${cart.id}`, { line_items: lines(idsOf(cart)[0]!) })
    await app.advance(20 * 86_400)
    assert.equal((await agent.cart('GET', `/${cart.id}`)).body.id, cart.id, 'an update restarts its expiry')
    await app.advance(11 * 86_400)
    assert.equal(onlyError(await agent.cart('GET', `/${cart.id}`)).code, 'not_found')
    await app.advance(2 * 86_400)
    const left = await app.service.ctx.db.selectFrom('carts').select('id').where('id', '=', cart.id).execute()
    assert.deepEqual(left, [])
  })
})

describe('creating a UCP checkout from a cart', () => {
  test('a checkout contains the first available item in a cart; the remaining items follow in separate checkouts', async () => {
    const [gone, coat, sofa] = [await newListing('Gone', 5), await newListing('Coat', 100), (await other.list({ title: 'Bed', price: 300, publish: true })).id] // prettier-ignore
    const cart = await made(gone, coat, sofa)
    await seller.call('POST', `/v1/listings/${gone}/mark-sold`, { json: {} })
    const { status, body: first } = await convert(cart.id, { line_items: [{ item: { id: sofa }, quantity: 3 }, 'junk'], buyer: 7 })
    assert.deepEqual([status, idsOf(first), first.status, codesOf(first)], [201, [coat], 'ready_for_complete', ['cart_remainder']])
    assert.match(first.messages[0].content, /^1 more item is in the cart/)
    const { body: same } = await convert(cart.id)
    assert.equal(same.id, first.id, 'a cart has one open checkout')
    const { body: paid } = await agent.complete(first.id)
    assert.equal(paid.status, 'completed')
    const { body: rest } = await agent.cart('GET', `/${cart.id}`)
    assert.deepEqual([idsOf(rest), codesOf(rest)], [[sofa], ['out_of_stock', 'out_of_stock']])
    const { body: second } = await convert(cart.id)
    assert.notEqual(second.id, first.id)
    assert.deepEqual([idsOf(second), codesOf(second)], [[sofa], ['fulfillment']])
    const { body: done } = await agent.complete(second.id)
    assert.notEqual(done.order.id, paid.order.id)
    assert.equal(onlyError(await convert(cart.id)).code, 'out_of_stock')
  })

  test('a checkout created from a cart contains the cart’s buyer; once the checkout is cancelled, a new checkout can use the same cart', async () => {
    const coat = await newListing('Frock', 100)
    const cart = (await agent.cart('POST', '', { line_items: of(coat), buyer: { first_name: 'Ben' } })).body
    const { body: first } = await convert(cart.id)
    assert.equal(first.buyer.first_name, 'Ben')
    await agent.cancel(first.id)
    const { body: second } = await convert(cart.id)
    assert.notEqual(second.id, first.id)
  })

  test('eight concurrent requests for a checkout of one cart create only one checkout', async () => {
    const cart = await made(await newListing('Chair', 10), await newListing('Table', 20))
    const all = await Promise.all(Array.from({ length: 8 }, () => convert(cart.id)))
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1)
    assert.ok(
      all.every(({ body }) => !codesOf(body).includes('cart_remainder')),
      'nothing is left in the cart',
    )
  })

  test('creating a checkout from a cart requires the key that created the cart, and cart capability on both the platform and the service', async (t) => {
    const cart = await made(await newListing('Vase', 10))
    const person = await newBuyer(app, 'Finn')
    for (const key of [person.key, await keyOf(app, person, { scopes: ['buying'] })]) {
      const outsider = agentOf(app, platform, key)
      assert.equal(onlyError(await outsider.cart('GET', `/${cart.id}`)).code, 'not_found')
      assert.equal(onlyError(await outsider.create({ cart_id: cart.id })).code, 'not_found')
      assert.equal(onlyError(await outsider.cart('POST', `/${cart.id}/cancel`, {})).code, 'not_found')
    }
    const plain = agentOf(app, await startPlatform(t, [CHECKOUT]), buyer.key)
    const unspoken = await plain.create({ cart_id: cart.id })
    assert.deepEqual(
      [unspoken.status, unspoken.body.path],
      [400, '$.line_items'],
      'cart_id is ignored for a platform without the cart capability',
    )
    assert.equal(onlyError(await plain.cart('GET', `/${cart.id}`)).code, 'capabilities_incompatible')
  })
})

describe('requests to UCP carts', () => {
  test('carts require authorization by the buyer, and the error names the missing UCP scope', async () => {
    const json = { line_items: of(await newListing('Bowl', 10)) }
    const anonymous = await agentOf(app, platform, undefined).cart('POST', '', json)
    assert.deepEqual([anonymous.status, onlyError(anonymous).code], [401, 'identity_required'])
    const person = await newBuyer(app, 'Gil')
    const reads = await agentOf(app, platform, await keyOf(app, person, { scopes: ['read'] })).cart('POST', '', json)
    assert.equal(reads.status, 403)
    assert.match(reads.headers['www-authenticate']!, /scope="dev\.ucp\.shopping\.cart:manage"/)
    const { body: profile } = await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })
    isStandard('discovery/profile.json#/$defs/business_profile', profile)
    assert.match(profile.ucp.capabilities[CART][0].schema, /schemas\/shopping\/cart\.json$/)
    assert.ok('dev.ucp.shopping.cart:manage' in profile.ucp.capabilities['dev.ucp.common.identity_linking'][0].config.scopes)
  })

  test('carts reject invalid input, and the error names the field', async () => {
    const id = await newListing('Cup', 10)
    const wrong: [object, string][] = [
      [{}, '$.line_items'],
      [{ line_items: [] }, '$.line_items'],
      [{ line_items: Array.from({ length: 51 }, () => of(id)[0]) }, '$.line_items'],
      [{ line_items: [{ item: {}, quantity: 1 }] }, '$.line_items[0].item.id'],
      [{ line_items: [{ item: { id } }] }, '$.line_items[0].quantity'],
      [{ line_items: of(id), buyer: { email: 3 } }, '$.buyer.email'],
    ]
    for (const [json, path] of wrong) {
      const reply = await agent.cart('POST', '', json)
      assert.deepEqual([reply.status, reply.body.path], [400, path], JSON.stringify(json).slice(0, 100))
    }
    for (const cart of ['crt_none', 'crt_NONE', 'x'.repeat(99)]) {
      assert.equal(onlyError(await agent.cart('GET', `/${cart}`)).code, 'not_found')
      assert.equal(onlyError(await agent.create({ cart_id: cart })).code, 'not_found')
    }
  })

  test('an account can have at most a hundred UCP carts', async () => {
    const hoarder = agentOf(app, platform, (await newBuyer(app, 'Hugo')).key)
    const id = await newListing('Mug', 10)
    const { body: first } = await hoarder.cart('POST', '', { line_items: of(id) })
    for (let n = 1; n < 100; n++) assert.equal((await hoarder.cart('POST', '', { line_items: of(id) })).status, 201)
    assert.equal(onlyError(await hoarder.cart('POST', '', { line_items: of(id) })).code, 'quota')
    assert.equal((await agent.cart('POST', '', { line_items: of(id) })).status, 201, 'another account')
    const { db, now } = app.service.ctx
    await db.updateTable('carts').set({ expires_at: now() }).where('id', '=', first.id).execute()
    assert.equal((await hoarder.cart('POST', '', { line_items: of(id) })).status, 201, 'an expired cart does not count')
  })

  test('a retry with the same idempotency key does not create a second cart', async () => {
    const id = await newListing('Pot', 10)
    const headers = { 'idempotency-key': '0b8f5a1e-0000-4000-8000-00000000000c' }
    const create = (json: object) => agent.call('POST', '/carts', { json, headers })
    const [one, two] = [await create({ line_items: of(id) }), await create({ line_items: of(id) })]
    assert.deepEqual([one.body.id, two.status], [two.body.id, 201])
    assert.equal((await create({ line_items: of(id), buyer: { first_name: 'Ida' } })).status, 409)
  })
})
