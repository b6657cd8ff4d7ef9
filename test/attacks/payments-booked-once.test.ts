import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HOME, ledgerOf } from '#test/sales.ts'
import { Stage } from './payments-stage.ts'

describe('ledger entries for transfers are recorded under their order or hold', () => {
  const s = new Stage('web')

  /** Creates a sale. After the payout, the buyer's bank disputes the payment while the seller's Stripe account is empty. */
  async function disputedAfterSent() {
    const order = await s.openAt('sent')
    s.stripe.emptyAccount(s.account)
    const dispute = await s.delivered(() => s.stripe.dispute(order.intent))
    await s.app.advance(1)
    s.stripe.emptyAccount(s.account, false)
    return { ...order, dispute, transfer: s.transferOf(order.id)['id'] as string }
  }

  test('a reversal that the operator makes by hand in the Stripe dashboard counts toward the reversal that the service has planned', async () => {
    const { id, dispute, transfer } = await disputedAfterSent()
    const reversals = s.stripe.count('trr')
    // the payout was $95; the operator has reversed $40 of it by hand, and the service reverses the rest
    await s.deliver(s.stripe.reverseTransfer(transfer, 4_000))
    await s.booksHold()
    await s.app.advance(3_600)
    assert.equal(s.stripe.object(transfer)['amount_reversed'], 9_500)
    assert.equal(s.stripe.count('trr'), reversals + 2)
    assert.deepEqual(await ledgerOf(s.app, id), { fees: 1_000, debt: -1_000 })
    assert.equal(await s.caseOf(id, 'open', 'transfer_reversed'), undefined, 'no case is open for the seller')
    await s.booksHold()
    // the seller wins the dispute, so the full payout is due again, including the part that was reversed by hand
    await s.delivered(() => s.stripe.decideDispute(dispute, 'won'))
    await s.app.advance(1)
    assert.deepEqual(await ledgerOf(s.app, id), { buyer: -10_500, fees: 1_000, bank: 9_500 })
    await s.booksHold()
  })

  test('if the operator has fully reversed a payout by hand, nothing more is reversed, and a lost chargeback leaves no debt', async () => {
    const { id, transfer, dispute } = await disputedAfterSent()
    await s.deliver(s.stripe.reverseTransfer(transfer, 9_500))
    await s.app.advance(86_400)
    assert.equal(s.stripe.object(transfer)['amount_reversed'], 9_500)
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    assert.deepEqual(await ledgerOf(s.app, id), {})
    assert.equal(await s.caseOf(id), undefined)
    await s.booksHold()
  })

  test('a Stripe event does not record a reversal that the operator has already settled by hand', async () => {
    const { id, transfer } = await disputedAfterSent()
    const [, reversal] = await s.transfersOf(id)
    // Stripe rejects the reversal until the case appears on the operator's list
    await s.db.updateTable('money_moves').set({ provider_ref: 'tr_gone' }).where('id', '=', reversal!.of_move).execute()
    for (let i = 0; i < 4; i++) await s.app.advance(3_600)
    await s.db.updateTable('money_moves').set({ provider_ref: transfer }).where('id', '=', reversal!.of_move).execute()
    const stuck = (await s.caseOf(id, 'open', 'transfer_failed'))!
    const event = s.stripe.reverseTransfer(transfer, 9_500)
    assert.equal((await s.endCase(stuck['id'], 'by_hand', 'Reversed at Stripe’s desk.')).status, 200)
    await s.deliver(event)
    assert.equal(await s.outcomeOf(event), 'seen')
    assert.deepEqual(await ledgerOf(s.app, id), { fees: 1_000, debt: -1_000 })
    await s.booksHold()
  })

  test('if an order has two chargebacks, the money of each chargeback is reversed once', async () => {
    const held = await s.deposit()
    const { body } = await s.app.call('POST', '/v1/orders', {
      key: s.ben.key,
      json: { listing: held.listing, hold: held.id, address: HOME },
    })
    const paid = await s.app.call('POST', `/v1/orders/${body.id}/pay`, { key: s.ben.key, json: { method: 'pm_card_visa', address: HOME } })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    await s.act(body.id, s.ana.key, 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
    await s.act(body.id, s.ben.key, 'confirm')
    await s.app.advance(1)
    const rest = await s.db.selectFrom('payments').select('provider_ref').where('order_id', '=', body.id).executeTakeFirstOrThrow()
    s.stripe.emptyAccount(s.account)
    const first = await s.delivered(() => s.stripe.dispute(held.intent))
    const second = await s.delivered(() => s.stripe.dispute(rest.provider_ref!, { amount: 4_000 }))
    await s.booksHold()
    s.stripe.emptyAccount(s.account, false)
    await s.app.advance(3_600)
    const cases = await s.db.selectFrom('money_cases').selectAll().where('order_id', '=', body.id).orderBy('created_at').execute()
    assert.equal(new Set(cases.map(({ move_id }) => move_id)).size, 2)
    assert.deepEqual(
      cases.map(({ taken_cents, covered_cents }) => [taken_cents, covered_cents]),
      [
        // cents that the bank took back, and the 90% of them that came from the seller's payout; the rest came from our fee of 10%
        [1_000, 900],
        [4_000, 3_600],
      ],
    )
    await s.booksHold()
    await s.delivered(() => s.stripe.decideDispute(first, 'won'))
    await s.booksHold()
    // the reversal for the second case succeeds, so the service does not also use the seller's credit from the first case
    await s.delivered(() => s.stripe.decideDispute(second, 'lost'))
    await s.app.advance(1)
    assert.deepEqual(await ledgerOf(s.app, body.id), { buyer: -5_000, fees: 600, bank: 5_400 })
    await s.booksHold()
    // the database rejects a second case for the same reversal
    const tie = s.db.updateTable('money_cases').set({ move_id: cases[0]!.move_id }).where('id', '=', cases[1]!.id).execute()
    await assert.rejects(tie, /money_cases_reversal/)
  })

  test('the refund of an unused part of a deposit is recorded for the hold, and not for the order', async () => {
    const held = await s.deposit()
    // the price falls below the deposit of $10, so the order uses only $8 of it
    const change = await s.ana.call('PATCH', `/v1/listings/${held.listing}`, { json: { price: 8 } })
    assert.equal(change.status, 200, JSON.stringify(change.body))
    await s.ana.call('PATCH', `/v1/listings/${held.listing}`, { json: { shipping: 5 } })
    const { body } = await s.app.call('POST', '/v1/orders', {
      key: s.ben.key,
      json: { listing: held.listing, hold: held.id, address: HOME },
    })
    // the bank opens an inquiry before the worker refunds the remaining amount
    const dispute = await s.delivered(() => s.stripe.dispute(held.intent, { inquiry: true }))
    const paid = await s.app.call('POST', `/v1/orders/${body.id}/pay`, { key: s.ben.key, json: { method: 'pm_card_visa', address: HOME } })
    assert.equal(paid.body.status, 'paid', JSON.stringify(paid.body))
    assert.deepEqual(
      (await s.transfersOf(held.id)).map(({ kind, amount_cents, status }) => [kind, amount_cents, status]),
      [['refund', 200, 'due']],
    )
    await s.booksHold()
    await s.delivered(() => {
      s.stripe.withdraw(dispute)
      s.stripe.decideDispute(dispute, 'lost')
    })
    await s.booksHold()
    const rows = await s.db
      .selectFrom('ledger_entries')
      .select('amount_cents')
      .where('hold_id', '=', held.id)
      .where('account', '=', 'escrow')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map(({ amount_cents }) => amount_cents),
      [1_000, -800, -200],
    )
  })

  test('a chargeback event for a payment that is not recorded is retried for two days, and then opens a case', async () => {
    const { id, intent } = await s.open()
    const paid = s.stripe.payIntent(intent)
    const from = s.stripe.events.length
    s.stripe.dispute(intent)
    const [created] = s.stripe.events.slice(from)
    const early = await s.sendEvent(created!)
    assert.deepEqual([early.status, early.body.error.type], [503, 'unavailable'])
    assert.equal(await s.outcomeOf(created!), undefined, 'the event is not marked as processed')
    await s.deliver(paid)
    await s.deliverAll(from)
    assert.equal(await s.stateOf(id), 'problem/paid/on_hold')
    await s.booksHold()

    const other = await s.open()
    const then = s.stripe.events.length
    s.stripe.dispute(other.intent)
    const late = { ...s.stripe.events[then]!, created: Math.floor(s.now().getTime() / 1000) - 48 * 3_600 }
    assert.equal((await s.sendEvent({ ...late, created: late.created + 60 })).status, 503)
    await s.deliver(late)
    assert.equal(await s.outcomeOf(late), 'mismatch')
    assert.match((await s.caseOf(other.id, 'open', 'mismatch'))!['reason'], /the payment is not recorded yet/)
  })
})
