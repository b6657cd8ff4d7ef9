import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { applyChargeback } from '#commerce/provider-events/chargebacks.ts'
import { shuffled, type StripeObject } from '#test/fakes/stripe.ts'
import { fields, HOME, ledgerOf } from '#test/sales.ts'
import { Stage } from './payments-stage.ts'

/** Number of orders that receive the same events. It is higher in the long run. */
const ORDERS = process.env.ATTACK === 'long' ? 12 : 2

describe('chargebacks over real HTTP', () => {
  const s = new Stage()

  test('a chargeback pauses an unfinished order and notifies all parties; a lost chargeback counts as a refund', async () => {
    for (let seed = 0; seed < ORDERS; seed++) {
      const { id, intent } = await s.openAt(seed % 2 === 0 ? 'paid' : 'delivered')
      const [since, from] = [s.now(), s.stripe.events.length]
      const dispute = s.stripe.dispute(intent)
      for (const event of shuffled(s.stripe.events.slice(from), seed)) await s.deliver(event)
      const order = await s.read(id)
      assert.deepEqual([fields(order), order.problem.reason], ['problem/paid/on_hold', 'chargeback'])
      assert.deepEqual(await ledgerOf(s.app, id), { escrow: 10_500, debt: -10_500 })
      const one = (await s.caseOf(id))!
      assert.deepEqual([one['kind'], one['stage'], one['amount'], one['seller'].name], ['chargeback', 'open', 105, 'Ana'])
      assert.ok(Date.parse(one['due_by']) > s.now().getTime())
      assert.match(one['provider'].url, /disputes\/du_/)
      for (const [key, verb, json] of [
        [s.ana.key, 'refund', {}],
        [s.ana.key, 'refund', { amount: 5 }],
        [s.ben.key, 'confirm', {}],
      ] as const)
        assert.equal((await s.app.call('POST', `/v1/orders/${id}/${verb}`, { key, json })).status, 409, verb)
      const decide = { cookie: s.operator.cookie, json: { decision: 'complete', reason: 'x' } }
      assert.equal((await s.app.call('POST', `/v1/operator/disputes/${id}/decide`, decide)).status, 409)
      await s.booksHold()
      assert.ok((await s.eventsOf(s.ana.id, since)).includes('order.problem'))
      assert.ok((await s.mailsOf(s.ana.id, since)).some((subject) => /buyer’s bank reversed the payment/.test(subject)))
      assert.ok((await s.mailsOf(s.ben.id, since)).some((subject) => /Your bank reversed/.test(subject)))
      assert.ok((await s.mailsOf(s.operator.id, since)).some((subject) => subject.startsWith('Chargeback: “Brass lamp”')))
      assert.ok((await s.ana.call('GET', '/v1/inbox')).body.money_problems.some((known: StripeObject) => known['order'] === id))
      await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
      assert.equal(await s.stateOf(id), 'refunded/refunded/none')
      assert.deepEqual(await ledgerOf(s.app, id), {})
      assert.equal((await s.caseOf(id, 'closed'))!['stage'], 'lost')
      assert.ok((await s.eventsOf(s.ana.id, since)).includes('order.refunded'))
      // a repeated delivery of an earlier event has no effect
      for (const event of s.stripe.events.slice(from)) await s.deliver({ ...event, id: `${event['id']}_late` })
      assert.equal(await s.stateOf(id), 'refunded/refunded/none')
      // an outdated Stripe response also has no effect: the service sent the request before the decision, but received the response
      // afterwards
      const old = { payment: await s.paymentOf(id), chargeRef: intent, amountCents: 10_500, currency: 'usd' }
      const stale = {
        kind: 'chargeback' as const,
        ref: dispute,
        ...old,
        stage: 'open' as const,
        takenCents: 0,
        entries: 0,
        reason: 'x',
        dueBy: null,
      }
      assert.equal(await inTransaction(s.app.service.ctx, (tx) => applyChargeback(tx, stale, true)), 'seen')
      await s.app.advance(1)
      assert.equal(s.stripe.all('re').filter((one) => one['payment_intent'] === intent).length, 0, 'no refund is sent in addition')
      await s.booksHold()
    }
  })

  test('the service fetches the outcome of a chargeback if the event about the outcome never arrives', async () => {
    const { id, intent } = await s.openAt('delivered')
    const dispute = await s.delivered(() => s.stripe.dispute(intent))
    s.stripe.decideDispute(dispute, 'lost')
    assert.equal(await s.stateOf(id), 'problem/paid/on_hold')
    await s.app.advance(6 * 3_600)
    assert.equal(await s.stateOf(id), 'refunded/refunded/none')
    await s.booksHold()
  })

  test('after a won chargeback, a shipped order resumes, but an operator must decide on an unshipped order', async () => {
    const [shipped, unsent] = [await s.openAt('shipped'), await s.openAt('paid')]
    for (const { intent } of [shipped, unsent]) {
      const dispute = await s.delivered(() => s.stripe.dispute(intent))
      await s.delivered(() => s.stripe.decideDispute(dispute, 'won'))
    }
    await s.app.advance(1)
    assert.deepEqual([await s.stateOf(shipped.id), await s.stateOf(unsent.id)], ['completed/paid/sent', 'problem/paid/on_hold'])
    await s.booksHold()
    assert.equal((await s.app.call('POST', `/v1/orders/${unsent.id}/refund`, { key: s.ana.key, json: {} })).status, 200)
    await s.app.advance(1)
    assert.equal(await s.stateOf(unsent.id), 'refunded/refunded/none')
    await s.booksHold()
  })

  test('after a chargeback on a completed order, the payout is withheld or reversed unless the seller wins', async () => {
    // stops payouts to the account, so that the worker cannot send the payout before the event from the bank arrives
    await s.deliver(s.stripe.stopAccount(s.account))
    const waiting = await s.openAt('completed')
    const reversalsAt = s.stripe.count('trr')
    const first = await s.delivered(() => s.stripe.dispute(waiting.intent))
    await s.app.advance(1)
    assert.equal(await s.stateOf(waiting.id), 'completed/paid/on_hold')
    await s.delivered(() => s.stripe.decideDispute(first, 'lost'))
    await s.app.advance(1)
    assert.equal(await s.stateOf(waiting.id), 'completed/refunded/none')
    assert.deepEqual([await ledgerOf(s.app, waiting.id), s.stripe.count('trr')], [{}, reversalsAt])
    await s.booksHold()

    await s.deliver(s.stripe.finishAccount(s.account))
    const sent = await s.openAt('sent')
    assert.equal(await s.stateOf(sent.id), 'completed/paid/sent')
    s.stripe.emptyAccount(s.account)
    const second = await s.delivered(() => s.stripe.dispute(sent.intent))
    await s.app.advance(1)
    assert.equal(await s.stateOf(sent.id), 'completed/paid/on_hold')
    const debt = (await s.caseOf(sent.id))!['owed']
    assert.deepEqual(debt, { by: 'seller', to: 'service', amount: 105 })
    await s.booksHold()
    s.stripe.emptyAccount(s.account, false)
    await s.app.advance(3_600)
    assert.equal(s.stripe.count('trr'), reversalsAt + 1)
    assert.deepEqual(await ledgerOf(s.app, sent.id), { fees: 1_000, debt: -1_000 })
    await s.booksHold()
    await s.delivered(() => s.stripe.decideDispute(second, 'won'))
    await s.app.advance(1)
    assert.equal(await s.stateOf(sent.id), 'completed/paid/sent')
    assert.deepEqual(await ledgerOf(s.app, sent.id), { buyer: -10_500, fees: 1_000, bank: 9_500 })
    await s.booksHold()

    const lost = await s.openAt('sent')
    await s.delivered(() => s.stripe.decideDispute(s.stripe.dispute(lost.intent), 'lost'))
    await s.app.advance(1)
    assert.equal(await s.stateOf(lost.id), 'completed/refunded/none')
    assert.deepEqual(await ledgerOf(s.app, lost.id), {})
    await s.booksHold()
  })

  test('an inquiry by the bank delays only the payout, and the order continues', async () => {
    const { id, intent } = await s.openAt('delivered')
    const dispute = await s.delivered(() => s.stripe.dispute(intent, { inquiry: true }))
    assert.equal(await s.stateOf(id), 'delivered/paid/none')
    assert.equal((await s.app.call('POST', `/v1/orders/${id}/confirm`, { key: s.ben.key })).status, 200)
    await s.app.advance(1)
    assert.equal(await s.stateOf(id), 'completed/paid/waiting')
    Object.assign(s.stripe.object(dispute), { status: 'warning_closed' })
    await s.deliver(s.stripe.addEvent('charge.dispute.closed', s.stripe.object(dispute)))
    await s.app.advance(3_600)
    assert.equal(await s.stateOf(id), 'completed/paid/sent')
    await s.booksHold()
  })

  test('a partial chargeback does not close the order, and the service bears the loss if a chargeback follows a full refund', async () => {
    const part = await s.openAt('delivered')
    await s.delivered(() => s.stripe.decideDispute(s.stripe.dispute(part.intent, { amount: 4_000 }), 'lost'))
    assert.equal(await s.stateOf(part.id), 'problem/partly_refunded/on_hold')
    assert.equal((await s.app.call('POST', `/v1/orders/${part.id}/confirm`, { key: s.ben.key })).status, 200)
    await s.app.advance(1)
    assert.equal(await s.stateOf(part.id), 'completed/partly_refunded/sent')
    await s.booksHold()

    const refunded = await s.openAt('paid')
    assert.equal((await s.app.call('POST', `/v1/orders/${refunded.id}/cancel`, { key: s.ana.key })).status, 200)
    await s.app.advance(1)
    await s.delivered(() => s.stripe.decideDispute(s.stripe.dispute(refunded.intent), 'lost'))
    assert.equal(await s.stateOf(refunded.id), 'cancelled/refunded/none')
    assert.deepEqual(await ledgerOf(s.app, refunded.id), { buyer: 10_500, debt: -10_500 })
    await s.booksHold()
  })

  test('during a chargeback, the service does not send a pending refund, so the buyer gets the money only once', async () => {
    const { id, intent } = await s.openAt('paid')
    const from = s.stripe.events.length
    const dispute = s.stripe.dispute(intent)
    // the seller cancels the order before Stripe's event arrives
    assert.equal((await s.app.call('POST', `/v1/orders/${id}/cancel`, { key: s.ana.key })).status, 200)
    await s.deliverAll(from)
    await s.app.advance(3_600)
    assert.equal(s.stripe.all('re').filter((one) => one['payment_intent'] === intent).length, 0)
    await s.booksHold()
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    await s.app.advance(86_400)
    assert.deepEqual([await ledgerOf(s.app, id), await s.stateOf(id)], [{}, 'cancelled/refunded/none'])
    assert.equal(s.stripe.all('re').filter((one) => one['payment_intent'] === intent).length, 0)
    await s.booksHold()
  })

  test('an inquiry about a deposit delays the payout for the order that used the deposit', async () => {
    const { id: hold, listing, intent } = await s.deposit()
    await s.delivered(() => s.stripe.dispute(intent, { inquiry: true }))
    const { body: order } = await s.app.call('POST', '/v1/orders', { key: s.ben.key, json: { listing, hold, address: HOME } })
    const paid = await s.app.call('POST', `/v1/orders/${order.id}/pay`, { key: s.ben.key, json: { method: 'pm_card_visa', address: HOME } })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    await s.act(order.id, s.ana.key, 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
    await s.act(order.id, s.ben.key, 'confirm')
    await s.app.advance(1)
    assert.deepEqual(
      (await s.transfersOf(order.id)).map(({ kind, status }) => [kind, status]),
      [['payout', 'due']],
    )
    await s.booksHold()
  })

  test('a chargeback on a deposit releases the item, and the seller never gets a disputed deposit', async () => {
    const statusOf = async (id: string) => (await s.app.call('GET', `/v1/holds/${id}`, { key: s.ben.key })).body.status
    const active = await s.deposit()
    const first = await s.delivered(() => s.stripe.dispute(active.intent))
    assert.equal(await statusOf(active.id), 'returned')
    const used = await s.deposit()
    const order = await s.app.call('POST', '/v1/orders', { key: s.ben.key, json: { listing: used.listing, hold: used.id } })
    await s.delivered(() => s.stripe.dispute(used.intent))
    assert.deepEqual([await statusOf(used.id), await s.stateOf(order.body.id)], ['returned', 'cancelled/unpaid/none'])
    await s.booksHold()
    const deposit = await s.deposit()
    const last = await s.delivered(() => s.stripe.dispute(deposit.intent, { inquiry: true }))
    await s.app.advance(73 * 3_600)
    assert.equal(await statusOf(deposit.id), 'kept')
    const then = s.stripe.events.length
    s.stripe.withdraw(last)
    s.stripe.decideDispute(last, 'lost')
    s.stripe.decideDispute(first, 'lost')
    await s.deliverAll(then)
    await s.app.advance(86_400)
    assert.equal(s.stripe.all('tr').filter((one) => one['transfer_group'] === deposit.id).length, 0)
    for (const { id } of [active, deposit]) {
      const { rows } = await sql`select 1 from ledger_entries where hold_id = ${id} group by account having sum(amount_cents) <> 0`.execute(
        s.db,
      )
      assert.deepEqual(rows, [])
    }
    await s.booksHold()
  })
})
