import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { applyChargeback } from '#commerce/provider-events/chargebacks.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { lifetime } from '#test/lifetime.ts'
import { eventsOf, HOME, ledgerOf, openSaleAt, type SaleScene } from '#test/sales.ts'

type Bank = { ref?: string; amount?: number; of?: string }

/** In every sale, the price is 40 dollars, shipping costs 8 dollars and the fee is 4 dollars. */
describe('a chargeback on an order', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '10' }, undefined, 'web')
  })

  /** Applies the bank's report about the payment for an order, or for the hold `of`. */
  async function bank(sale: SaleScene, stage: 'open' | 'won' | 'lost', { ref = 'dp', amount = 4800, of }: Bank = {}): Promise<void> {
    const { ctx } = app.service
    const [column, id] = of === undefined ? (['order_id', sale.order.id] as const) : (['hold_id', of] as const)
    const paid = await ctx.db.selectFrom('payments').select(['id', 'provider_ref']).where(column, '=', id).executeTakeFirstOrThrow()
    const news = { kind: 'chargeback', ref: `${ref}_${id}`, payment: paid.id, chargeRef: paid.provider_ref, amountCents: amount } as const
    const money = { currency: 'usd', takenCents: stage === 'won' ? 0 : amount, entries: stage === 'won' ? 2 : 1, dueBy: null }
    const outcome = await inTransaction(ctx, (tx) => applyChargeback(tx, { ...news, ...money, stage, reason: 'not_received' }, false))
    assert.equal(outcome, 'used')
  }

  const COLUMNS = ['status', 'payout', 'disputed_cents', 'refunded_cents', 'charged_back_cents', 'fee_cents'] as const
  /**
   * Returns the status and the payout; the disputed, refunded and charged-back amounts; the fee; the balances; and the seller's latest
   * event.
   */
  async function after({ order, seller }: SaleScene) {
    const row = await app.service.ctx.db.selectFrom('orders').select(COLUMNS).where('id', '=', order.id).executeTakeFirstOrThrow()
    const last = (await eventsOf(app, seller.id, order.id)).at(-1)
    return [COLUMNS.map((name) => row[name]).join(' '), await ledgerOf(app, order.id), last]
  }

  /** Applies an open chargeback and then the bank's decision. Returns the results after each of the two. */
  async function decided(sale: SaleScene, stage: 'won' | 'lost', by: Bank = {}) {
    await bank(sale, 'open', by)
    const open = await after(sale)
    await bank(sale, stage, by)
    return [open, await after(sale)]
  }

  test('an open chargeback stops an order for a reason that both parties can read, and a lost chargeback refunds the order', async () => {
    const sale = await openSaleAt(app, 'paid')
    await bank(sale, 'open')
    const held = { escrow: 4800, debt: -4800 }
    assert.deepEqual(await after(sale), ['problem on_hold 4800 0 0 400', held, 'order.problem'])
    const { reason, body, reported_at, ...rest } = (await sale.read('buyer')).problem
    assert.deepEqual([reason, rest], ['chargeback', { photos: [], answer: null, answered_at: null, offered: null }])
    assert.match(body, /bank reversed the payment \(not received\)/)
    assert.ok(Date.parse(reported_at) <= app.service.ctx.now().getTime())
    await bank(sale, 'lost')
    assert.deepEqual(await after(sale), ['refunded none 0 4800 4800 0', {}, 'order.refunded'])
  })

  test('a chargeback preserves the buyer’s own reason for the problem; a lost part of the payment reduces the fee and cancels the offered refund', async () => {
    const sale = await openSaleAt(app, 'problem')
    await sale.as('seller', 'refund', { amount: 30 })
    assert.equal((await sale.read()).problem.offered, 30)
    const [open, lost] = await decided(sale, 'lost', { amount: 2000 })
    assert.deepEqual(open, ['problem on_hold 2000 0 0 400', { buyer: -2800, debt: -2000, escrow: 4800 }, 'order.problem'])
    assert.deepEqual(lost, ['problem on_hold 0 2000 2000 200', { buyer: -2800, escrow: 2800 }, 'order.refunded'])
    const { reason, offered } = (await sale.read()).problem
    assert.deepEqual([reason, offered], ['damaged', null])
  })

  test('after a won chargeback, a shipped or collected order is completed, but an order that is unshipped or has a reported problem stays on hold', async () => {
    const [, shipped] = await decided(await openSaleAt(app, 'shipped'), 'won')
    assert.deepEqual(shipped, ['completed waiting 0 0 0 400', { buyer: -4800, fees: 400, seller: 4400 }, 'order.completed'])
    const pickup = await openSaleAt(app, 'paid', { shipping: 0 })
    const { pickup_code: code } = await pickup.read('buyer')
    assert.equal((await pickup.as('seller', 'deliver', { code })).status, 200)
    const [, collected] = await decided(pickup, 'won', { amount: 4000 })
    assert.deepEqual(collected, ['completed waiting 0 0 0 400', { buyer: -4000, fees: 400, seller: 3600 }, 'order.completed'])
    for (const stage of ['paid', 'problem'] as const) {
      const [, won] = await decided(await openSaleAt(app, stage), 'won')
      assert.deepEqual(won, ['problem on_hold 0 0 0 400', { buyer: -4800, escrow: 4800 }, 'order.problem'], stage)
    }
  })

  test('an order with two chargebacks stays on hold until both chargebacks are decided', async () => {
    const sale = await openSaleAt(app, 'shipped')
    const [one, other] = [{ ref: 'a', amount: 2000 }, { ref: 'b', amount: 1000 }] // prettier-ignore
    await bank(sale, 'open', one)
    await bank(sale, 'open', other)
    assert.equal((await after(sale))[0], 'problem on_hold 3000 0 0 400')
    await bank(sale, 'lost', one)
    assert.equal((await after(sale))[0], 'problem on_hold 1000 2000 2000 200')
    await bank(sale, 'won', other)
    assert.deepEqual(await after(sale), ['completed waiting 0 2000 2000 200', { buyer: -2800, fees: 200, seller: 2600 }, 'order.completed'])
  })

  test('a chargeback on a completed order withholds a payout that has not been sent; a lost chargeback reduces the payout and the fee', async () => {
    const [open, won] = await decided(await openSaleAt(app, 'completed'), 'won')
    assert.deepEqual(open, ['completed on_hold 4800 0 0 400', { debt: -4800, fees: 400, seller: 4400 }, 'order.problem'])
    assert.deepEqual(won, ['completed waiting 0 0 0 400', { buyer: -4800, fees: 400, seller: 4400 }, 'order.problem'])
    const [, part] = await decided(await openSaleAt(app, 'completed'), 'lost', { amount: 2000 })
    assert.deepEqual(part, ['completed waiting 0 2000 2000 200', { buyer: -2800, fees: 200, seller: 2600 }, 'order.refunded'])
    const sale = await openSaleAt(app, 'completed')
    const [, whole] = await decided(sale, 'lost')
    assert.deepEqual(whole, ['completed none 0 4800 4800 0', {}, 'order.refunded'])
    const [, again] = await decided(sale, 'lost', { ref: 'b' })
    assert.deepEqual(again, ['completed none 0 4800 4800 0', { buyer: 4800, debt: -4800 }, 'order.problem'], 'nothing is left to refund')
  })

  test('a chargeback reclaims a payout that was already sent, and the payout is sent a second time only if the chargeback is won', async () => {
    for (const stage of ['won', 'lost'] as const) {
      const sale = await openSaleAt(app, 'completed')
      await app.advance(60)
      assert.equal((await after(sale))[0], 'completed sent 0 0 0 400')
      await bank(sale, 'open')
      await app.advance(60)
      assert.deepEqual(await after(sale), ['completed on_hold 4800 0 0 400', { debt: -400, fees: 400 }, 'order.problem'])
      await bank(sale, stage)
      const paid = { buyer: -4800, fees: 400, seller: 4400 }
      assert.deepEqual(
        await after(sale),
        stage === 'won' ? ['completed waiting 0 0 0 400', paid, 'order.problem'] : ['completed none 0 4800 4800 0', {}, 'order.refunded'],
      )
    }
    const part = await openSaleAt(app, 'completed')
    await app.advance(60)
    await bank(part, 'open', { amount: 2000 })
    await app.advance(60)
    await bank(part, 'lost', { amount: 2000 })
    assert.deepEqual(await after(part), ['completed sent 0 2000 2000 200', { buyer: -2800, fees: 200, bank: 2600 }, 'order.refunded'])
  })

  test('a chargeback on a cancelled order changes only the order’s disputed amount, and a lost chargeback is a loss for the service', async () => {
    for (const stage of ['won', 'lost'] as const) {
      const sale = await openSaleAt(app, 'paid')
      await sale.as('seller', 'cancel')
      await app.advance(60)
      const [open, end] = await decided(sale, stage)
      assert.deepEqual(open, ['cancelled none 4800 4800 0 0', { buyer: 4800, debt: -4800 }, 'order.refunded'])
      assert.deepEqual(end, ['cancelled none 0 4800 0 0', stage === 'won' ? {} : { buyer: 4800, debt: -4800 }, 'order.refunded'])
    }
  })

  /** Creates an unpaid order for 100 dollars after its buyer has paid a deposit of 10 dollars. */
  async function openHeld() {
    const scene = await openSaleAt(app, 'awaiting_payment')
    const { seller, buyer } = scene
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
    const listing = (await seller.list({ title: 'Wool coat', price: 100, publish: true })).id as string
    const post = async (path: string, json: object) => (await app.call('POST', `/v1${path}`, { key: buyer.key, json })).body
    const { id: hold, deposit } = await post('/holds', { listing })
    await post(`/holds/${hold}/pay`, { method: 'test_ok' })
    const order = await post('/orders', { listing, hold, address: HOME })
    assert.deepEqual([order.status, deposit], ['awaiting_payment', 10])
    return { sale: { ...scene, order: order as { id: string } }, hold: hold as string, listing, post }
  }

  test('a chargeback on a deposit cancels the unpaid order that uses the deposit, and makes the item available again', async () => {
    const { sale, hold, listing } = await openHeld()
    await bank(sale, 'open', { of: hold, amount: 1000 })
    const cancelled = (await app.call('GET', `/v1/orders/${sale.order.id}`, { key: sale.buyer.key })).body
    assert.deepEqual([cancelled.status, cancelled.payment], ['cancelled', 'unpaid'])
    assert.deepEqual(await eventsOf(app, sale.buyer.id, sale.order.id), ['order.opened', 'order.cancelled'])
    const types = await eventsOf(app, sale.seller.id, sale.order.id)
    assert.ok(!types.includes('order.refunded'), String(types))
    const { buyer: someone } = await openSaleAt(app, 'awaiting_payment')
    assert.equal((await app.call('POST', '/v1/orders', { key: someone.key, json: { listing } })).status, 201)
  })

  test('after one of an order’s two payments is lost to a chargeback, a refund uses what is left of both payments', async () => {
    const { sale, post } = await openHeld()
    await post(`/orders/${sale.order.id}/pay`, { method: 'test_ok' })
    const [, lost] = await decided(sale, 'lost', { amount: 2000 })
    assert.deepEqual(lost, ['problem on_hold 0 2000 2000 800', { buyer: -7000, escrow: 8000 }, 'order.refunded'])
    const refund = await sale.seller.call('POST', `/v1/orders/${sale.order.id}/refund`, { json: {} })
    assert.equal(refund.body.status, 'refunded', JSON.stringify(refund.body))
    const { db } = app.service.ctx
    const refunds = await db.selectFrom('money_moves').select('amount_cents').where('order_id', '=', sale.order.id).orderBy('id').execute()
    assert.deepEqual(refunds, [{ amount_cents: 7000 }, { amount_cents: 1000 }])
  })

  test('a lost chargeback of one cent is a refund of one cent, about which the seller gets an event', async () => {
    const sale = await openSaleAt(app, 'paid')
    const [, lost] = await decided(sale, 'lost', { amount: 1 })
    assert.deepEqual(lost, ['problem on_hold 0 1 1 400', { buyer: -4799, escrow: 4799 }, 'order.refunded'])
  })

  test('if a payment has already been charged back in full, a further lost chargeback on it refunds nothing more', async () => {
    const { sale, post } = await openHeld()
    await post(`/orders/${sale.order.id}/pay`, { method: 'test_ok' })
    await decided(sale, 'lost', { amount: 9000 })
    const [, again] = await decided(sale, 'lost', { ref: 'b', amount: 9000 })
    assert.equal(again![0], 'problem on_hold 0 9000 9000 100')
    const types = await eventsOf(app, sale.seller.id, sale.order.id)
    assert.equal(types.filter((type) => type === 'order.refunded').length, 1)
  })

  test('the audit finds no errors after all other tests in this file', async () => {
    await app.advance(60)
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
