import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { applyCharge } from '#commerce/sale/apply-charge.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { ok, openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'
import { applyChargeback } from './chargebacks.ts'

type Report = Partial<Parameters<typeof applyChargeback>[1]>

/** Every purchase has two orders: for 40 and for 60 dollars, each with 5 dollars for shipping. */
describe('a chargeback on the payment for a purchase', () => {
  const life = lifetime()
  let app: TestApp
  let seller: Seller
  let buyer: Seller
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    seller = await openSeller(app)
    buyer = await openSeller(app, 'Ben')
  })
  const db = () => app.service.ctx.db

  const paymentOf = (id: string) => db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  type Payment = Awaited<ReturnType<typeof paymentOf>>

  async function paid() {
    const listings: string[] = []
    for (const price of [40, 60]) listings.push((await seller.list({ title: 'Brass lamp', price, shipping: 5, publish: true })).id)
    const { id, orders } = await ok(buyer, 'POST', '/purchases', { listings, address: HOME })
    await ok(buyer, 'POST', `/purchases/${id}/pay`, { method: 'test_ok' })
    const payment = await db().selectFrom('payments').selectAll().where('purchase_id', '=', id).executeTakeFirstOrThrow()
    const [a, b] = orders.map((one: { id: string }) => one.id)
    return {
      id: id as string,
      a: a as string,
      b: b as string,
      payment,
      cancel: (order: string) => ok(seller, 'POST', `/orders/${order}/cancel`, {}),
    }
  }

  /** Pays for a paid purchase a second time. The service refunds the second payment. */
  async function payAgain(first: Payment): Promise<Payment> {
    const { ctx } = app.service
    const id = ctx.newId('pay')
    await db()
      .insertInto('payments')
      .values({ ...first, id, status: 'started', provider_ref: null, refunded_cents: 0 })
      .execute()
    const proof = { payment: id, amountCents: first.amount_cents, currency: 'usd' }
    const charged = { ref: `test_ok_${id}`, status: 'succeeded', failure: null, clientSecret: null, proof } as const
    await inTransaction(ctx, (tx) => applyCharge(tx, { id, ref: null }, charged))
    return paymentOf(id)
  }

  function report(payment: Payment, change: Report = {}, isRetried = false) {
    const cents = change.amountCents ?? payment.amount_cents
    const base = { kind: 'chargeback', ref: payment.id, payment: payment.id, chargeRef: payment.provider_ref, amountCents: cents } as const
    const takenCents = change.stage === 'inquiry' ? 0 : cents
    const money = { currency: 'usd', stage: 'open', takenCents, entries: 1, reason: 'fraudulent', dueBy: null } as const
    return inTransaction(app.service.ctx, (tx) => applyChargeback(tx, { ...base, ...money, ...change }, isRetried))
  }

  /** Returns the parts of a chargeback: for each of the orders, the stage and the disputed, taken and recovered cents. */
  async function partsOf(ref: string, ...orders: string[]) {
    const rows = await db().selectFrom('money_cases').selectAll().where('ref', 'in', orders.map((id) => `${ref}/${id}`)).execute() // prettier-ignore
    return orders.map((id) => {
      const row = rows.find((one) => one.order_id === id)
      return row && [row.kind, row.stage, row.amount_cents, row.taken_cents, row.covered_cents].join(' ')
    })
  }
  const transfersOf = async (id: string) =>
    (await db().selectFrom('money_moves').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
      ({ kind, status, amount_cents: cents }) => `${kind} ${status} ${cents}`,
    )

  /** Returns the refunded and the charged-back cents of a payment. */
  async function returnedOf({ id }: Payment): Promise<number[]> {
    const { refunded_cents, charged_back_cents } = await paymentOf(id)
    return [refunded_cents, charged_back_cents]
  }
  const HALVES = ['chargeback open 4500 4500 0', 'chargeback open 6500 6500 0']

  test('the parts are proportional to the paid amounts, and so are the amounts that the bank took', async () => {
    const { a, b, payment } = await paid()
    assert.equal(await report(payment, { amountCents: 1001, takenCents: 501 }), 'used')
    assert.deepEqual(await partsOf(payment.id, a, b), ['chargeback open 410 205 0', 'chargeback open 591 296 0'])
  })

  test('each order’s part includes its unsent refund but no sent refund', async () => {
    for (const isSent of [false, true]) {
      const { a, b, payment, cancel } = await paid()
      await cancel(a)
      assert.deepEqual(await transfersOf(a), ['refund due 4000'])
      if (isSent) await app.advance(60)
      await report(payment, { amountCents: 7000 })
      const parts = isSent ? [undefined, 'chargeback open 7000 7000 0'] : ['chargeback open 2545 2545 0', 'chargeback open 4455 4455 0']
      assert.deepEqual(await partsOf(payment.id, a, b), parts)
    }
  })

  test('a later report uses the parts of the first report, even if an order was refunded in the meantime', async () => {
    const { a, b, payment, cancel } = await paid()
    await report(payment, { stage: 'inquiry', entries: 0 })
    await cancel(a)
    await report(payment)
    assert.deepEqual(await partsOf(payment.id, a, b), HALVES)
  })

  test('an order without a part in the first report gets no part later, even after all orders are refunded', async () => {
    const { a, b, payment, cancel } = await paid()
    await cancel(a)
    await app.advance(60)
    await report(payment, { stage: 'inquiry', amountCents: 7000, entries: 0 })
    await cancel(b)
    await app.advance(60)
    await report(payment, { amountCents: 7000 })
    assert.deepEqual(await partsOf(payment.id, a, b), [undefined, 'chargeback open 7000 7000 0'])
  })

  test('a chargeback on a fully refunded payment is split by the orders’ shares of the payment', async () => {
    const { a, b, payment, cancel } = await paid()
    for (const order of [a, b]) await cancel(order)
    await app.advance(60)
    assert.deepEqual([await transfersOf(a), await transfersOf(b)], [['refund sent 4000'], ['refund sent 7000']])
    await report(payment)
    assert.deepEqual(await partsOf(payment.id, a, b), HALVES)
  })

  test('a chargeback on a second payment for the purchase is split by what is left of that payment', async () => {
    const { a, b, payment, cancel } = await paid()
    await cancel(a)
    await app.advance(60)
    const second = await payAgain(payment)
    assert.deepEqual([await transfersOf(a), await transfersOf(b)], [['refund sent 4000', 'refund due 4500'], ['refund due 6500']])
    await report(second)
    assert.deepEqual(await partsOf(second.id, a, b), HALVES)
    await report(second, { stage: 'lost', entries: 2 })
    assert.deepEqual(await partsOf(second.id, a, b), ['chargeback lost 4500 4500 4500', 'chargeback lost 6500 6500 6500'])
    assert.deepEqual([await transfersOf(a), await transfersOf(b)], [['refund sent 4000', 'refund dropped 4500'], ['refund dropped 6500']])
    assert.deepEqual([await returnedOf(payment), await returnedOf(second)], [[4000, 0], [0, 11_000]]) // prettier-ignore
    await report(second, { ref: `${second.id}_b` })
    assert.deepEqual(await partsOf(`${second.id}_b`, a, b), HALVES)
  })

  test('a lost chargeback lowers the unsent refunds of each order by the order’s own part', async () => {
    const { a, b, payment, cancel } = await paid()
    for (const order of [a, b]) await cancel(order)
    await report(payment, { stage: 'lost', amountCents: 5500 })
    assert.deepEqual(await partsOf(payment.id, a, b), ['chargeback lost 2000 2000 2000', 'chargeback lost 3500 3500 3500'])
    assert.deepEqual([await transfersOf(a), await transfersOf(b)], [['refund due 2000'], ['refund due 3500']])
    assert.deepEqual(await returnedOf(payment), [5500, 5500])
    const more = db().updateTable('payments').set({ refunded_cents: 5501 }).where('id', '=', payment.id)
    await assert.rejects(more.execute(), /payments_returned_check/)
  })

  test('a lost chargeback counts once for each order, and reports that are outdated for every order are ignored', async () => {
    const { a, b, payment } = await paid()
    await report(payment)
    await report(payment, { stage: 'lost', entries: 2 })
    const lost = ['chargeback lost 4500 4500 4500', 'chargeback lost 6500 6500 6500']
    assert.deepEqual([await partsOf(payment.id, a, b), await returnedOf(payment)], [lost, [0, 11_000]])
    assert.equal(await report(payment, { entries: 1 }), 'seen')
    await db().updateTable('money_cases').set({ entries: 5 }).where('ref', '=', `${payment.id}/${a}`).execute()
    assert.equal(await report(payment, { entries: 3 }), 'used', 'new for one of the two orders')
    assert.equal(await report(payment, { entries: 2 }), 'seen')
    assert.deepEqual([await partsOf(payment.id, a, b), await returnedOf(payment)], [lost, [0, 11_000]])
  })

  test('an implausible report opens one payment exception, and no order has a chargeback', async () => {
    for (const change of [{ currency: 'eur' }, { amountCents: 11_001 }]) {
      const { a, b, payment } = await paid()
      assert.equal(await report(payment, change, true), 'mismatch')
      assert.deepEqual(await partsOf(payment.id, a, b), ['mismatch  11000 0 0', undefined])
    }
  })

  test('the audit finds no errors after all other tests in this file', async () => {
    await app.advance(60)
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
