import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { keyOf } from '#test/bargain.ts'
import { lifetime } from '#test/lifetime.ts'
import { ledgerOf, openSaleAt, type SaleScene, type Stage } from '#test/sales.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import type { Shipping } from '#platform/shipping/index.ts'

const FROM = { name: 'Ana', line1: '2 High St', city: 'Salem', state: 'OR', postal_code: '97301', country: 'US' }
const PARCEL = { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 }

const life = lifetime()
let app: TestApp
before(async () => {
  app = await startApp(life, { FEE_PERCENT: '5' })
})

type Sale = SaleScene & { call(method: string, path: string, json?: object): Promise<Reply>; rates(): Promise<Reply['body'][]> }

async function openLabelSale(stage: Stage = 'paid', details: object = {}, shop: object = { ship_from: FROM }): Promise<Sale> {
  const sale = await openSaleAt(app, stage, { parcel: PARCEL, ...details })
  await sale.seller.call('PATCH', `/v1/shops/${sale.seller.slug}`, { json: shop })
  const call = (method: string, path: string, json?: object) =>
    sale.seller.call(method, `/v1/orders/${sale.order.id}${path}`, json ? { json } : {})
  const rates = async () => {
    const { status, body } = await call('GET', '/rates')
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  return { ...sale, call, rates }
}

const refused = ({ status, body }: Reply): [number, string | undefined] => [status, body.error?.param]

/** Replaces methods of the shipping provider while `work` runs, for requests and for jobs. */
async function withShipping(change: Partial<Shipping>, work: () => Promise<void>): Promise<void> {
  const shipping = app.service.ctx.shipping!
  const before = { ...shipping }
  Object.assign(shipping, change)
  try {
    await work()
  } finally {
    Object.assign(shipping, before)
  }
}

const away = async (): Promise<never> => {
  throw new ShippingError('unavailable', 'The shipping provider does not respond. Try again later.')
}

describe('shipping rates from GET /orders/{id}/rates', () => {
  test('shipping rates depend on the parcel’s weight and the distance, and the cheapest rate is listed first', async () => {
    const sale = await openLabelSale()
    const rates = await sale.rates()
    assert.deepEqual(
      rates.map(({ object, carrier, amount, days }) => [object, carrier, amount, days]),
      [['rate', 'USPS', 5.45, 2], ['rate', 'UPS', 6.95, 1], ['rate', 'USPS', 8.45, 2]], // prettier-ignore
    )
    const heavy = await sale.call('GET', '/rates?weight_oz=48&length_in=12&width_in=9&height_in=4')
    assert.equal(heavy.body.data[0].amount, 6.95)
    assert.deepEqual(refused(await sale.call('GET', '/rates?weight_oz=48')), [400, 'length_in'])
  })

  test('there are no rates for an order that is unpaid or already shipped, and the error for a missing field names the field', async () => {
    assert.deepEqual(refused(await (await openLabelSale('paid', { parcel: null })).call('GET', '/rates')), [400, 'parcel'])
    assert.deepEqual(refused(await (await openLabelSale('paid', {}, { ship_from: null })).call('GET', '/rates')), [400, 'ship_from'])
    assert.equal((await (await openLabelSale('awaiting_payment')).call('GET', '/rates')).status, 409)
    assert.equal((await (await openLabelSale('shipped')).call('GET', '/rates')).status, 409)
  })

  test('the labels of an order are visible only to the seller', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    const outsider = await app.signUp('Cara')
    for (const key of [sale.buyer.key, outsider.key]) {
      for (const [method, path, json] of [
        ['GET', 'rates'],
        ['GET', 'label'],
        ['POST', 'label', { rate: rate.id }],
        ['DELETE', 'label'],
      ] as const)
        // prettier-ignore
        assert.equal((await app.call(method, `/v1/orders/${sale.order.id}/${path}`, { key, ...(json && { json }) })).status, 404, path)
    }
  })

  test('while the label provider is unavailable or switched off, a request for shipping rates returns 503', async () => {
    const sale = await openLabelSale()
    await withShipping({ rates: away }, async () => assert.equal((await sale.call('GET', '/rates')).status, 503))
    const { ctx } = app.service
    const before = ctx.shipping
    ctx.shipping = null
    const off = await sale.call('GET', '/rates')
    ctx.shipping = before
    assert.deepEqual([off.status, off.body.error.type], [503, 'unavailable'])
  })
})

