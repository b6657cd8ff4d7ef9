import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StripeObject } from '#test/fakes/stripe.ts'
import { openSeller } from '#test/factories.ts'
import { ledgerOf } from '#test/sales.ts'
import { Stage } from './payments-stage.ts'

describe('failed refunds, reversed transfers and failed payouts over real HTTP', () => {
  const s = new Stage()

  test('a failed refund is still due to the buyer until an operator retries it or pays it by hand', async () => {
    for (const how of ['again', 'by_hand']) {
      const { id, intent } = await s.openAt('paid')
      const since = s.now()
      await s.app.call('POST', `/v1/orders/${id}/cancel`, { key: s.ana.key })
      await s.app.advance(1)
      const refund = s.stripe.all('re').find((one) => one['payment_intent'] === intent)!
      const event = s.stripe.failRefund(refund['id'])
      await s.deliver(event)
      await s.deliver({ ...event, id: `${event['id']}_again`, type: 'charge.refund.updated' })
      assert.deepEqual(await ledgerOf(s.app, id), { buyer: -10_500, escrow: 10_500 })
      const one = (await s.caseOf(id))!
      assert.deepEqual([one['kind'], one['owed']], ['refund_failed', { by: 'service', to: 'buyer', amount: 105 }])
      await s.booksHold()
      assert.ok((await s.mailsOf(s.ben.id, since)).some((subject) => /did not reach you/.test(subject)))
      await s.app.advance(86_400)
      assert.equal(
        s.stripe.all('re').filter((made) => made['payment_intent'] === intent).length,
        1,
        'no second refund until an operator acts',
      )
      const close = (json: object) => s.app.call('POST', `/v1/operator/money/${one['id']}/close`, { cookie: s.operator.cookie, json })
      assert.equal((await close({ how: 'seen', reason: 'x' })).status, 409)
      assert.equal((await close({ how, reason: 'The buyer has a new card.' })).status, 200)
      assert.equal((await close({ how, reason: 'Twice.' })).status, 409)
      await s.app.advance(1)
      assert.deepEqual(await ledgerOf(s.app, id), {})
      assert.equal(s.stripe.all('re').filter((made) => made['payment_intent'] === intent).length, how === 'again' ? 2 : 1)
      await s.booksHold()
    }
  })

  test('a reversed transfer is due to the seller again, and requires an operator', async () => {
    const { id } = await s.openAt('sent')
    const transfer = s.stripe.all('tr').find((one) => one['transfer_group'] === id)!
    const since = s.now()
    const event = s.stripe.reverseTransfer(transfer['id'], 4_000)
    await s.deliver(event)
    await s.deliver({ ...event, id: `${event['id']}_again` })
    assert.equal(await s.stateOf(id), 'completed/paid/on_hold')
    assert.deepEqual(await ledgerOf(s.app, id), { buyer: -10_500, bank: 5_500, seller: 4_000, fees: 1_000 })
    const one = (await s.caseOf(id))!
    assert.deepEqual([one['kind'], one['owed']], ['transfer_reversed', { by: 'service', to: 'seller', amount: 40 }])
    assert.ok((await s.mailsOf(s.ana.id, since)).some((subject) => /Payout reversed/.test(subject)))
    await s.booksHold()
    const json = { how: 'again', reason: 'It was a mistake.' }
    assert.equal((await s.app.call('POST', `/v1/operator/money/${one['id']}/close`, { cookie: s.operator.cookie, json })).status, 200)
    await s.app.advance(1)
    assert.equal(await s.stateOf(id), 'completed/paid/sent')
    assert.deepEqual(await ledgerOf(s.app, id), { buyer: -10_500, bank: 9_500, fees: 1_000 })
    await s.booksHold()
  })

  test('a failed payout or a disabled account notifies both the seller and the operator, and the seller’s pending payouts wait', async () => {
    const since = s.now()
    const cleo = await openSeller(s.app, 'Cleo')
    const theirs = await s.openPayouts(cleo)
    await s.deliver(s.stripe.failPayout(theirs, 7_000))
    assert.equal((await s.cases()).filter((one) => one['kind'] === 'payout_failed' && one['seller'].id === cleo.id).length, 1)
    await s.deliver(s.stripe.stopAccount(theirs))
    const ready = async () => (await cleo.call('GET', '/v1/payouts/account')).body.ready
    assert.equal(await ready(), false)
    await s.deliver(s.stripe.finishAccount(theirs))
    assert.equal(await ready(), true)
    assert.ok(!(await s.cases()).some((one) => one['kind'] === 'account_stopped' && one['seller'].id === cleo.id))
    await s.deliver(s.stripe.leaveAccount(theirs))
    assert.equal(await ready(), false)
    assert.ok((await s.cases()).some((one) => one['kind'] === 'account_stopped' && one['seller'].id === cleo.id))
    assert.deepEqual((await cleo.call('GET', '/v1/inbox')).body.money_problems.map((one: StripeObject) => one['kind']).toSorted(), [
      'account_stopped',
      'payout_failed',
    ])
    const subjects = await s.mailsOf(cleo.id, since)
    for (const words of [/bank rejected/, /cannot receive money/, /works again/])
      assert.ok(
        subjects.some((subject) => words.test(subject)),
        `${words}`,
      )
    assert.equal(s.stripe.count('acct'), 2)
    await cleo.call('POST', '/v1/payouts/account')
    assert.equal(s.stripe.count('acct'), 3, 'a disconnected account is replaced by a new one')
    assert.ok(!(await s.cases()).some((one) => one['kind'] === 'account_stopped' && one['seller'].id === cleo.id))
  })
})
