import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { claimPayout } from '#commerce/payouts/claim.ts'
import { payOutDue } from '#commerce/payouts/send.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import type { StripeObject } from '#test/fakes/stripe.ts'
import { ledgerOf } from '#test/sales.ts'
import { Stage } from './payments-stage.ts'

describe('refunds and payouts in progress', () => {
  const s = new Stage('web')

  /** Creates an order with a full refund that is due but not processed yet. */
  async function refundDue() {
    const order = await s.openAt('paid')
    await s.act(order.id, s.ana.key, 'cancel')
    const [transfer] = await s.transfersOf(order.id)
    return { ...order, transfer: transfer! }
  }
  const by = () => ({ provider: 'stripe' as const, isTest: false, needsAccount: true, now: s.now() })
  const claim = (id: string) => inTransaction(s.app.service.ctx, (tx) => claimPayout(tx, id, by()))
  const send = () => payOutDue(s.app.service.ctx, UNSTOPPED)
  const change = (id: string, to: Record<string, unknown>) =>
    s.db
      .updateTable('money_moves')
      .set(to as { status: string })
      .where('id', '=', id)
      .execute()

  /** Creates a refund that the bank rejected, so that the operator's list contains a case for it. */
  async function refundHeld() {
    const order = await s.openAt('paid')
    await s.act(order.id, s.ana.key, 'cancel')
    await s.app.advance(1)
    await s.deliver(s.stripe.failRefund(s.madeOf('re', order.intent)[0]!['id']))
    return { ...order, one: (await s.caseOf(order.id))! }
  }

  test('the operator cannot mark a transfer in progress as paid; only the provider’s response ends it', async () => {
    const { transfer, id, intent } = await refundDue()
    assert.equal((await claim(transfer.id))?.id, transfer.id)
    assert.equal(await claim(transfer.id), null, 'only one worker can claim a transfer')
    for (const to of [
      { status: 'dropped' },
      { status: 'held' },
      { amount_cents: 1 },
      { status: 'sent', provider_ref: 'by hand x', sent_at: s.now() },
    ])
      await assert.rejects(change(transfer.id, to), /is being sent/, JSON.stringify(to))
    await send()
    assert.equal(s.madeOf('re', intent).length, 0, 'a claimed transfer is not sent again at first')
    // the process that sent the refund has died, so a worker requests the refund again with the same idempotency key
    await s.app.advance(601)
    await send()
    assert.deepEqual([s.madeOf('re', intent).length, await ledgerOf(s.app, id)], [1, {}])
    await s.booksHold()
  })

  test('a transfer cannot be marked as sent in the database before a worker has claimed it', async () => {
    const { transfer } = await refundDue()
    await assert.rejects(change(transfer.id, { status: 'sent', provider_ref: 're_1', sent_at: s.now() }), /was not marked/)
    await s.app.advance(1)
    await assert.rejects(change(transfer.id, { amount_cents: 1 }), /is over/)
  })

  test('the operator gets a 409 when marking a refund as paid before the provider’s response has arrived', async () => {
    const { id, intent, one } = await refundHeld()
    assert.equal((await s.endCase(one['id'], 'again')).status, 200)
    // Stripe responds to the first request of the service, which lists refunds. Stripe also executes the second request, which creates the
    // refund, but its response is lost.
    s.stripe.meet('none', 'lost')
    await send()
    const [, again] = await s.transfersOf(id)
    assert.ok(again!.sending_since, 'the outcome of the refund is unknown')
    assert.equal(s.madeOf('re', intent).length, 2)
    // reopens the case while the outcome of the refund is unknown
    await s.db.updateTable('money_cases').set({ closed_at: null }).where('id', '=', one['id']).execute()
    for (const how of ['by_hand', 'again']) {
      const refused = await s.endCase(one['id'], how)
      assert.equal(refused.status, 409)
      assert.match(refused.body.error.message, /has not confirmed yet.*The service asks again at \d\d:\d\d UTC/)
    }
    await s.app.advance(3_600)
    assert.equal(s.madeOf('re', intent).length, 2)
    assert.deepEqual(await ledgerOf(s.app, id), {})
    assert.equal(await s.caseOf(id), undefined, 'the case is closed with the refund')
    await s.booksHold()
  })

  test('a chargeback event during a transfer gets a 503, and a later delivery takes the outcome of the transfer into account', async () => {
    const { id, intent, transfer } = await refundDue()
    await claim(transfer.id)
    const from = s.stripe.events.length
    const dispute = s.stripe.dispute(intent)
    const reply = await s.sendEvent(s.stripe.events[from]!)
    assert.deepEqual([reply.status, reply.body.error.type], [503, 'unavailable'])
    assert.equal(await s.caseOf(id), undefined)
    // Stripe does not refund a disputed charge. No refund was created, and the service does not repeat the request.
    await s.app.advance(601)
    await s.deliverAll(from)
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    await s.app.advance(86_400)
    assert.deepEqual([s.madeOf('re', intent).length, await ledgerOf(s.app, id)], [0, {}])
    await s.booksHold()
  })

  test('an event about a failed refund gets a 503 until the provider’s response is recorded, and then the refund is retried', async () => {
    const { id, intent, transfer } = await refundDue()
    s.stripe.meet('none', 'lost')
    await send()
    const event = s.stripe.failRefund(s.madeOf('re', intent)[0]!['id'])
    assert.equal((await s.sendEvent(event)).status, 503)
    // the failed refund does not count as sent, so the service creates a new refund with the same transfer record
    await s.app.advance(3_600)
    const made = s.madeOf('re', intent)
    assert.deepEqual([made.length, made.filter((one) => one['status'] === 'succeeded').length], [2, 1])
    assert.deepEqual(await ledgerOf(s.app, id), {})
    assert.equal((await s.transfersOf(id)).find((one) => one.id === transfer.id)!.provider_ref, made[1]!['id'])
    await s.sendEvent(event)
    await s.booksHold()
  })

  test('the service records the amount that the provider has actually sent, and opens a case if it differs', async () => {
    const { id, intent, transfer } = await refundDue()
    s.stripe.put({ ...refundOf(intent, transfer.id), amount: 4_000 })
    s.stripe.object(intent)['amount_refunded'] += 4_000
    await send()
    const transfers = await s.transfersOf(id)
    assert.deepEqual(
      transfers.map((one) => [one.amount_cents, one.status]),
      [
        [4_000, 'sent'],
        [6_500, 'held'],
      ],
    )
    assert.deepEqual(await ledgerOf(s.app, id), { buyer: -6_500, escrow: 6_500 })
    assert.match((await s.caseOf(id, 'open', 'mismatch'))!['reason'], /sent \$40 instead of \$105/)
    await s.booksHold()
    assert.equal((await s.endCase((await s.caseOf(id, 'open', 'refund_failed'))!['id'], 'again')).status, 200)
    await s.app.advance(1)
    assert.deepEqual(await ledgerOf(s.app, id), {})
    await s.booksHold()
  })

  test('a refund cannot be marked as paid by hand while a bank decides a chargeback', async () => {
    const { id, intent, one } = await refundHeld()
    const dispute = await s.delivered(() => s.stripe.dispute(intent))
    assert.match((await s.endCase(one['id'], 'by_hand')).body.error.message, /bank is reviewing/)
    // the bank refunds the buyer, so the service owes no refund any more, and the case closes
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    assert.equal(await s.caseOf(id, 'open'), undefined)
    assert.deepEqual(await ledgerOf(s.app, id), {})
    await s.booksHold()
  })

  test('after a partial chargeback, the case for a refund that failed shows only the remaining amount', async () => {
    const { id, intent, one } = await refundHeld()
    await s.delivered(() => s.stripe.decideDispute(s.stripe.dispute(intent, { amount: 4_000 }), 'lost'))
    assert.deepEqual((await s.caseOf(id, 'open', 'refund_failed'))!['owed'], { by: 'service', to: 'buyer', amount: 65 })
    await s.booksHold()
    assert.equal((await s.endCase(one['id'], 'by_hand')).status, 200)
    const events = await s.db.selectFrom('events').select('data').where('type', '=', 'money.case').execute()
    const closed = events.map(({ data }) => JSON.parse(data).object).filter((object) => object.id === one['id'] && object.what === 'closed')
    assert.deepEqual(closed.map(({ side }): string => side).toSorted(), ['buyer', 'operator'])
    assert.deepEqual(await ledgerOf(s.app, id), {})
    await s.booksHold()
  })

  const refundOf = (intent: string, transfer: string): StripeObject => ({
    id: `re_other_${transfer}`,
    object: 'refund',
    currency: 'usd',
    status: 'succeeded',
    failure_reason: null,
    payment_intent: intent,
    metadata: { move: transfer },
  })
})
