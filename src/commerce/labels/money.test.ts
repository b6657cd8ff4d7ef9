import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import type { Reply, TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openBundles } from '#test/bundles.ts'
import { buyAsGuest, newEmail } from '#test/guests.ts'
import { buyLabel, openLabelled, PARCEL, parcelOf, SHIP_FROM, startWithEasyPost, type LabelledSale } from '#test/labels.ts'
import { lifetime } from '#test/lifetime.ts'
import { fields, HOME, ledgerOf, openSaleAt, type SaleScene } from '#test/sales.ts'
import { differentSums } from '#test/truth/sums.ts'
import { lateFrom } from '#commerce/orders/rules/order.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import { inTransaction } from '#platform/context/index.ts'
import { applyChargeback } from '#commerce/provider-events/chargebacks.ts'
import { activeLabel, claimRetry } from '#commerce/labels/queries.ts'
import { lockWaits } from '#test/contention.ts'
import { until } from '#test/until.ts'

const life = lifetime()
let app: TestApp
let fake: Awaited<ReturnType<typeof startWithEasyPost>>['fake']
before(async () => {
  const started = await startWithEasyPost(life, { FEE_PERCENT: '5' })
  app = started.app
  fake = started.fake
})

afterEach(async () => {
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  assert.deepEqual(await differentSums(app.service.ctx), [])
})

const minutes = (count: number) => app.advance(count * 60)

async function openRated(details: object = {}): Promise<{ sale: Awaited<ReturnType<typeof openSaleAt>>; rates: Reply['body'][] }> {
  const sale = await openSaleAt(app, 'paid', { parcel: PARCEL, ...details })
  await sale.seller.call('PATCH', `/v1/shops/${sale.seller.slug}`, { json: { ship_from: SHIP_FROM } })
  return { sale, rates: (await sale.seller.call('GET', `/v1/orders/${sale.order.id}/rates`)).body.data }
}

/** Creates and completes a different order from the same seller. The seller's share, before the costs of labels, is 45.60 dollars. */
async function sellAnother({ seller, buyer }: Pick<LabelledSale, 'seller' | 'buyer'>, price = 40): Promise<string> {
  const listing = await seller.list({ title: 'Chair', price, shipping: 8, publish: true })
  const { body: order } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id, address: HOME } })
  for (const [key, verb, json] of [
    [buyer.key, 'pay', { method: 'test_ok' }],
    [seller.key, 'ship', {}],
    [buyer.key, 'confirm', {}],
  ] as const)
    // prettier-ignore
    assert.equal((await app.call('POST', `/v1/orders/${order.id}/${verb}`, { key, json })).status, 200)
  return order.id
}