describe('buying a label with POST /orders/{id}/label', () => {
  test('concurrent or repeated requests buy only one label, and the label’s cost is recorded once', async () => {
    const sale = await openLabelSale()
    const [cheap, , dear] = await sale.rates()
    const made = await Promise.all([cheap, dear, cheap].map(({ id }) => sale.call('POST', '/label', { rate: id })))
    assert.deepEqual(new Set(made.map(({ body }) => body.id)).size, 1, JSON.stringify(made.map(({ body }) => body)))
    const label = made[0]!.body
    assert.match(label.tracking.number, /^9400\d{18}$/)
    await withShipping({ buy: away }, async () => {
      const again = await sale.call('POST', '/label', { rate: dear.id })
      assert.deepEqual([again.status, again.body], [200, (await sale.call('GET', '/label')).body])
    })
    const cents = Math.round(label.amount * 100)
    assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4_800, escrow: 4_800, carrier: cents, postage: -cents })
    assert.equal((await sale.read()).status, 'paid')
  })

  test('the label’s cost is taken from the seller’s share when the order is completed', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    assert.equal((await sale.call('POST', '/label', { rate: rate.id })).status, 201)
    await sale.as('seller', 'ship', {})
    const done = await sale.as('buyer', 'confirm')
    assert.deepEqual([done.body.status, done.body.payout], ['completed', 'waiting'])
    await app.advance(60)
    assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4_800, fees: 200, carrier: 545, bank: 4_055 })
  })

  test('buying a label that costs more than the seller’s share is refused', async () => {
    const sale = await openLabelSale('paid', { price: 5, shipping: 1 })
    const [cheap, dear] = await sale.rates()
    assert.deepEqual(refused(await sale.call('POST', '/label', { rate: dear.id })), [409, 'rate'])
    assert.equal((await sale.call('POST', '/label', { rate: cheap.id })).status, 201)
    // after the fee of $0.25, the share is $5.45 or $5.44
    for (const [shipping, status] of [
      [0.7, 201],
      [0.69, 409],
    ] as const) {
      // prettier-ignore
      const exact = await openLabelSale('paid', { price: 5, shipping })
      const [rate] = await exact.rates()
      assert.deepEqual([rate.amount, (await exact.call('POST', '/label', { rate: rate.id })).status], [5.45, status])
    }
  })

  test('buying a label is refused if the rate is unknown, stale or for a different order', async () => {
    const [sale, other] = [await openLabelSale(), await openLabelSale()]
    const [[rate], [foreign]] = [await sale.rates(), await other.rates()]
    for (const id of ['rat_0', 'x', foreign.id]) assert.deepEqual(refused(await sale.call('POST', '/label', { rate: id })), [400, 'rate'])
    await sale.seller.call('PATCH', `/v1/shops/${sale.seller.slug}`, { json: { ship_from: { ...FROM, postal_code: '10001' } } })
    assert.deepEqual(refused(await sale.call('POST', '/label', { rate: rate.id })), [409, 'rate'])
    const [fresh] = await sale.rates()
    await app.advance(24 * 3600)
    assert.deepEqual(refused(await sale.call('POST', '/label', { rate: fresh.id })), [409, 'rate'])
  })

  test('repeating a request continues a label purchase whose response was lost, and a request that is refused buys nothing', async () => {
    const sale = await openLabelSale()
    const [rate, other] = await sale.rates()
    await withShipping({ buy: away }, async () => assert.equal((await sale.call('POST', '/label', { rate: rate.id })).status, 503))
    const { body } = await sale.call('POST', '/label', { rate: other.id })
    assert.deepEqual([body.status, body.amount], ['bought', rate.amount])
    const next = await openLabelSale()
    const [first] = await next.rates()
    for (const reason of ['refused', 'stale'] as const) {
      const buy = () => Promise.reject(new ShippingError(reason, 'The carrier does not sell this label.'))
      await withShipping({ buy }, async () => assert.equal((await next.call('POST', '/label', { rate: first.id })).status, 409))
      assert.equal((await next.call('GET', '/label')).status, 404)
    }
    assert.deepEqual(await ledgerOf(app, next.order.id), { buyer: -4_800, escrow: 4_800 })
  })

  test('a job completes a label purchase whose response was lost', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    await withShipping({ buy: away }, async () => assert.equal((await sale.call('POST', '/label', { rate: rate.id })).status, 503))
    const bought = { trackingNumber: '9400111899223100000001', imageUrl: null, qrUrl: null }
    await withShipping({ find: async () => bought }, () => app.advance(11 * 60))
    const { body } = await sale.call('GET', '/label')
    assert.deepEqual([body.status, body.tracking.number], ['bought', bought.trackingNumber])
  })
})

describe('voiding a label with DELETE /orders/{id}/label', () => {
  test('voiding a label refunds its cost to the seller exactly once, and the seller can then buy a new label', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    const { body: label } = await sale.call('POST', '/label', { rate: rate.id })
    let repeated: Promise<Reply> | undefined
    const voidTwice = async () => {
      if (!repeated) await (repeated = sale.call('DELETE', '/label'))
    }
    await withShipping({ void: voidTwice }, async () => {
      const voided = await sale.call('DELETE', '/label')
      assert.deepEqual([voided.status, voided.body.id, voided.body.status], [200, label.id, 'voided'])
      assert.deepEqual([(await repeated!).status, (await repeated!).body], [200, voided.body])
    })
    assert.equal((await sale.call('DELETE', '/label')).status, 404)
    assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4_800, escrow: 4_800 })
    assert.deepEqual(refused(await sale.call('POST', '/label', { rate: rate.id })), [409, 'rate'])
    const [next] = await sale.rates()
    assert.equal((await sale.call('POST', '/label', { rate: next.id })).status, 201)
    assert.equal((await sale.as('seller', 'cancel')).status, 200)
    assert.equal((await sale.call('DELETE', '/label')).body.status, 'voided')
  })

  test('a label cannot be voided once the order is shipped', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    await sale.call('POST', '/label', { rate: rate.id })
    await sale.as('seller', 'ship', {})
    assert.equal((await sale.call('DELETE', '/label')).status, 409)
  })

  test('a job voids the unused label of a cancelled order within a minute, even if the seller has just requested the label again', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    for (const status of [201, 200]) assert.equal((await sale.call('POST', '/label', { rate: rate.id })).status, status)
    assert.equal((await sale.as('seller', 'cancel')).status, 200)
    await app.advance(60)
    assert.equal((await sale.call('GET', '/label')).status, 404)
    assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  })
})

