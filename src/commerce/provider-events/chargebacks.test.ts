import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { settlePayout } from '#commerce/payouts/mark-sent.ts'
import { applyCharge } from '#commerce/sale/apply-charge.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME, ledgerOf, openSaleAt, type SaleScene } from '#test/sales.ts'
import { applyChargeback } from './chargebacks.ts'

type Report = Partial<Parameters<typeof applyChargeback>[1]>

/** In every sale, the price is 40 dollars, shipping costs 8 dollars and the fee is 4 dollars. */
describe('a report of a chargeback', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '10' }, undefined, 'web')
  })
  const db = () => app.service.ctx.db

  const paymentOf = (column: 'order_id' | 'hold_id' | 'purchase_id', id: string) =>
    db().selectFrom('payments').selectAll().where(column, '=', id).executeTakeFirstOrThrow()
  type Payment = Awaited<ReturnType<typeof paymentOf>>

  /** Applies a report about an open chargeback of the whole payment, with these changes. Its reference is the id of the payment. */
  function report(payment: Payment, change: Report = {}, isRetried = false) {
    const cents = change.amountCents ?? payment.amount_cents
    const takenCents = change.stage === 'inquiry' || change.stage === 'won' ? 0 : cents
    const base = { kind: 'chargeback', ref: payment.id, payment: payment.id, chargeRef: payment.provider_ref, amountCents: cents } as const
    const money = { currency: 'usd', stage: 'open', takenCents, entries: 1, reason: 'fraudulent', dueBy: null } as const
    return inTransaction(app.service.ctx, (tx) => applyChargeback(tx, { ...base, ...money, ...change }, isRetried))
  }

  const casesOf = (payment: Payment) =>
    db().selectFrom('money_cases').selectAll().where('payment_id', '=', payment.id).orderBy('created_at').orderBy('ref').execute()
  const statesOf = async (payment: Payment) =>
    (await casesOf(payment)).map((one) => [one.kind, one.stage, one.amount_cents, one.taken_cents, one.covered_cents].join(' '))
  /** Returns the notices about the exceptions of an order that its seller has got, oldest first. */
  const noticesOf = async ({ id, sale }: { id: string; sale: SaleScene }) => {
    const events = db().selectFrom('events').select('data').where('account_id', '=', sale.seller.id).where('type', '=', 'money.case')
    const notices = (await events.orderBy('id').execute()).map(({ data }) => JSON.parse(data).object)
    return notices.filter(({ order }) => order === id).map(({ what, stage }) => `${what} ${stage}`)
  }
  const orderOf = (id: string) => db().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const transfersOf = async (id: string) =>
    (await db().selectFrom('money_moves').selectAll().where('order_id', '=', id).orderBy('id').execute()).map(
      ({ kind, status, amount_cents: cents }) => `${kind} ${status} ${cents}`,
    )

  async function saleAt(stage: Parameters<typeof openSaleAt>[1]): Promise<{ sale: SaleScene; id: string; payment: Payment }> {
    const sale = await openSaleAt(app, stage)
    return { sale, id: sale.order.id, payment: await paymentOf('order_id', sale.order.id) }
  }

  test('an implausible report opens a payment exception with the reason, and the order keeps its money', async () => {
    const { id, payment } = await saleAt('paid')
    const reasons: [Report, string][] = [
      [{ currency: 'eur' }, 'the currency is EUR, not USD'],
      [{ amountCents: 4801 }, 'the amount is 4801 cents, but only 4800 cents were paid'],
      [{ chargeRef: null }, 'it refers to no charge, but the payment has pi_1'],
      [{ chargeRef: 'pi_2' }, 'it refers to pi_2, but the payment has pi_1'],
    ]
    const intent = { ...payment, provider_ref: 'pi_1' }
    await db().updateTable('payments').set({ provider_ref: 'pi_1' }).where('id', '=', payment.id).execute()
    for (const [index, [change, reason]] of reasons.entries()) {
      assert.equal(await report(intent, { ref: `${payment.id}_${index}`, ...change }, true), 'mismatch')
      const one = (await casesOf(payment)).at(-1)!
      assert.deepEqual([one.kind, one.ref, one.order_id, one.reason], ['mismatch', `${payment.id}_${index}`, id, reason])
    }
    assert.deepEqual(await ledgerOf(app, id), { buyer: -4800, escrow: 4800 })
    assert.equal((await orderOf(id)).status, 'paid')
    assert.equal(await report(intent), 'used', 'the same payment in full')
    assert.equal((await orderOf(id)).status, 'problem')
    const session = await saleAt('paid')
    await db().updateTable('payments').set({ provider_ref: 'cs_1' }).where('id', '=', session.payment.id).execute()
    assert.equal(await report(session.payment, { chargeRef: 'pi_3' }), 'used', 'the charge of a checkout session')
  })

  test('a report without a known payment is foreign', async () => {
    const { payment } = await saleAt('paid')
    assert.equal(await report(payment, { payment: 'pay_00000000000000000000000000', chargeRef: 'pi_nobody' }, true), 'foreign')
  })

  test('a report is too early until the payment is recorded and no transfer of its money is being sent', async () => {
    const unpaid = await saleAt('paid')
    await db().updateTable('payments').set({ status: 'pending' }).where('id', '=', unpaid.payment.id).execute()
    const sending = await saleAt('completed')
    await db().updateTable('money_moves').set({ sending_since: app.service.ctx.now() }).where('order_id', '=', sending.id).execute()
    for (const [{ id, payment }, why] of [
      [unpaid, 'the payment is not recorded yet'],
      [sending, 'a transfer of this money is still being sent'],
    ] as const) {
      const [ledger, { status }] = [await ledgerOf(app, id), await orderOf(id)]
      await assert.rejects(report(payment, {}, true), {
        name: 'ApiError',
        message: `This event is too early: ${why}. Send it again later.`,
      })
      assert.deepEqual(await casesOf(payment), [])
      assert.equal(await report(payment), 'mismatch')
      assert.deepEqual((await casesOf(payment)).map(({ kind, reason }) => [kind, reason]), [['mismatch', why]]) // prettier-ignore
      assert.deepEqual([await ledgerOf(app, id), (await orderOf(id)).status], [ledger, status])
    }
    await db().updateTable('payments').set({ status: 'succeeded' }).where('id', '=', unpaid.payment.id).execute()
    await db().updateTable('money_moves').set({ sending_since: null }).where('order_id', '=', sending.id).execute()
  })

  test('the payment exception stores the latest report, and a report with fewer entries than the stored one is ignored', async () => {
    const { sale, id, payment } = await saleAt('delivered')
    const due = new Date(app.service.ctx.now().getTime() + 86_400_000)
    await report(payment, { stage: 'inquiry', entries: 0 })
    assert.deepEqual(await statesOf(payment), ['chargeback inquiry 4800 0 0'])
    assert.deepEqual(await ledgerOf(app, id), { buyer: -4800, escrow: 4800 })
    assert.equal((await orderOf(id)).status, 'delivered')
    assert.equal(await report(payment, { amountCents: 3000, dueBy: due, entries: 2, reason: 'x'.repeat(501) }), 'used')
    const [one] = await casesOf(payment)
    const { order_id, hold_id, account_id, move_id, reason, due_by, entries } = one!
    assert.deepEqual([order_id, hold_id, account_id, move_id], [id, null, sale.seller.id, null])
    assert.deepEqual([reason, due_by, entries], ['x'.repeat(500), due, 2])
    assert.deepEqual(await statesOf(payment), ['chargeback open 3000 3000 0'])
    assert.equal(await report(payment, { stage: 'lost', entries: 1 }), 'seen')
    assert.deepEqual(await casesOf(payment), [one])
    // the bank has returned 10 of the 30 dollars
    assert.equal(await report(payment, { stage: 'inquiry', amountCents: 3000, takenCents: 2000, entries: 2 }), 'used')
    assert.deepEqual(await statesOf(payment), ['chargeback open 3000 2000 0'])
    assert.deepEqual(await ledgerOf(app, id), { buyer: -2800, escrow: 4800, debt: -2000 })
    assert.equal((await orderOf(id)).disputed_cents, 3000, 'a repeated stage does not dispute the amount again')
    await report(payment, { amountCents: 3000, entries: 3 })
    assert.deepEqual(await ledgerOf(app, id), { buyer: -1800, escrow: 4800, debt: -3000 })
  })

  test('a chargeback that is decided without having been open affects the order only if it is lost', async () => {
    for (const first of [null, 'inquiry'] as const) {
      const [won, lost] = [await saleAt('delivered'), await saleAt('delivered')]
      if (first) for (const { payment } of [won, lost]) await report(payment, { stage: first, entries: 0 })
      await report(won.payment, { stage: 'won' })
      await report(lost.payment, { stage: 'lost' })
      assert.deepEqual(await statesOf(won.payment), ['chargeback won 4800 0 0'])
      assert.deepEqual([(await orderOf(won.id)).status, await ledgerOf(app, won.id)], ['delivered', { buyer: -4800, escrow: 4800 }])
      assert.deepEqual(await statesOf(lost.payment), ['chargeback lost 4800 4800 4800'])
      assert.deepEqual([(await orderOf(lost.id)).status, await ledgerOf(app, lost.id)], ['refunded', {}])
      const opened = first === null ? [] : ['opened inquiry']
      assert.deepEqual(
        [await noticesOf(won), await noticesOf(lost)],
        [
          [...opened, 'closed won'],
          [...opened, 'closed lost'],
        ],
      )
    }
  })

  test('a sent payout is reversed only once, and a won chargeback owes the reversed amount to the seller again', async () => {
    const both = [await saleAt('completed'), await saleAt('completed')]
    await app.advance(60)
    for (const [index, { id, payment }] of both.entries()) {
      const isReversed = index === 0
      await report(payment, { stage: 'inquiry', entries: 0 })
      assert.deepEqual(await transfersOf(id), ['payout sent 4400'])
      await report(payment)
      const { move_id } = (await casesOf(payment))[0]!
      await report(payment, { entries: 2, reason: 'general' })
      assert.deepEqual(await transfersOf(id), ['payout sent 4400', 'reversal due 4400'])
      const [stored] = await casesOf(payment)
      assert.deepEqual([stored!.move_id, stored!.reason], [move_id, 'general'])
      if (isReversed) await app.advance(60)
      assert.deepEqual(await statesOf(payment), [`chargeback open 4800 4800 ${isReversed ? 4400 : 0}`])
      await report(payment, { stage: 'won', entries: 3 })
      assert.deepEqual(await statesOf(payment), ['chargeback won 4800 0 0'])
      assert.equal((await casesOf(payment))[0]!.move_id, move_id)
      assert.deepEqual(
        await transfersOf(id),
        isReversed ? ['payout sent 4400', 'reversal sent 4400', 'payout due 4400'] : ['payout sent 4400', 'reversal dropped 4400'],
      )
      // the decision of a bank is final
      await report(payment, { stage: 'lost', takenCents: 0, entries: 4 })
      assert.deepEqual(await statesOf(payment), ['chargeback won 4800 0 0'])
    }
  })

  test('a lost chargeback recovers a reversed payout and the fee, and the payment counts as charged back', async () => {
    const [reversed, due] = [await saleAt('completed'), await saleAt('completed')]
    await app.advance(60)
    await report(reversed.payment, { amountCents: 2400 })
    await app.advance(60)
    await report(due.payment, { amountCents: 2400 })
    for (const { payment } of [reversed, due]) await report(payment, { stage: 'lost', amountCents: 2400, entries: 2 })
    await app.advance(60)
    for (const { id, payment } of [reversed, due]) {
      const paid = await paymentOf('order_id', id)
      assert.deepEqual([paid.refunded_cents, paid.charged_back_cents, paid.updated_at > payment.updated_at], [0, 2400, true])
      assert.deepEqual(await statesOf(payment), ['chargeback lost 2400 2400 2400'])
      assert.deepEqual(await transfersOf(id), ['payout sent 4400', 'reversal sent 2160'])
      assert.deepEqual(await ledgerOf(app, id), { buyer: -2400, bank: 2240, fees: 160 })
    }
  })

  test('a lost chargeback whose reversal is not sent yet does not lower the rest of a payout as well', async () => {
    const { id, payment } = await saleAt('completed')
    const { ctx } = app.service
    const payout = await db()
      .updateTable('money_moves')
      .set({ sending_since: ctx.now() })
      .where('order_id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow()
    const sent = { ref: 'tr_1', amountCents: 4000 }
    await inTransaction(ctx, (tx) => settlePayout(tx, payout.id, sent))
    await report(payment, { amountCents: 2400 })
    await report(payment, { stage: 'lost', amountCents: 2400, entries: 2 })
    assert.deepEqual(await transfersOf(id), ['payout sent 4000', 'payout held 400', 'reversal due 2160'])
  })

  test('a lost chargeback that was never open lowers a payout that is due', async () => {
    const { id, payment } = await saleAt('completed')
    await report(payment, { stage: 'lost', amountCents: 2400 })
    assert.deepEqual([await transfersOf(id), await statesOf(payment)], [['payout due 2240'], ['chargeback lost 2400 2400 2400']])
    assert.deepEqual(await ledgerOf(app, id), { buyer: -2400, seller: 2240, fees: 160 })
  })

  test('a lost chargeback replaces an unsent refund, and charges back at most what is left of the payment', async () => {
    for (const [cents, chargedBack] of [
      [2500, 3500],
      [4800, 4800],
    ] as const) {
      // prettier-ignore
      const { sale, id, payment } = await saleAt('problem')
      await report(payment, { ref: `${payment.id}_first`, stage: 'lost', amountCents: 1000 })
      await sale.as('seller', 'refund', { amount: 20 })
      await sale.as('buyer', 'answer', { agree: true })
      assert.ok((await transfersOf(id)).includes('refund due 2000'))
      await report(payment, { stage: 'lost', amountCents: cents })
      assert.ok((await transfersOf(id)).includes('refund dropped 2000'))
      const { refunded_cents: refunded, charged_back_cents: charged } = await paymentOf('order_id', id)
      assert.deepEqual([refunded, charged], [0, chargedBack])
    }
  })

  /** Creates a hold on an item for 100 dollars, with a paid deposit of 10 dollars. With `order`, the buyer also orders the item. */
  async function held(order = false) {
    const { seller, buyer } = await openSaleAt(app, 'awaiting_payment')
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
    const listing = (await seller.list({ title: 'Wool coat', price: 100, publish: true })).id as string
    const post = async (path: string, json: object) => (await app.call('POST', `/v1${path}`, { key: buyer.key, json })).body
    const { id } = await post('/holds', { listing })
    await post(`/holds/${id}/pay`, { method: 'test_ok' })
    const made = order ? await post('/orders', { listing, hold: id, address: HOME }) : null
    const statusOf = async () => (await db().selectFrom('holds').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    return { id: id as string, order: made?.id as string, seller, buyer, listing, post, statusOf, payment: await paymentOf('hold_id', id) }
  }
  const holdLedger = async (id: string) =>
    (await db().selectFrom('ledger_entries').select(['account', 'amount_cents']).where('hold_id', '=', id).execute()).reduce<
      Record<string, number>
    >((sums, { account, amount_cents: cents }) => ({ ...sums, [account]: (sums[account] ?? 0) + cents }), {})

  test('a lost chargeback on a deposit uses the unsent refund of the deposit', async () => {
    const { id, seller, payment, statusOf } = await held()
    await report(payment)
    assert.equal(await statusOf(), 'returned')
    const [one] = await casesOf(payment)
    assert.deepEqual([one!.order_id, one!.hold_id, one!.account_id], [null, id, seller.id])
    await report(payment, { stage: 'lost', entries: 2 })
    assert.deepEqual(await statesOf(payment), ['chargeback lost 1000 1000 1000'])
    const { refunded_cents: refunded, charged_back_cents: charged } = await paymentOf('hold_id', id)
    assert.deepEqual([refunded, charged], [0, 1000])
    assert.deepEqual(await holdLedger(id), { buyer: 0, escrow: 0, debt: 0 })
  })

  test('a chargeback takes a received deposit back from the seller, to whom the service owes the deposit again if it is won', async () => {
    const [reversed, due, won] = [await held(), await held(), await held()]
    await app.advance(73 * 3600)
    for (const { id, statusOf } of [reversed, due, won])
      assert.deepEqual([await statusOf(), await holdLedger(id)], ['kept', { buyer: -1000, escrow: 0, seller: 0, bank: 1000 }])
    for (const { payment } of [reversed, won]) await report(payment)
    await app.advance(60)
    await report(due.payment)
    for (const { payment } of [reversed, due]) await report(payment, { stage: 'lost', entries: 2 })
    await report(won.payment, { stage: 'won', entries: 2 })
    assert.deepEqual(await statesOf(won.payment), ['chargeback won 1000 0 0'])
    assert.deepEqual(await holdLedger(won.id), { buyer: -1000, escrow: 0, seller: 1000, bank: 0, debt: 0 })
    await app.advance(60)
    for (const { id, payment } of [reversed, due]) {
      assert.deepEqual(await statesOf(payment), ['chargeback lost 1000 1000 1000'])
      assert.deepEqual(await holdLedger(id), { buyer: 0, escrow: 0, seller: 0, bank: 0, debt: 0 })
      assert.equal((await paymentOf('hold_id', id)).charged_back_cents, 1000)
    }
  })

  test('a lost chargeback on a second payment of a deposit uses the unsent refund of that payment', async () => {
    const { id: hold, order, payment, post } = await held(true)
    await post(`/orders/${order}/pay`, { method: 'test_ok' })
    const { ctx } = app.service
    const id = ctx.newId('pay')
    await db().insertInto('payments').values({ ...payment, id, status: 'started', provider_ref: null }).execute() // prettier-ignore
    const proof = { payment: id, amountCents: 1000, currency: 'usd' }
    const charged = { ref: `test_ok_${id}`, status: 'succeeded', failure: null, clientSecret: null, proof } as const
    await inTransaction(ctx, (tx) => applyCharge(tx, { id, ref: null }, charged))
    const second = await db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await report(second)
    await report(second, { stage: 'lost', entries: 2 })
    assert.deepEqual(await statesOf(second), ['chargeback lost 1000 1000 1000'])
    const after = await db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([after.refunded_cents, after.charged_back_cents], [0, 1000])
    assert.deepEqual(
      [await holdLedger(hold), await ledgerOf(app, order)],
      [
        { buyer: -2000, escrow: 0 },
        { buyer: -8000, escrow: 10_000 },
      ],
    )
  })

  test('a chargeback on a deposit concerns the order only after the order is paid, and cancels an order that awaits payment', async () => {
    const [unpaid, cancelled, paid] = [await held(true), await held(true), await held(true)]
    await cancelled.post(`/orders/${cancelled.order}/cancel`, {})
    await paid.post(`/orders/${paid.order}/pay`, { method: 'test_ok' })
    const outcomes = []
    for (const { payment, order, id, statusOf } of [unpaid, cancelled, paid]) {
      await report(payment)
      const { order_id, hold_id } = (await casesOf(payment))[0]!
      outcomes.push([order_id === order, hold_id === id, await statusOf(), (await orderOf(order)).status].join(' '))
    }
    assert.deepEqual(outcomes, ['false true returned cancelled', 'false true returned cancelled', 'true false used problem'])
  })

  test('a bank’s inquiry about a deposit becomes a chargeback on the order if the order is paid in the meantime', async () => {
    const { order, id, payment, post, statusOf } = await held(true)
    await report(payment, { stage: 'inquiry', entries: 0 })
    assert.deepEqual((await casesOf(payment)).map(({ order_id, hold_id }) => [order_id, hold_id]), [[null, id]]) // prettier-ignore
    await post(`/orders/${order}/pay`, { method: 'test_ok' })
    await report(payment)
    assert.deepEqual((await casesOf(payment)).map(({ order_id, hold_id }) => [order_id, hold_id]), [[order, null]]) // prettier-ignore
    assert.deepEqual([await statusOf(), (await orderOf(order)).status], ['used', 'problem'])
  })

  test('the audit finds no errors after all other tests in this file', async () => {
    await app.advance(60)
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