describe('how a seller buys a label', () => {
  test('if concurrent requests for the same label reach the provider at the same time, only one label is bought', async () => {
    const { sale, rates } = await openRated()
    const sold = fake.sold()
    fake.gather(2)
    const buy = () => sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })
    const replies = await Promise.all([buy(), buy()])
    fake.gather(null)
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 201]), JSON.stringify(replies.map(({ body }) => body)))
    assert.equal(replies[0].body.id, replies[1].body.id)
    assert.deepEqual([fake.sold() - sold, await ledgerOf(app, sale.order.id)], [1, { buyer: -4800, escrow: 4800, carrier: 605, postage: -605 }]) // prettier-ignore
  })

  test('if the response to a label request is lost, the purchase is completed by a repeated request or, without one, by a job', async () => {
    for (const repeats of [true, false]) {
      const { sale, rates } = await openRated()
      const sold = fake.sold()
      const buy = () => sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })
      fake.loseAnswers(1)
      assert.equal((await buy()).status, 503)
      const waiting = await sale.seller.call('GET', `/v1/orders/${sale.order.id}/label`)
      assert.deepEqual(
        [waiting.body.status, (await sale.seller.call('DELETE', `/v1/orders/${sale.order.id}/label`)).status],
        ['buying', 409],
      )
      if (repeats) assert.equal((await buy()).status, 201)
      else await minutes(11)
      const { body } = await sale.seller.call('GET', `/v1/orders/${sale.order.id}/label`)
      assert.deepEqual([body.status, fake.sold() - sold], ['bought', 1])
      assert.equal((await ledgerOf(app, sale.order.id)).carrier, 605)
    }
  })

  test('if a repeated request for a label is refused, the label purchase stays open, because the first request may still succeed', async () => {
    const { sale, rates } = await openRated()
    const { shipping } = app.service.ctx
    const original = shipping!.buy
    const buy = (rate: string) => sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate } })
    const slow = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    shipping!.buy = async (choice) => {
      arrived.resolve()
      await slow.promise
      return original(choice)
    }
    const first = buy(rates[0].id)
    await arrived.promise
    shipping!.buy = async () => original({ shipmentRef: 'shp_unknown', rateRef: 'rate_unknown' })
    assert.equal((await buy(rates[0].id)).status, 409)
    shipping!.buy = original
    assert.equal((await sale.seller.call('GET', `/v1/orders/${sale.order.id}/label`)).body.status, 'buying')
    slow.resolve()
    assert.equal((await first).body.status, 'bought')
  })

  test('a job marks a label purchase as failed if the provider has sold no label, and the seller can then buy a new label', async () => {
    const { sale, rates } = await openRated()
    fake.fail(1)
    assert.equal((await sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })).status, 503)
    await minutes(11)
    assert.equal((await sale.seller.call('GET', `/v1/orders/${sale.order.id}/label`)).status, 404)
    await buyLabel(sale.seller, sale.order.id, { index: 1 })
  })

  test('if a request is repeated while a job is looking for the label, the job does not close the label purchase', async () => {
    const { sale, rates } = await openRated()
    const buy = () => sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })
    fake.fail(1)
    assert.equal((await buy()).status, 503)
    const shipping = app.service.ctx.shipping!
    const original = { ...shipping }
    const [called, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let repeat: Promise<Reply> | undefined
    shipping.buy = async (choice) => {
      called.resolve()
      await found.promise
      return original.buy(choice)
    }
    shipping.find = async () => {
      repeat ??= buy()
      await called.promise
      return null
    }
    await minutes(11)
    Object.assign(shipping, original)
    assert.equal((await sale.seller.call('GET', `/v1/orders/${sale.order.id}/label`)).body.status, 'buying')
    found.resolve()
    assert.deepEqual([(await repeat!).status, (await repeat!).body.status], [201, 'bought'])
  })

  test('a repeated request continues the label purchase even if a job calls the provider at the same moment', async () => {
    const { sale, rates } = await openRated()
    const { ctx } = app.service
    const buy = () => sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })
    fake.fail(1)
    assert.equal((await buy()).status, 503)
    const [reserved, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const job = inTransaction(ctx, async (tx) => {
      await claimRetry(tx.db, (await activeLabel(tx.db, sale.order.id))!, tx.now())
      reserved.resolve()
      await committed.promise
    })
    await reserved.promise
    const repeated = buy()
    await until('the repeated request waits for the job', async () => (await lockWaits(ctx.db, 'labels')) > 0)
    committed.resolve()
    await job
    assert.deepEqual([(await repeated).status, (await repeated).body.status], [201, 'bought'])
  })

  test('a late confirmation of a label changes nothing if the label was voided or replaced, but restores a label that a job marked as failed', async () => {
    const shipping = app.service.ctx.shipping!
    const original = { ...shipping }
    /** Runs `meanwhile` after the provider has sold a label, but before the service gets the response. */
    const buyLate = async (isFound: boolean, meanwhile: (sale: SaleScene, path: string) => Promise<unknown>) => {
      const { sale, rates } = await openRated()
      const [sold, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      shipping.buy = async (choice) => {
        const bought = await original.buy(choice)
        sold.resolve()
        await late.promise
        return bought
      }
      const path = `/v1/orders/${sale.order.id}/label`
      const first = sale.seller.call('POST', path, { json: { rate: rates[0].id } })
      await sold.promise
      Object.assign(shipping, original, isFound ? {} : { find: async () => null })
      await minutes(11)
      Object.assign(shipping, original)
      await meanwhile(sale, path)
      late.resolve()
      const { status, body } = await first
      return [status, body.status ?? body.error.type, await ledgerOf(app, sale.order.id)]
    }
    const unpaid = { buyer: -4800, escrow: 4800 }
    const voided = await buyLate(true, async ({ seller }, path) => assert.equal((await seller.call('DELETE', path)).status, 200))
    assert.deepEqual(voided, [200, 'voided', unpaid])
    const replaced = await buyLate(false, async ({ seller, order }) => buyLabel(seller, order.id, { index: 1 }))
    assert.deepEqual(replaced, [409, 'conflict', { ...unpaid, carrier: 910, postage: -910 }])
    const restored = await buyLate(false, async ({ seller }, path) => assert.equal((await seller.call('GET', path)).status, 404))
    assert.deepEqual(restored, [201, 'bought', { ...unpaid, carrier: 605, postage: -605 }])
  })

  test('a label that is confirmed only after the order was completed is voided, and the seller pays nothing for it', async () => {
    const { sale, rates } = await openRated()
    fake.loseAnswers(1)
    await sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })
    await sale.as('seller', 'ship', {})
    await sale.as('buyer', 'confirm')
    const shipping = app.service.ctx.shipping!
    const { void: original } = shipping
    shipping.void = () => Promise.reject(new ShippingError('unavailable', 'Try again later.'))
    await minutes(11)
    const other = await sellAnother(sale)
    assert.equal((await ledgerOf(app, other)).seller, 4600)
    shipping.void = original
    await minutes(11)
    assert.equal((await sale.seller.call('GET', `/v1/orders/${sale.order.id}/label`)).status, 404)
    assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4800, fees: 200, bank: 4600 })
  })

  test('the shipping fee for a purchase cannot pay for one order’s label, because the fee goes to whichever order completes first', async () => {
    const scene = await openBundles(app)
    await scene.seller.call('PATCH', `/v1/shops/${scene.seller.slug}`, { json: { ship_from: SHIP_FROM } })
    const cheap = await scene.seller.list({ title: 'Ring', price: 6, shipping: 5, publish: true })
    const { body: made } = await scene.post(scene.buyer, '/purchases', { listings: [cheap.id, scene.ids[0]], address: HOME })
    await scene.post(scene.buyer, `/purchases/${made.id}/pay`, { method: 'test_ok' })
    const { id } = made.orders.find(({ listing }: { listing: { id: string } }) => listing.id === cheap.id)
    const rates = await scene.seller.call('GET', `/v1/orders/${id}/rates?weight_oz=9&length_in=9&width_in=9&height_in=9`)
    const bought = await scene.seller.call('POST', `/v1/orders/${id}/label`, { json: { rate: rates.body.data[0].id } })
    assert.deepEqual([bought.status, bought.body.error?.param], [409, 'rate'])
  })

  test('a label for a guest’s order is bought in the same way as any other label', async () => {
    const { sale } = await openRated()
    const listing = await sale.seller.list({ title: 'Vase', price: 30, shipping: 5, parcel: PARCEL, publish: true })
    const { order } = await buyAsGuest(app, listing.id, newEmail())
    assert.equal((await buyLabel(sale.seller, order)).amount, 6.05)
  })
})

