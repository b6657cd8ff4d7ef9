import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { send, startApp, type Reply } from '#test/app.ts'
import { keyOf, newBuyer } from '#test/bargain.ts'
import { openBundles, type BundleScene } from '#test/bundles.ts'
import { startReceiver, type Received } from '#test/fakes/receiver.ts'
import { addsUp, agentOf, CART, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, paying, SENT, type Agent } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { isStandard, report } from '#test/ucp/standard.ts'
import { until } from '#test/until.ts'

/** Tests an agent that buys several items from one shop in one parcel, with one payment (spec: completions 13.4). */

const app = await startApp({ after })
const platform = await startPlatform({ after }, [CART, CHECKOUT, FULFILLMENT, ORDER])
after(report)

type Scene = BundleScene & { agent: Agent }
const opened = async (settings: object = {}): Promise<Scene> => {
  const scene = await openBundles(app, settings)
  return { ...scene, agent: agentOf(app, platform, scene.buyer.key) }
}
const lines = (ids: readonly string[]) => ids.flatMap((id) => of(id))
const begun = async ({ agent, ids }: Scene, more: object = {}): Promise<Reply['body']> => {
  const reply = await agent.create({ line_items: lines(ids), fulfillment: SENT, ...more })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
const amounts = (totals: { type: string; amount: number }[]) => Object.fromEntries(totals.map(({ type, amount }) => [type, amount]))
const idsOf = ({ line_items }: Reply['body']): string[] => line_items.map(({ item }: { item: { id: string } }) => item.id)
const wrongLines = ({ messages = [] }: Reply['body']) =>
  messages.flatMap(({ code, path, severity }: { code: string; path?: string; severity?: string }) =>
    path?.startsWith('$.line_items') ? [[code, path, severity]] : [],
  )
const paymentsOf = (purchase: string) =>
  app.service.ctx.db.selectFrom('payments').select(['amount_cents', 'status']).where('purchase_id', '=', purchase).execute()
const ordersOf = async (key: string): Promise<Reply['body'][]> => (await app.call('GET', '/v1/orders?role=buyer', { key })).body.data

describe('a UCP checkout of several items', () => {
  test('a checkout of several items becomes one purchase with one payment, and its total equals the API’s quote', async () => {
    const scene = await opened()
    const { agent, buyer, ids, post } = scene
    const checkout = await begun(scene)
    const quote = (await post(buyer, '/purchases/quote', { listings: ids })).body
    assert.deepEqual([checkout.status, idsOf(checkout), checkout.messages], ['ready_for_complete', ids, undefined])
    assert.deepEqual(amounts(checkout.totals), { subtotal: 10_000, items_discount: -1_000, fulfillment: 1_000, total: 10_000 })
    assert.deepEqual([quote.items, quote.discount, quote.shipping, quote.total], [100, 10, 10, 100])
    for (const [index, line] of checkout.line_items.entries()) {
      addsUp(line)
      assert.equal(amounts(line.totals)['items_discount'], -Math.round(quote.listings[index].discount * 100))
    }
    const [method] = checkout.fulfillment.methods
    assert.deepEqual([method.line_item_ids, method.groups.length], [['li_1', 'li_2', 'li_3'], 1])
    assert.match(checkout.continue_url, /\/bundle\/[^?]+\?item=/)
    assert.deepEqual(await ordersOf(buyer.key), [], 'creating a checkout reserves nothing')

    const { body: done } = await agent.complete(checkout.id)
    assert.deepEqual([done.status, done.order.permalink_url], ['completed', `${app.url}/you/purchases/${done.order.id}`])
    const purchase = await scene.read(done.order.id)
    assert.deepEqual([purchase.status, purchase.total, purchase.orders.length, purchase.address.city], ['paid', 100, 3, 'Bonn'])
    assert.deepEqual(await paymentsOf(purchase.id), [{ amount_cents: 10_000, status: 'succeeded' }])
    await agent.complete(checkout.id)
    assert.equal((await paymentsOf(purchase.id)).length, 1, 'completing again changes nothing')
  })

  test('a checkout of several items becomes one UCP order, which lists every item from payment to refund', async () => {
    const scene = await opened()
    const { agent, buyer, seller, post, ids } = scene
    const turned = ids.toReversed()
    const checkout = await begun({ ...scene, ids: turned })
    const { body: done } = await agent.complete(checkout.id)
    const { body: order } = await agent.order(done.order.id)
    assert.deepEqual([order.id, order.checkout_id, order.permalink_url], [done.order.id, checkout.id, done.order.permalink_url])
    assert.deepEqual([idsOf(order), order.totals], [turned, done.totals], 'lines are in the order of the checkout')
    assert.deepEqual(order.line_items.map((line: Reply['body']) => [line.id, line.status, line.totals]), checkout.line_items.map((line: Reply['body']) => [line.id, 'processing', line.totals])) // prettier-ignore
    assert.deepEqual(order.fulfillment.expectations.map((one: Reply['body']) => one.line_items.length), [3]) // prettier-ignore

    const mixed = [ids[1]!, ids[2]!, ids[0]!].map((id) => ({ id, title: id, cents: 1 }))
    const store = (items: unknown) =>
      app.service.ctx.db
        .updateTable('checkouts')
        .set({ items: JSON.stringify(items) })
        .where('id', '=', checkout.id)
    const { items } = await app.service.ctx.db
      .selectFrom('checkouts')
      .select('items')
      .where('id', '=', checkout.id)
      .executeTakeFirstOrThrow()
    await store(mixed).execute()
    assert.deepEqual(idsOf((await agent.order(order.id)).body), [ids[1], ids[2], ids[0]], 'not in the order of their ids')
    await store(items).execute()

    const { orders } = await scene.read(order.id)
    const refunded = orders.find((one: Reply['body']) => one.listing.id === ids[0])
    await seller.call('POST', `/v1/orders/${refunded.id}/cancel`)
    await post(seller, `/purchases/${order.id}/ship`, { carrier: 'DHL', number: 'JD014600006281230704' })
    const { body: sent } = await agent.order(order.id)
    assert.deepEqual(sent.line_items.map(({ status }: Reply['body']) => status), ['fulfilled', 'fulfilled', 'removed']) // prettier-ignore
    assert.deepEqual(sent.fulfillment.expectations[0].line_items, [{ id: 'li_1', quantity: 1 }, { id: 'li_2', quantity: 1 }]) // prettier-ignore
    assert.deepEqual(sent.fulfillment.events.map((one: Reply['body']) => [one.type, one.line_items.length, one.tracking_number]), [['shipped', 2, 'JD014600006281230704']]) // prettier-ignore
    assert.deepEqual(sent.adjustments.map((one: Reply['body']) => [one.type, one.line_items]), [
      ['cancellation', [{ id: 'li_3', quantity: -1 }]],
      ['refund', [{ id: 'li_3', quantity: -1 }]],
    ]) // prettier-ignore
    assert.deepEqual(sent.totals, order.totals, 'the total of a purchase never changes')
    const { body: single } = await agent.order(refunded.id)
    assert.deepEqual([single.checkout_id, single.line_items.length], [checkout.id, 1], 'each order can be read separately')
    for (const key of [seller.key, (await newBuyer(app, 'Eva')).key])
      assert.equal(onlyError(await agentOf(app, platform, key).order(order.id)).code, 'not_found')
    assert.equal((await app.call('GET', `/v1/orders/${refunded.id}`, { key: buyer.key })).body.status, 'cancelled')
  })

  test('a checkout names each item that the purchase cannot include; after an update removes these items, the checkout can be completed', async () => {
    const scene = await opened()
    const { agent, buyer, seller, ids } = scene
    const other = await openBundles(app)
    const byMessage = (await seller.list({ title: 'Sofa', price: 300, publish: true })).id
    const pickup = (await seller.list({ title: 'Stone', price: 10, shipping: 0, publish: true })).id
    const sold = (await seller.list({ title: 'Sold', price: 10, shipping: 5, publish: true })).id
    await seller.call('POST', `/v1/listings/${sold}/mark-sold`, { json: {} })
    const all = [ids[0]!, other.ids[0]!, ids[0]!, byMessage, pickup, sold]
    const checkout = await begun({ ...scene, ids: all })
    assert.deepEqual([checkout.status, idsOf(checkout)], ['incomplete', all])
    assert.deepEqual(wrongLines(checkout), [
      ['other_shop', '$.line_items[1]', 'recoverable'],
      ['duplicate_item', '$.line_items[2]', 'recoverable'],
      ['ships_separately', '$.line_items[3]', 'recoverable'],
      ['ships_separately', '$.line_items[4]', 'recoverable'],
      ['out_of_stock', '$.line_items[5]', 'recoverable'],
    ])
    assert.match(checkout.messages[2].content, /“Sofa” has no shipping price yet/)
    const { body: refused } = await agent.complete(checkout.id)
    assert.deepEqual([refused.status, refused.order, await ordersOf(buyer.key)], ['incomplete', undefined, []])
    await other.seller.call('POST', `/v1/listings/${other.ids[1]}/mark-sold`, { json: {} })
    const gone = await begun({ ...scene, ids: [other.ids[1]!, ids[0]!, ids[1]!] })
    assert.deepEqual(wrongLines(gone), [['out_of_stock', '$.line_items[0]', 'recoverable']], 'a sold item does not determine the shop')
    const { body: fixed } = await agent.update(checkout.id, { line_items: lines(ids.slice(0, 2)), fulfillment: SENT })
    assert.deepEqual([fixed.status, fixed.totals.at(-1).amount], ['ready_for_complete', 5_500])
    const { body: one } = await agent.update(checkout.id, { line_items: of(ids[1]!), fulfillment: SENT })
    assert.deepEqual([one.status, amounts(one.totals)], ['ready_for_complete', { subtotal: 3_000, fulfillment: 1_000, total: 4_000 }])
    const { body: done } = await agent.complete(checkout.id)
    assert.match(done.order.id, /^ord_/, 'one item is one order')
  })

  test('a checkout of several items rejects unknown items, offers and more than ten lines, and the error names the field', async () => {
    const { agent, seller, ids } = await opened()
    const unknown = await agent.create({ line_items: lines([ids[0]!, 'lst_none']), fulfillment: SENT })
    assert.deepEqual([unknown.status, onlyError(unknown).code, unknown.body.messages[0].path], [200, 'item_unavailable', '$.line_items[1]'])
    const repeat = (count: number) => agent.create({ line_items: lines(Array.from({ length: count }, () => ids[0]!)) })
    const many = await repeat(11)
    assert.deepEqual([many.status, many.body.path], [400, '$.line_items'])
    assert.match(many.body.content, /must have 1 to 10 items/)
    assert.doesNotMatch(JSON.stringify((await repeat(10)).body), /must have 1 to 10 items/)
    const checkout = (await agent.create({ line_items: lines(ids), fulfillment: SENT })).body
    const put = await agent.update(checkout.id, { line_items: lines(Array.from({ length: 11 }, () => ids[0]!)) })
    assert.deepEqual([put.status, put.body.path], [400, '$.line_items'])
    const own = await agentOf(app, platform, seller.key).create({ line_items: lines(ids), fulfillment: SENT })
    assert.deepEqual(wrongLines(own.body).map(([code]: string[]) => code), ['item_unavailable', 'item_unavailable', 'item_unavailable']) // prettier-ignore
    const talker = await startPlatform({ after }, [CHECKOUT, FULFILLMENT])
    talker.profile.ucp.capabilities['localhost.market.shopping.offer'] = [{ version: '2026-11-22' }]
    const offered = await agentOf(app, talker, seller.key).create({ line_items: lines(ids), offer: { id: 'off_x' } })
    assert.deepEqual([offered.status, offered.body.path], [400, '$.offer.id'])
  })

  test('a blocked buyer cannot start a checkout, and the response does not reveal the reason', async () => {
    const { agent, buyer, seller, ids } = await opened()
    const thread = (await app.call('POST', `/v1/threads`, { key: buyer.key, json: { listing: ids[0], text: 'Hello' } })).body
    assert.equal((await seller.call('PUT', `/v1/threads/${thread.id}/block`)).status, 200)
    const refused = await agent.create({ line_items: lines(ids), fulfillment: SENT })
    assert.deepEqual([onlyError(refused).code, onlyError(refused).content], ['unavailable', 'This is not available.'])
  })

  test('completing a checkout charges nothing if the price, the discount or the shipping price has changed', async () => {
    const scene = await opened()
    const { agent, buyer, seller, ids } = scene
    const checkout = await begun(scene)
    await seller.call('PATCH', `/v1/listings/${ids[1]}`, { json: { price: 31 } })
    const { body: dearer } = await agent.complete(checkout.id)
    assert.deepEqual(wrongLines(dearer), [['price_changed', '$.line_items[1]', 'recoverable']])
    await agent.update(checkout.id, { line_items: lines(ids), fulfillment: SENT })
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { bundle_tiers: [] } })
    const { body: full } = await agent.complete(checkout.id)
    assert.deepEqual([codesOf(full), full.messages[0].path], [['price_changed'], '$.totals'])
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { bundle_tiers: [{ from: 2, percent: 10 }], bundle_shipping: 'sum' } })
    const { body: sum } = await agent.complete(checkout.id)
    assert.deepEqual([codesOf(sum), await ordersOf(buyer.key)], [['price_changed'], []])
    const { body: updated } = await agent.update(checkout.id, { line_items: lines(ids), fulfillment: SENT })
    assert.deepEqual(amounts(updated.totals), { subtotal: 10_100, items_discount: -1_010, fulfillment: 2_000, total: 11_090 })
    assert.equal((await agent.complete(checkout.id)).body.status, 'completed')
  })

  test('if a different buyer buys one of the items before a checkout is completed, the checkout reserves none of its items', async () => {
    const scene = await opened()
    const { agent, buyer, ids, post } = scene
    const other = await newBuyer(app, 'Cleo')
    const checkout = await begun(scene)
    assert.equal((await post(other, '/orders', { listing: ids[1] })).status, 201)
    const { body: refused } = await agent.complete(checkout.id)
    assert.deepEqual([refused.status, wrongLines(refused)], ['incomplete', [['item_unavailable', '$.line_items[1]', 'recoverable']]])
    assert.deepEqual(await ordersOf(buyer.key), [])
    assert.equal((await post(other, '/orders', { listing: ids[0] })).status, 201, 'the other items are not reserved')
  })

  test('if two checkouts that share an item are completed at the same time, exactly one of them succeeds', async () => {
    const scene = await opened()
    const rival = agentOf(app, platform, (await newBuyer(app, 'Cleo')).key)
    const theirs = (await rival.create({ line_items: lines(scene.ids.toReversed()), fulfillment: SENT })).body
    const mine = await begun(scene)
    const ends = await Promise.all([scene.agent.complete(mine.id), rival.complete(theirs.id)])
    assert.equal(ends.filter(({ body }) => body.status === 'completed').length, 1)
    assert.equal(ends.filter(({ body }) => body.status === 'incomplete').length, 1)
    const { n } = await app.service.ctx.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('listing_id', 'in', scene.ids)
      .executeTakeFirstOrThrow()
    assert.equal(Number(n), 3, 'the loser has no orders')
  })

  test('in a purchase, a checkout accepts a different card after a decline, waits for a slow payment, and cancels the purchase when the checkout is cancelled', async () => {
    const scene = await opened()
    const { agent, buyer, post, ids } = scene
    const checkout = await begun(scene)
    const { body: declined } = await agent.complete(checkout.id, paying('test_declined'))
    assert.deepEqual([declined.status, codesOf(declined)], ['ready_for_complete', ['payment_failed']])
    assert.equal((await ordersOf(buyer.key)).length, 3)
    const { body: slow } = await agent.complete(checkout.id, paying('test_slow'))
    assert.deepEqual([slow.status, slow.continue_url.includes('/you/purchases/pur_')], ['complete_in_progress', true])
    await app.advance(60)
    const { body: done } = await agent.get(checkout.id)
    assert.deepEqual([done.status, (await paymentsOf(done.order.id)).length], ['completed', 2])
    assert.equal((await ordersOf(buyer.key)).length, 3, 'the second attempt uses the same purchase')

    const second = await opened()
    const open = await begun(second)
    await second.agent.complete(open.id, paying('test_declined'))
    assert.equal((await second.agent.cancel(open.id)).body.status, 'canceled')
    assert.deepEqual((await ordersOf(second.buyer.key)).map(({ status }) => status), ['cancelled', 'cancelled', 'cancelled']) // prettier-ignore
    assert.equal((await post(await newBuyer(app), '/purchases', { listings: second.ids })).status, 201)
    assert.equal(ids.length, 3)
  })

  test('after a purchase expires, its checkout starts a new purchase', async () => {
    const scene = await opened()
    const checkout = await begun(scene)
    await scene.agent.complete(checkout.id, paying('test_declined'))
    await app.advance(16 * 60)
    const { body: done } = await scene.agent.complete(checkout.id)
    assert.equal(done.status, 'completed')
    const statuses = (await ordersOf(scene.buyer.key)).map(({ status }) => status)
    assert.deepEqual([statuses.filter((one) => one === 'expired').length, statuses.filter((one) => one === 'paid').length], [3, 3])
  })
})

