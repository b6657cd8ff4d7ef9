import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { addsUp, agentOf, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, paying, SENT } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { report } from '#test/ucp/standard.ts'

/**
 * Tests the cases in the protocol's public conformance suite (Universal-Commerce-Protocol/conformance) that no other test file covers,
 * grouped by the suite's file names. Other files cover the rest: `stripe.test.ts` tests binding and card credentials, `carts.test.ts`
 * carts, `catalog.test.ts` discovery, versions and signatures, `checkout.test.ts` orders and their webhooks. No test covers discounts,
 * buyer consent, AP2 mandates, stored addresses or order changes by an agent, because the profile does not declare them.
 */

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const agent = agentOf(app, await startPlatform({ after }, [CHECKOUT, FULFILLMENT, ORDER]), buyer.key)
after(report)

const lamp = () => onSale(seller, { title: 'Lamp', price: 35, shipping: 5 })
const begun = async (more: object = { fulfillment: SENT }): Promise<Reply['body']> =>
  (await agent.create({ line_items: of(await lamp()), ...more })).body
let made = 0
const keyed = () => ({ headers: { 'idempotency-key': `0b8f5a1e-0000-4000-8000-${String(++made).padStart(12, '0')}` } })
const same = (one: Reply, two: Reply) => assert.deepEqual([two.status, two.body], [one.status, one.body])

describe('idempotency_test: a repeated request with the same key gets the same response, and a different request with that key gets 409', () => {
  test('creating a checkout is idempotent', async () => {
    const [json, key] = [{ line_items: of(await lamp()), fulfillment: SENT, currency: 'USD' }, keyed()]
    same(await agent.create(json, key), await agent.create(json, key))
    const { status, body } = await agent.create({ ...json, currency: 'EUR' }, key)
    assert.deepEqual([status, body.code], [409, 'idempotency_conflict'], 'an ignored field is part of the comparison too')
  })

  test('updating a checkout is idempotent', async () => {
    const { id, line_items: lines } = await begun()
    const [item, key] = [lines[0].item.id, keyed()]
    const put = (quantity: number) =>
      agent.call('PUT', `/checkout-sessions/${id}`, { json: { line_items: [{ item: { id: item }, quantity }], fulfillment: SENT }, ...key })
    same(await put(2), await put(2))
    assert.equal((await put(3)).status, 409)
  })

  test('completing a checkout is idempotent', async () => {
    const [{ id }, key] = [await begun(), keyed()]
    const first = await agent.complete(id, paying(), key)
    assert.equal(first.body.status, 'completed')
    same(first, await agent.complete(id, paying(), key))
    assert.equal((await agent.complete(id, paying('test_slow'), key)).status, 409)
  })

  test('cancelling a checkout is idempotent', async () => {
    const [{ id }, key] = [await begun(), keyed()]
    const first = await agent.cancel(id, key)
    assert.equal(first.body.status, 'canceled')
    same(first, await agent.cancel(id, key))
  })
})

describe('checkouts follow the business logic and the totals of the protocol (business_logic_test, totals_test)', () => {
  test('a checkout uses the listing’s title and price instead of those that a platform sends', async () => {
    const item = { id: await lamp(), title: 'Wrong title', price: 1 }
    const { body } = await agent.create({ line_items: [{ item, quantity: 1 }], totals: [{ type: 'total', amount: 1 }], fulfillment: SENT })
    assert.deepEqual([body.line_items[0].item.title, body.line_items[0].item.price], ['Lamp', 3_500])
    assert.deepEqual(body.line_items[0].totals.map(({ amount }: { amount: number }) => amount), [3_500, 3_500]) // prettier-ignore
    assert.equal(body.totals.at(-1).amount, 4_000)
  })

  test('all amounts in a checkout’s totals are whole and non-negative, and there is exactly one subtotal', async () => {
    const { id } = await begun()
    for (const { body } of [await agent.get(id), await agent.complete(id), await agent.get(id)]) {
      addsUp(body)
      assert.equal(body.totals.filter(({ type }: { type: string }) => type === 'subtotal').length, 1)
      for (const { amount } of body.totals) assert.ok(Number.isSafeInteger(amount) && amount >= 0)
    }
  })

  test('a checkout ignores an unknown discount code', async () => {
    const { body } = await agent.create({ line_items: of(await lamp()), fulfillment: SENT, discounts: { codes: ['10OFF'] } })
    assert.deepEqual([body.status, body.totals.at(-1).amount, body.discounts], ['ready_for_complete', 4_000, undefined])
  })
})

describe('lifecycle and validation of checkouts (checkout_lifecycle_test, validation_test)', () => {
  test('a checkout that has ended cannot be changed, cancelled or completed', async () => {
    const [canceled, completed] = [await begun(), await begun()]
    await agent.cancel(canceled.id)
    const { body: bought } = await agent.complete(completed.id)
    for (const { id, line_items: lines } of [canceled, completed]) {
      const json = { line_items: of(lines[0].item.id), fulfillment: SENT }
      assert.equal(onlyError(await agent.update(id, json)).code, 'checkout_over')
      assert.equal(onlyError(await agent.cancel(id)).code, 'checkout_over')
    }
    assert.deepEqual([(await agent.complete(canceled.id)).body.status, (await agent.complete(canceled.id)).body.order], ['canceled', undefined]) // prettier-ignore
    assert.equal((await agent.complete(completed.id)).body.order.id, bought.order.id, 'completing again creates no second order')
  })

  test('checkout failures are messages with a type, a code, content and a severity', async () => {
    const sold = await lamp()
    await seller.call('POST', `/v1/listings/${sold}/mark-sold`, { json: {} })
    for (const [id, code] of [
      [sold, 'out_of_stock'],
      ['item_none', 'item_unavailable'],
    ] as const) {
      // prettier-ignore
      const { body } = await agent.create({ line_items: of(id) })
      const [{ type, code: errorCode, content, severity }] = body.messages
      assert.deepEqual([type, errorCode, severity, content.length > 0], ['error', code, 'unrecoverable', true])
    }
    const bare = await begun({})
    const { body: refused } = await agent.complete(bare.id)
    assert.deepEqual([refused.status, refused.order, codesOf(refused)], ['incomplete', undefined, ['missing']])
  })

  test('a checkout reduces a quantity that exceeds the stock, and includes a warning about it', async () => {
    const { body } = await agent.create({ line_items: [{ item: { id: await lamp() }, quantity: 10_001 }], fulfillment: SENT })
    const [{ type, code }] = body.messages
    assert.deepEqual([body.line_items[0].quantity, type, code], [1, 'warning', 'quantity_adjusted'])
  })

  test('a destination retains the ID that its platform assigned (fulfillment_test)', async () => {
    const method = { type: 'shipping', destinations: [{ ...SENT.methods[0]!.destinations[0], id: 'dest_1' }], selected_destination_id: 'dest_1' } // prettier-ignore
    const { body } = await agent.create({ line_items: of(await lamp()), fulfillment: { methods: [method] } })
    const [{ selected_destination_id: selected, destinations }] = body.fulfillment.methods
    assert.deepEqual([selected, destinations[0].id], ['dest_1', 'dest_1'])
  })

  test('a platform cannot change an order (invalid_input_test)', async () => {
    const { body } = await agent.complete((await begun()).id)
    const reply = await agent.call('PUT', `/orders/${body.order.id}`, { json: { adjustments: [] } })
    assert.deepEqual([reply.status, reply.body.code], [405, 'method_not_allowed'])
  })
})