describe('how a seller voids a label', () => {
  test('a label cannot be voided after its first scan, even if the service has not received the scan yet', async () => {
    const sale = await openLabelled(app)
    fake.scan(sale.shipment)
    assert.equal((await sale.call('DELETE', '/label')).status, 409)
    await sale.event('in_transit')
    assert.equal((await sale.call('DELETE', '/label')).status, 409)
    assert.equal((await ledgerOf(app, sale.order.id)).postage, -605)
  })

  test('a label cannot be voided if its cost was deducted from the seller’s next order while the carrier was confirming', async () => {
    const sale = await openLabelled(app)
    const shipping = app.service.ctx.shipping!
    const { void: original } = shipping
    shipping.void = async () => {
      await sale.as('seller', 'ship', {})
      await sale.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
      await sale.as('seller', 'refund')
      await sellAnother(sale)
      await minutes(1)
    }
    assert.equal((await sale.call('DELETE', '/label')).status, 409)
    shipping.void = original
    assert.deepEqual(await ledgerOf(app, sale.order.id), { carrier: 605 })
  })

  test('a job tries only once to void the label of a cancelled order; if the carrier refuses, the cost of the label remains in the ledger', async () => {
    const [unused, used] = [await openLabelled(app), await openLabelled(app)]
    fake.scan(used.shipment)
    for (const sale of [unused, used]) assert.equal((await sale.as('seller', 'cancel')).status, 200)
    await minutes(1)
    assert.deepEqual(await ledgerOf(app, unused.order.id), {})
    assert.deepEqual(await ledgerOf(app, used.order.id), { carrier: 605, postage: -605 })
    const requests = fake.requests.length
    await minutes(30)
    assert.equal(fake.requests.length, requests)
  })

  test('a job voids the label of an order that was reported late and refunded before it was shipped', async () => {
    const sale = await openLabelled(app)
    const { timeline } = await sale.read()
    const paidAt = new Date(timeline.find((step: { status: string }) => step.status === 'paid').at)
    await app.advance((lateFrom(paidAt).getTime() - paidAt.getTime()) / 1000 + 60)
    const late = await sale.as('buyer', 'problem', { reason: 'not_arrived', body: 'Nothing came.' })
    assert.equal(late.status, 200, JSON.stringify(late.body))
    await sale.as('seller', 'refund')
    await minutes(1)
    assert.deepEqual([await sale.status(), await ledgerOf(app, sale.order.id)], ['refunded', {}])
  })
})

