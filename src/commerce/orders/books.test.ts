import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { fields, HOME, ledgerOf, openSale, openSaleAt, type SaleScene, type Stage } from '#test/sales.ts'
import { lifetime } from '#test/lifetime.ts'
import { lockById } from '#commerce/orders/access.ts'
import { refundOrder } from '#commerce/orders/money.ts'
import { settlePayout } from '#commerce/payouts/mark-sent.ts'
import { markOrderPaid } from '#commerce/sale/mark-order-paid.ts'

describe('accounting for orders', () => {
  let app: TestApp
  const life = lifetime()
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '7.5' })
  })

  const broken = async () =>
    (await audit({ connectionString: app.databaseUrl })).map(({ invariant: rule, rows }) => `${rule} ${JSON.stringify(rows[0])}`)
  const paymentOf = (sale: SaleScene) =>
    app.service.ctx.db.selectFrom('payments').selectAll().where('order_id', '=', sale.order.id).executeTakeFirstOrThrow()
  const transfersOf = (sale: SaleScene) =>
    app.service.ctx.db.selectFrom('money_moves').selectAll().where('order_id', '=', sale.order.id).orderBy('id').execute()

  test('the audit finds no errors in any order status, or after any refund or cancellation', async () => {
    const stages: Stage[] = ['awaiting_payment', 'paid', 'shipped', 'delivered', 'problem', 'completed']
    for (const stage of stages) await openSaleAt(app, stage)
    assert.deepEqual(await broken(), [])
    await (await openSaleAt(app, 'problem')).as('seller', 'refund')
    await (await openSaleAt(app, 'paid')).as('seller', 'cancel')
    const partly = await openSaleAt(app, 'problem')
    await partly.as('seller', 'refund', { amount: 47 })
    await partly.as('buyer', 'answer', { agree: true })
    const late = await openSale(app)
    await late.as('buyer', 'pay', { method: 'test_slow' })
    await late.as('buyer', 'cancel')
    assert.deepEqual(await broken(), [])
    await app.advance(10)
    assert.deepEqual(await broken(), [])
    await app.advance(20 * 86_400)
    assert.deepEqual(await broken(), [])
  })

  test('the audit detects errors in listings, order histories, payments and payouts', async () => {
    const sale = await openSaleAt(app, 'shipped')
    const { db } = app.service.ctx
    const id = sale.order.id
    const wrongs: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'I5',
        () => sql`update listings set status = 'live', sold_at = null where id = ${sale.listing.id}`.execute(db),
        () => sql`update listings set status = 'sold', sold_at = now() where id = ${sale.listing.id}`.execute(db),
      ],
      [
        'I6',
        () => sql`update order_steps set status = 'expired' where order_id = ${id} and status = 'paid'`.execute(db),
        () => sql`update order_steps set status = 'paid' where order_id = ${id} and status = 'expired'`.execute(db),
      ],
      [
        'I11',
        () => sql`update payments set amount_cents = amount_cents + 1 where order_id = ${id}`.execute(db),
        () => sql`update payments set amount_cents = amount_cents - 1 where order_id = ${id}`.execute(db),
      ],
      [
        'I12',
        () => sql`update orders set payout = 'waiting' where id = ${id}`.execute(db),
        () => sql`update orders set payout = 'none' where id = ${id}`.execute(db),
      ],
    ]
    for (const [rule, spoil, mend] of wrongs) {
      await spoil()
      assert.ok(
        (await broken()).some((one) => one.startsWith(rule)),
        rule,
      )
      await mend()
    }
    assert.deepEqual(await broken(), [])
  })

  test('a refund may be as little as one cent, but a refund that exceeds the payment fails', async () => {
    const sale = await openSaleAt(app, 'paid')
    /** Refunds an amount, then rolls the refund back with an error that contains the refunded amounts. */
    const refund = (cents: number) =>
      inTransaction(app.service.ctx, async (tx) => {
        await refundOrder(tx, await lockById(tx, sale.order.id), cents)
        const moves = await tx.db.selectFrom('money_moves').select('amount_cents').where('order_id', '=', sale.order.id).execute()
        throw new Error(`undone: ${JSON.stringify(moves)}`)
      })
    await assert.rejects(refund(1), /undone: \[{"amount_cents":1}\]/)
    await assert.rejects(refund(4800), /undone: \[{"amount_cents":4800}\]/)
    await assert.rejects(refund(4801), /1 cents more than was paid/)
  })

  test('if the process crashes after charging a payment but before applying it, a job applies the payment', async () => {
    const sale = await openSale(app)
    const { ctx } = app.service
    await ctx.db
      .insertInto('payments')
      .values({
        id: ctx.newId('pay'),
        order_id: sale.order.id,
        buyer_id: sale.buyer.id,
        provider: 'test',
        method: 'test_ok',
        amount_cents: 4800,
        created_at: ctx.now(),
        updated_at: ctx.now(),
      })
      .execute()
    await app.advance(61)
    assert.equal(fields(await sale.read()), 'paid/paid/none')
  })

  test('a failed refund is retried with backoff, and the money is sent only once', async () => {
    const sale = await openSaleAt(app, 'paid')
    const { db } = app.service.ctx
    const { id, provider_ref } = await paymentOf(sale)
    await db.updateTable('payments').set({ provider_ref: 'unknown' }).where('id', '=', id).execute()
    await sale.as('seller', 'cancel')
    await app.advance(0)
    assert.deepEqual(
      (await transfersOf(sale)).map(({ status, tries }) => [status, tries]),
      [['due', 1]],
    )
    await app.advance(59)
    assert.equal((await transfersOf(sale))[0]!.tries, 1)
    await app.advance(2)
    const [waiting] = await transfersOf(sale)
    assert.deepEqual([waiting!.tries, waiting!.last_error!.includes('no payment to refund')], [2, true])
    await db.updateTable('payments').set({ provider_ref }).where('id', '=', id).execute()
    await app.advance(130)
    assert.deepEqual(
      (await transfersOf(sale)).map(({ status }) => status),
      ['sent'],
    )
    assert.deepEqual(await ledgerOf(app, sale.order.id), {})
    await app.advance(86_400)
    assert.equal((await transfersOf(sale)).length, 1)
    // simulates a second worker that has already sent the same refund: recording the refund again changes nothing
    await inTransaction(app.service.ctx, (tx) => settlePayout(tx, waiting!.id, { ref: 'again', amountCents: waiting!.amount_cents }))
    assert.deepEqual(await ledgerOf(app, sale.order.id), {})
  })

  test('the buyer is charged only once, even when payment results arrive from the provider repeatedly or out of order', async () => {
    const news = fc.constantFrom('pending', 'failed', 'succeeded', 'cancel' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(news, { minLength: 1, maxLength: 8 }), async (sequence) => {
        const sale = await openSale(app)
        await sale.as('buyer', 'pay', { method: 'test_slow' })
        const { id } = await paymentOf(sale)
        const ref = `test_slow_${id}`
        for (const status of sequence) {
          if (status === 'cancel') await sale.as('buyer', 'cancel')
          else
            await inTransaction(app.service.ctx, (tx) =>
              markOrderPaid(tx, id, {
                ...{ ref, status, failure: null, clientSecret: null },
                proof: { payment: id, amountCents: 4800, currency: 'usd' },
              }),
            )
        }
        await app.advance(0)
        const paidIndex = sequence.indexOf('succeeded')
        const cancelled = sequence.indexOf('cancel')
        const inTime = paidIndex >= 0 && (cancelled < 0 || paidIndex < cancelled)
        assert.equal((await sale.read()).status, inTime ? 'paid' : cancelled >= 0 ? 'cancelled' : 'awaiting_payment')
        assert.deepEqual(await ledgerOf(app, sale.order.id), inTime ? { buyer: -4800, escrow: 4800 } : {})
        await sale.as('buyer', 'cancel')
      }),
      { numRuns: 15 },
    )
    assert.deepEqual(await broken(), [])
  })

  test('a deposit that was paid counts toward the price and is refunded together with the order', async () => {
    const sale = await openSale(app)
    await sale.as('buyer', 'cancel')
    await sale.seller.call('PATCH', `/v1/shops/${sale.seller.slug}`, { json: { ask_hold: true } })
    const call = (method: string, path: string, json = {}) => app.call(method, path, { key: sale.buyer.key, json })
    const hold = (await call('POST', '/v1/holds', { listing: sale.listing.id })).body
    assert.equal((await call('POST', `/v1/holds/${hold.id}/pay`, { method: 'test_ok' })).body.status, 'active')
    const other = await app.signUp('Cleo')
    assert.equal((await app.call('POST', '/v1/orders', { key: other.key, json: { listing: sale.listing.id } })).status, 409)
    assert.equal((await call('POST', '/v1/orders', { listing: sale.listing.id, hold: 'hld_0' })).body.error.param, 'hold')

    const lost = (await call('POST', '/v1/orders', { listing: sale.listing.id, hold: true })).body
    assert.deepEqual([lost.hold, lost.deposit, lost.total], [hold.id, 5, 48])
    await call('POST', `/v1/orders/${lost.id}/cancel`)
    assert.equal((await call('GET', `/v1/holds/${hold.id}`)).body.status, 'active', 'an unpaid order releases the hold')

    const { id } = (await call('POST', '/v1/orders', { listing: sale.listing.id, hold: hold.id })).body
    const address = { name: 'B', line1: '1', city: 'C', postal_code: '1', country: 'US' }
    const paid = await call('POST', `/v1/orders/${id}/pay`, { method: 'test_ok', address })
    assert.equal(fields(paid.body), 'paid/paid/none')
    assert.deepEqual(await ledgerOf(app, id), { buyer: -4300, escrow: 4800 })
    assert.deepEqual(await broken(), [])
    await sale.seller.call('POST', `/v1/orders/${id}/cancel`)
    await app.advance(0)
    assert.deepEqual(await ledgerOf(app, id), { buyer: 500 }, 'the order refunds the deposit too')
    assert.deepEqual(await broken(), [])
  })

  test('a partial refund is taken first from the latest payment, and then from the deposit', async () => {
    const { seller, buyer, order, listing } = await openSale(app)
    const post = async (key: string, path: string, json = {}) => {
      const { status, body } = await app.call('POST', `/v1/${path}`, { key, json })
      assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`)
      return body
    }
    await post(buyer.key, `orders/${order.id}/cancel`)
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
    const hold = await post(buyer.key, 'holds', { listing: listing.id })
    await post(buyer.key, `holds/${hold.id}/pay`, { method: 'test_ok' })
    const { id } = await post(buyer.key, 'orders', { listing: listing.id, hold: hold.id, address: HOME })
    await post(buyer.key, `orders/${id}/pay`, { method: 'test_ok' })
    await post(seller.key, `orders/${id}/ship`)
    await post(buyer.key, `orders/${id}/problem`, { reason: 'damaged', body: 'The shade is torn.' })
    await post(seller.key, `orders/${id}/refund`, { amount: 44 })
    await post(buyer.key, `orders/${id}/answer`, { agree: true })
    const payments = await app.service.ctx.db
      .selectFrom('payments')
      .select(['amount_cents', 'refunded_cents'])
      .where((eb) => eb.or([eb('order_id', '=', id), eb('hold_id', '=', hold.id)]))
      .orderBy('created_at')
      .execute()
    assert.deepEqual(payments, [
      { amount_cents: 500, refunded_cents: 100 },
      { amount_cents: 4300, refunded_cents: 4300 },
    ])
  })
})
