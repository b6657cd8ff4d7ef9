import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StripeObject } from '#test/fakes/stripe.ts'
import { openSeller } from '#test/factories.ts'
import { Stage } from './payments-stage.ts'

describe('payment events over real HTTP, signed with the provider’s own library', () => {
  const s = new Stage()

  test('a live-mode event about a payment of one JPY leaves the order unpaid, alerts the operator, and is acknowledged', async () => {
    const { id, payment, intent } = await s.open()
    const object = {
      id: intent,
      object: 'payment_intent',
      status: 'succeeded',
      amount: 1,
      amount_received: 1,
      currency: 'jpy',
      livemode: true,
    }
    const forged = {
      id: 'evt_jpy',
      object: 'event',
      livemode: true,
      type: 'payment_intent.succeeded',
      data: { object: { ...object, metadata: { payment } } },
    }
    await s.deliver(forged)
    assert.deepEqual([await s.stateOf(id), await s.outcomeOf(forged)], ['awaiting_payment/pending/none', 'mismatch'])
    assert.equal((await s.caseOf(id))!['kind'], 'mismatch')
    // a forged event in test mode also changes nothing, because the service queries Stripe, which reports that the payment does not exist
    await s.deliver({ ...forged, id: 'evt_jpy_test', livemode: false })
    assert.equal(await s.stateOf(id), 'awaiting_payment/pending/none')
    await s.booksHold()
  })

  test('an event with an unexpected amount, currency, id or object does not mark the order as paid', async () => {
    const { id, payment, intent } = await s.open()
    const good = { ...s.stripe.object(intent), status: 'succeeded', amount: 10_500, amount_received: 10_500 }
    const wrongs: [string, StripeObject][] = [
      ['another object', { ...good, id: 'pi_other_a' }],
      ['one cent', { ...good, amount_received: 1 }],
      ['JPY', { ...good, currency: 'jpy' }],
      ['another payment', { ...good, metadata: { payment: 'pay_0' } }],
      ['no payment of ours', { ...good, metadata: {} }],
    ]
    const truth = s.stripe.object(intent)
    for (const [what, object] of wrongs) {
      s.stripe.put(object)
      await s.deliver({ ...s.stripe.addEvent('payment_intent.succeeded', object) })
      assert.equal(await s.stateOf(id), 'awaiting_payment/pending/none', what)
    }
    s.stripe.put(truth)
    // the full payment for a different order does not pay for this order
    const other = await s.open()
    await s.deliver({ ...s.stripe.payIntent(other.intent), data: { object: { ...s.stripe.object(intent), metadata: { payment } } } })
    assert.equal(await s.stateOf(id), 'awaiting_payment/pending/none')
    await s.deliver(s.stripe.payIntent(intent))
    assert.equal(await s.stateOf(id), 'paid/paid/none')
    await s.booksHold()
  })

  test('a stolen session cannot change the payout account, and the owner gets an email about each setup link', async () => {
    const cleo = await openSeller(s.app, 'Cleo')
    const openAccount = (as: { cookie?: string; key?: string }) => s.app.call('POST', '/v1/payouts/account', as)
    const letters = async () => (await s.mailsOf(cleo.id, new Date(0))).filter((subject) => /payout account/.test(subject)).length
    assert.equal((await openAccount({ cookie: cleo.cookie })).status, 200)
    assert.equal(await letters(), 1)
    await s.app.advance(15 * 60 + 1)
    const stolen = await openAccount({ cookie: cleo.cookie })
    assert.deepEqual([stolen.status, stolen.body.error.code, await letters()], [403, 'proof', 1])
    // approving an agent's request also requires a recent proof of identity
    const agent = await cleo.keyWith({ kind: 'agent', scopes: ['orders'], ask_first: ['orders.refund'] })
    await s.app.advance(15 * 60 + 1)
    const requested = await openAccount({ key: agent })
    assert.equal(requested.status, 202, JSON.stringify(requested.body))
    const yes = await s.app.call('POST', `/v1/approvals/${requested.body.id}/approve`, { cookie: cleo.cookie })
    assert.deepEqual([yes.status, yes.body.error.code], [403, 'proof'])
    // an API key needs no proof of identity for this request, but the owner immediately gets an email
    assert.equal((await openAccount({ key: cleo.key })).status, 200)
    assert.equal(await letters(), 2)
  })

  test('the service acknowledges and logs events about unknown payments, and ignores events with old signatures or for other Stripe accounts', async () => {
    const { id, intent } = await s.open()
    const event = s.stripe.payIntent(intent)
    const foreign = { ...event, id: 'evt_foreign', data: { object: { id: 'pi_nobody', object: 'payment_intent', metadata: {} } } }
    await s.deliver(foreign)
    assert.equal(await s.outcomeOf(foreign), 'foreign')
    await s.deliver({ ...event, id: 'evt_account', account: 'acct_stranger' })
    await s.deliver({ ...event, id: 'evt_stranger', type: 'payout.failed', account: 'acct_stranger', data: { object: { id: 'po_1' } } })
    const old = await s.sendEvent(event, new Date(s.now().getTime() - 302_000))
    assert.deepEqual([old.status, await s.stateOf(id)], [400, 'awaiting_payment/pending/none'])
    // Stripe repeats each event, so no event is lost while Stripe is unreachable
    s.stripe.meet('error_500')
    assert.equal((await s.sendEvent(event)).status, 503)
    await s.deliver(event)
    assert.equal((await s.sendEvent(event)).body.used, false)
    assert.equal(await s.stateOf(id), 'paid/paid/none')
  })
})