describe('approval requests for labels', () => {
  const agentOf = async (sale: Sale) => {
    const key = await keyOf(app, sale.seller, { kind: 'agent', scopes: ['orders'], ask_first: ['orders.label'] })
    return async (method: string, path: string, json?: Record<string, unknown>) => {
      const { status, body } = await app.call(method, `/v1${path}`, { key, ...(json && { json }) })
      return [status, body.amount ?? body.error?.param ?? null, body.summary]
    }
  }

  test('an approval request to buy or void a label states the cost, the carrier and the buyer', async () => {
    const sale = await openLabelSale()
    const [rate] = await sale.rates()
    const call = await agentOf(sale)
    const path = `/orders/${sale.order.id}/label`
    assert.equal((await call('DELETE', path))[0], 404)
    const bought = `Buy a shipping label for $5.45 (${rate.carrier} ${rate.service}) for “Brass lamp” to “Ben Buyer”.`
    assert.deepEqual(await call('POST', path, { rate: rate.id }), [202, 5.45, bought])
    assert.deepEqual(await call('POST', path, { rate: 'rat_0' }), [400, 'rate', undefined])
    const all = `Buy the cheapest shipping label for 1 order: ${sale.order.id}.`
    assert.deepEqual(await call('POST', '/labels', { orders: [sale.order.id] }), [202, null, all])
    const { order: another } = await openLabelSale()
    assert.equal((await call('POST', '/labels', { orders: [sale.order.id, another.id] }))[0], 404)
    await sale.call('POST', '/label', { rate: rate.id })
    const again = 'Get the shipping label for “Brass lamp”.'
    assert.deepEqual(await call('POST', path, { rate: rate.id }), [202, 5.45, again])
    assert.deepEqual(await call('DELETE', path), [202, null, 'Void the shipping label for “Brass lamp”.'])
  })

  test('no approval is requested for a label that costs too much, or for an order that needs no label', async () => {
    const small = await openLabelSale('paid', { price: 5, shipping: 1 })
    const [, dear] = await small.rates()
    const buy = async (sale: Sale, rate: string) => (await agentOf(sale))('POST', `/orders/${sale.order.id}/label`, { rate })
    assert.deepEqual(await buy(small, dear.id), [409, 'rate', undefined])
    const pickup = await openLabelSale('paid', { shipping: 0 })
    for (const sale of [pickup, await openLabelSale('shipped')]) assert.deepEqual(await buy(sale, 'rat_0'), [409, null, undefined])
    assert.match((await pickup.call('GET', '/rates')).body.error.message, /is a pickup/)
  })
})

describe('buying labels for several orders with POST /labels', () => {
  test('a single request buys the cheapest label for each order, and returns one result per order', async () => {
    const sale = await openLabelSale()
    const buyer = await app.signUp('Bea')
    const orders = [sale.order.id]
    for (const title of ['Chair', 'Shelf']) {
      const listing = await sale.seller.list({ title, price: 40, shipping: 8, publish: true, ...(title === 'Chair' && { parcel: PARCEL }) })
      const address = { ...FROM, name: 'Bea' }
      const { body: order } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id, address } })
      await app.call('POST', `/v1/orders/${order.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
      orders.push(order.id)
    }
    const send = (ids: readonly string[]) => sale.seller.call('POST', '/v1/labels', { json: { orders: ids } })
    const { status, body } = await send([...orders, 'ord_0'])
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      body.data.map(({ order, ok, label, error }: Reply['body']) => [order, ok, label?.amount, error?.type, error?.param]),
      [[orders[0], true, 5.45, undefined, undefined], [orders[1], true, 5.45, undefined, undefined],
       [orders[2], false, undefined, 'invalid_request', 'parcel'], ['ord_0', false, undefined, 'not_found', null]], // prettier-ignore
    )
    const again = await send(orders.slice(0, 2))
    assert.deepEqual(again.body.data.map(({ label }: Reply['body']) => label.id), body.data.slice(0, 2).map(({ label }: Reply['body']) => label.id)) // prettier-ignore
    assert.deepEqual(refused(await send([])), [400, 'orders'])
    assert.deepEqual(refused(await send([orders[0]!, orders[0]!])), [400, 'orders'])
    assert.deepEqual(refused(await send(Array.from({ length: 51 }, (_, n) => `ord_${n}`))), [400, 'orders'])
  })
})