describe('refunding an order whose label was used', () => {
  test('if an order is refunded after its label was used, the buyer gets the full amount, and the label’s cost is deducted from the seller’s next order', async () => {
    const sale = await openLabelled(app)
    await sale.event('delivered')
    await sale.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
    assert.equal(fields((await sale.as('seller', 'refund')).body), 'refunded/refunded/none')
    await minutes(1)
    assert.deepEqual(await ledgerOf(app, sale.order.id), { carrier: 605, postage: -605 })
    const next = await sellAnother(sale)
    await minutes(1)
    assert.deepEqual(await ledgerOf(app, next), { buyer: -4800, fees: 200, bank: 4600 - 605 })
    assert.deepEqual(await ledgerOf(app, sale.order.id), { carrier: 605 })
    const third = await sellAnother(sale)
    await minutes(1)
    assert.deepEqual(await ledgerOf(app, third), { buyer: -4800, fees: 200, bank: 4600 })
  })

  test('if a label costs more than the seller’s share of the order, the rest is deducted from the seller’s later orders', async () => {
    const sale = await openLabelled(app)
    await sale.event('in_transit')
    await sale.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
    await sale.as('seller', 'refund', { amount: 47 })
    await sale.as('buyer', 'answer', { agree: true })
    await minutes(1)
    const paid = 605 + (await ledgerOf(app, sale.order.id)).postage!
    assert.ok(paid > 0 && paid <= 100, `${paid}`)
    const { buyer } = sale
    const small = await sale.seller.list({ title: 'Pin', price: 1, shipping: 1, publish: true })
    const { body: order } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: small.id, address: HOME } })
    await app.call('POST', `/v1/orders/${order.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
    await app.call('POST', `/v1/orders/${order.id}/ship`, { key: sale.seller.key, json: {} })
    const { body: done } = await app.call('POST', `/v1/orders/${order.id}/confirm`, { key: buyer.key, json: {} })

    assert.equal(fields(done), 'completed/paid/none')
    await minutes(1)
    assert.deepEqual(await ledgerOf(app, order.id), { buyer: -200, fees: 5 })
    const last = await sellAnother(sale)
    await minutes(1)
    assert.equal((await ledgerOf(app, last)).bank, 4600 - (605 - paid - 195))
    assert.equal((await ledgerOf(app, sale.order.id)).postage, undefined)
  })

  test('an order’s share first pays for the order’s own label, and only what is left pays for an earlier label', async () => {
    const sale = await openLabelled(app)
    await sale.event('delivered')
    await sale.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
    await sale.as('seller', 'refund')
    const { seller, buyer } = sale
    const small = await seller.list({ title: 'Pin', price: 4, shipping: 6, parcel: PARCEL, publish: true })
    const { body: order } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: small.id, address: HOME } })
    await app.call('POST', `/v1/orders/${order.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
    const { event } = parcelOf(app, seller, order.id, await buyLabel(seller, order.id))
    await event('delivered')
    await app.call('POST', `/v1/orders/${order.id}/confirm`, { key: buyer.key, json: {} })
    await minutes(1)
    assert.deepEqual(await ledgerOf(app, order.id), { buyer: -1000, fees: 20, carrier: 605 })
    assert.deepEqual(await ledgerOf(app, sale.order.id), { carrier: 605, postage: -605 + 980 - 605 })
  })
})