describe('spending limits and approvals for a checkout of several items', () => {
  test('spending limits apply to the purchase total, and one approval covers both the purchase and its payment', async () => {
    const scene = await opened()
    const { buyer, ids } = scene
    const capped = agentOf(app, platform, await keyOf(app, buyer, { scopes: ['buying'], max_offer: 99 }))
    const { body: over } = await capped.create({ line_items: lines(ids), fulfillment: SENT })
    assert.deepEqual([over.status, codesOf(over)], ['requires_escalation', ['over_limit']])
    assert.deepEqual(codesOf((await capped.complete(over.id)).body), ['over_limit'])

    const key = await keyOf(app, buyer, { kind: 'agent', scopes: ['buying'], ask_first: ['buying.offer', 'buying.pay', 'orders.cancel'] })
    const agent = agentOf(app, platform, key)
    const { body: checkout } = await agent.create({ line_items: lines(ids), fulfillment: SENT })
    const { body: held } = await agent.complete(checkout.id)
    const pending = async () => (await app.call('GET', '/v1/approvals?status=pending', { cookie: buyer.cookie })).body.data
    const approve = (id: string) => app.call('POST', `/v1/approvals/${id}/approve`, { cookie: buyer.cookie })
    const [approval] = await pending()
    assert.deepEqual([held.status, held.continue_url], ['requires_escalation', approval.url])
    assert.deepEqual([approval.amount, approval.actions], [100, ['buying.offer', 'buying.pay']])
    assert.match(approval.summary, /^Pay a total of \$100 by test_ok to buy 3 items \(“Brass lamp”, “Oak shelf”, “Wool coat”\) in the shop/)
    await scene.seller.call('PATCH', `/v1/listings/${ids[2]}`, { json: { description: 'It has a hole.' } })
    assert.equal((await approve(approval.id)).status, 409, 'a change of any item ends the approval')
    await agent.complete(checkout.id, paying('test_declined'))
    assert.equal((await approve((await pending())[0].id)).body.status, 'failed')

    const cancel = await agent.cancel(checkout.id)
    const [again] = await pending()
    assert.deepEqual([onlyError(cancel).code, again.actions], ['approval_required', ['orders.cancel']])
    assert.match(again.summary, /^Cancel the unpaid purchase of \$100/)
    assert.equal((await approve(again.id)).body.status, 'done')
    assert.equal((await agent.get(checkout.id)).body.status, 'canceled')
  })

  test('the platform gets the complete order once when the purchase is paid, and once when the parcel ships', async (t) => {
    const scene = await opened()
    const receiver = await startReceiver(t, '/news')
    const listener = await startPlatform(t, [CHECKOUT, FULFILLMENT])
    listener.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: receiver.url } }]
    const agent = agentOf(app, listener, scene.buyer.key)
    const checkout = await begun({ ...scene, agent })
    const { body: done } = await agent.complete(checkout.id)
    const [first] = await receiver.until(1, 20_000)
    const paid = JSON.parse(first!.body)
    isStandard('shopping/order.json', paid)
    assert.deepEqual([paid.id, paid.checkout_id, paid.line_items.length], [done.order.id, checkout.id, 3])
    await scene.post(scene.seller, `/purchases/${done.order.id}/ship`, {})
    // on a busy machine, the platform may get the same update twice, with the same id
    const isNew = ({ headers }: Received) => headers['webhook-id'] !== first!.headers['webhook-id']
    const second = await until('the second update', () => receiver.received.find(isNew))
    const sent = JSON.parse(second.body)
    isStandard('shopping/order.json', sent)
    assert.deepEqual(sent.line_items.map(({ status }: Reply['body']) => status), ['fulfilled', 'fulfilled', 'fulfilled']) // prettier-ignore
  })
})