describe('how a chargeback affects the cost of a label', () => {
  const dispute = async (sale: LabelledSale, stage: 'open' | 'won' | 'lost') => {
    const payment = await app.service.ctx.db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', sale.order.id)
      .executeTakeFirstOrThrow()
    const news = { kind: 'chargeback', ref: `dp_${sale.order.id}`, payment: payment.id, chargeRef: payment.provider_ref } as const
    const money = { amountCents: 4800, currency: 'usd', takenCents: stage === 'won' ? 0 : 4800, entries: stage === 'won' ? 2 : 1 }
    const outcome = await inTransaction(app.service.ctx, (tx) =>
      applyChargeback(tx, { ...news, ...money, stage, reason: 'fraudulent', dueBy: null }, false),
    )
    assert.equal(outcome, 'used')
  }

  test('a seller cannot buy a label while the bank is deciding a chargeback', async () => {
    const { sale, rates } = await openRated()
    await dispute(sale as LabelledSale, 'open')
    assert.equal((await sale.seller.call('POST', `/v1/orders/${sale.order.id}/label`, { json: { rate: rates[0].id } })).status, 409)
  })

  test('after a won chargeback, the seller gets the usual share minus the label’s cost', async () => {
    const sale = await openLabelled(app)
    await sale.event('in_transit')
    await dispute(sale, 'open')
    await dispute(sale, 'won')
    await minutes(1)
    assert.equal(await sale.status(), 'completed')
    assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4800, fees: 200, carrier: 605, bank: 3995 })
  })

  test('the ledger stays balanced when the seller loses a chargeback, whether before or after the payout', async () => {
    const before = await openLabelled(app)
    await before.event('in_transit')
    await dispute(before, 'open')
    await dispute(before, 'lost')
    await minutes(1)
    assert.deepEqual([await before.status(), (await ledgerOf(app, before.order.id)).postage], ['refunded', -605])
    const after = await openLabelled(app)
    await after.event('delivered')
    await after.as('buyer', 'confirm')
    await minutes(1)
    await dispute(after, 'open')
    await minutes(1)
    await dispute(after, 'lost')
    await minutes(1)
    assert.equal((await ledgerOf(app, after.order.id)).carrier, 605)
  })
})