describe('a UCP cart with several items', () => {
  test('a cart shows bundle prices; its checkout includes all items that one shop can ship in one parcel', async () => {
    const scene = await opened()
    const { agent, seller, ids } = scene
    const other = await openBundles(app)
    const byMessage = (await seller.list({ title: 'Sofa', price: 300, publish: true })).id
    const all = [ids[0]!, other.ids[0]!, byMessage, ids[1]!, ids[2]!, other.ids[1]!]
    const { body: cart } = await agent.cart('POST', '', { line_items: lines(all) })
    // with discounts of $10 and $5 on two parcels, the buyer pays only the highest shipping price in each parcel
    assert.deepEqual(amounts(cart.totals), { subtotal: 45_000, discount: -1_500, fulfillment: 2_000, total: 45_500 })
    assert.match(cart.continue_url, /\/bundle\//)

    const { body: first } = await agent.create({ cart_id: cart.id, fulfillment: SENT })
    assert.deepEqual([idsOf(first), codesOf(first), first.totals.at(-1).amount], [ids, ['cart_remainder'], 10_000])
    assert.match(first.messages[0].content, /^3 more items are in the cart/)
    assert.equal((await agent.create({ cart_id: cart.id })).body.id, first.id)
    assert.equal((await agent.complete(first.id)).body.status, 'completed')
    const { body: second } = await agent.create({ cart_id: cart.id, fulfillment: SENT })
    assert.deepEqual(idsOf(second), other.ids.slice(0, 2))
    assert.equal((await agent.complete(second.id)).body.status, 'completed')
    const { body: last } = await agent.create({ cart_id: cart.id, fulfillment: SENT })
    assert.deepEqual([idsOf(last), codesOf(last)], [[byMessage], ['fulfillment']])
  })

  test('a cart with eleven items from one shop has the prices of a parcel with ten items and of a single item', async () => {
    const tiers = [
      { from: 2, percent: 10 },
      { from: 10, percent: 20 },
    ]
    const { agent, seller, ids } = await opened({ bundle_tiers: tiers })
    const more: string[] = []
    for (let n = 4; n <= 11; n++) more.push((await seller.list({ title: `Item ${n}`, price: 10 * n, shipping: n, publish: true })).id)
    const all = [...ids, ...more]
    const { body: cart } = await agent.cart('POST', '', { line_items: lines(all) })
    assert.deepEqual(idsOf(cart), all)
    // ten items for $590 with a discount of 20%, shipped for the highest price of $10, and one item for $110, shipped for $11
    assert.deepEqual(amounts(cart.totals), { subtotal: 70_000, discount: -11_800, fulfillment: 2_100, total: 60_300 })
    assert.deepEqual(new URL(cart.continue_url).searchParams.getAll('item'), all.slice(0, 10))
    assert.ok(!('messages' in cart))
  })

  test('a cart continues to the page of its first item, or of all items that its shop can ship', async () => {
    const { agent, seller, ids } = await opened()
    const byMessage = await seller.list({ title: 'Sofa', price: 300, publish: true })
    const cartOf = async (...items: string[]) => (await agent.cart('POST', '', { line_items: lines(items) })).body
    assert.equal((await cartOf(byMessage.id, ...ids)).continue_url, byMessage.url)
    assert.deepEqual(new URL((await cartOf(ids[1]!, byMessage.id, ids[0]!)).continue_url).searchParams.getAll('item'), [ids[1], ids[0]])
    const alone = await cartOf(byMessage.id)
    assert.deepEqual([alone.continue_url, amounts(alone.totals)], [byMessage.url, { subtotal: 30_000, total: 30_000 }])
    assert.deepEqual(Object.keys(alone.line_items[0].item), ['id', 'title', 'price'], 'an item without a photo has no image')
  })

  test('a checkout excludes or rejects an item that the buyer has already ordered or put on hold with a deposit', async () => {
    const { agent, buyer, ids, post } = await opened()
    assert.equal((await post(buyer, '/orders', { listing: ids[1] })).status, 201)
    const { body: cart } = await agent.cart('POST', '', { line_items: lines(ids) })
    const { body: checkout } = await agent.create({ cart_id: cart.id, fulfillment: SENT })
    assert.deepEqual(idsOf(checkout), [ids[0], ids[2]])
    const { body: other } = await agent.create({ line_items: lines(ids), fulfillment: SENT })
    assert.deepEqual(wrongLines(other), [['item_unavailable', '$.line_items[1]', 'recoverable']])
    assert.match(other.messages[0].content, /already has an order/)

    const held = await opened({ ask_hold: true })
    const { body: hold } = await held.post(held.buyer, '/holds', { listing: held.ids[2] })
    assert.equal((await held.post(held.buyer, `/holds/${hold.id}/pay`, { method: 'test_ok' })).body.status, 'active')
    const deposit = await begun(held)
    assert.deepEqual(wrongLines(deposit), [['item_unavailable', '$.line_items[2]', 'recoverable']])
    assert.match(deposit.messages[0].content, /has paid a deposit/)
    const { body: single } = await held.agent.create({ line_items: of(held.ids[2]!), fulfillment: SENT })
    assert.equal((await held.agent.complete(single.id)).body.status, 'completed', 'the item can be bought separately')
  })
})

test('an agent buys a bundle with UCP tools over MCP', async () => {
  const { buyer, ids } = await opened()
  const call = async (name: string, args: object) => {
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const { body } = await send(app.port, 'POST', '/ucp/mcp', { host: 'localhost', key: buyer.key, json })
    return body.result.structuredContent
  }
  const meta = { 'ucp-agent': { profile: platform.url } }
  const made = await call('create_checkout', { meta, checkout: { line_items: lines(ids), fulfillment: SENT } })
  const key = { 'idempotency-key': '0b8f5a1e-0000-4000-8000-0000000000b1' }
  const done = await call('complete_checkout', { meta: { ...meta, ...key }, id: made.id, checkout: paying() })
  isStandard('shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout', done)
  const order = await call('get_order', { meta, id: done.order.id })
  isStandard('shopping/order.json', order)
  assert.deepEqual([done.status, idsOf(order)], ['completed', ids])
})
