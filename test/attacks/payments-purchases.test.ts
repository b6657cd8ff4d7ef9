import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reply } from '#test/app.ts'
import { HOME } from '#test/sales.ts'
import { Stage } from './payments-stage.ts'

const UPS = { carrier: 'UPS', number: '1Z999AA10123456784' }

describe('purchases with several orders over real HTTP', () => {
  const s = new Stage()
  const post = (key: string, path: string, json: object = {}) => s.app.call('POST', `/v1${path}`, { key, json })

  /**
   * Creates a purchase of two items for 40 and 60 dollars, with 10 dollars for shipping. A single payment intent covers the total of 110
   * dollars.
   */
  async function open(): Promise<{ id: string; a: string; b: string; intent: string }> {
    const listings: string[] = []
    for (const price of [40, 60]) listings.push((await s.ana.list({ title: 'Brass lamp', price, shipping: 5, publish: true })).id)
    const { body } = await post(s.ben.key, '/purchases', { listings, address: HOME })
    const paid = await post(s.ben.key, `/purchases/${body.id}/pay`, { method: 'card' })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    assert.ok(paid.body.client_secret)
    const rows = await s.db.selectFrom('payments').selectAll().where('purchase_id', '=', body.id).execute()
    assert.equal(rows.length, 1)
    const [a, b] = body.orders.map((one: Reply['body']) => one.id)
    return { id: body.id, a, b, intent: rows[0]!.provider_ref! }
  }

  async function openPaid() {
    const purchase = await open()
    await s.deliver(s.stripe.payIntent(purchase.intent))
    assert.deepEqual([await s.stateOf(purchase.a), await s.stateOf(purchase.b)], ['paid/paid/none', 'paid/paid/none'])
    return purchase
  }

  const refundsOf = (intent: string) => s.madeOf('re', intent).map((one) => one['amount'])

  test('a purchase is paid with one payment intent, which the refund of each order uses', async () => {
    const { id, a, b, intent } = await openPaid()
    assert.equal(s.stripe.all('pi').find((one) => one['id'] === intent)!['amount'], 11_000)
    assert.equal(s.stripe.all('pi').find((one) => one['id'] === intent)!['transfer_group'], id)
    await s.act(a, s.ana.key, 'cancel')
    await s.app.advance(1)
    assert.deepEqual(refundsOf(intent), [4_000])
    await s.act(b, s.ana.key, 'ship', UPS)
    await s.act(b, s.ben.key, 'confirm')
    await s.app.advance(1)
    assert.equal(await s.stateOf(b), 'completed/paid/sent')
    // the price of 60 dollars minus the fee of 6 dollars, plus the whole shipping cost of 10 dollars
    const transfer = s.transferOf(id)
    assert.deepEqual([transfer['amount'], transfer['source_transaction']], [6_400, `ch_${intent}`])
    await s.booksHold()
  })

  test('a payment that succeeds after the purchase has expired is refunded for each order separately', async () => {
    const { intent, a, b } = await open()
    await s.app.advance(15 * 60)
    await s.deliver(s.stripe.payIntent(intent))
    await s.app.advance(1)
    assert.deepEqual(
      refundsOf(intent).toSorted((one, other) => one - other),
      [4_500, 6_500],
    )
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['expired/unpaid/none', 'expired/unpaid/none'])
    await s.booksHold()
  })

  test('a chargeback on the whole payment of a purchase pauses every order, and a lost chargeback refunds every order', async () => {
    const { a, b, intent } = await openPaid()
    const dispute = await s.delivered(() => s.stripe.dispute(intent))
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['problem/paid/on_hold', 'problem/paid/on_hold'])
    assert.deepEqual([(await s.caseOf(a))!['amount'], (await s.caseOf(b))!['amount']], [45, 65])
    assert.match((await s.caseOf(a))!['provider'].url, new RegExp(`disputes/${dispute}$`))
    await s.booksHold()
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['refunded/refunded/none', 'refunded/refunded/none'])
    await s.app.advance(1)
    assert.deepEqual(refundsOf(intent), [], 'no refund is sent in addition')
    await s.booksHold()
  })

  test('after one of two orders in a purchase is refunded, a chargeback affects only the other order', async () => {
    const { a, b, intent } = await openPaid()
    await s.act(a, s.ana.key, 'cancel')
    await s.app.advance(1)
    const dispute = await s.delivered(() => s.stripe.dispute(intent, { amount: 7_000 }))
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['cancelled/refunded/none', 'problem/paid/on_hold'])
    assert.equal(await s.caseOf(a), undefined)
    await s.booksHold()
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    assert.equal(await s.stateOf(b), 'refunded/refunded/none')
    await s.booksHold()
  })

  test('a chargeback replaces the refunds that the service has not sent yet', async () => {
    const { a, b, intent } = await openPaid()
    // the bank takes back the money before the service refunds the first order
    const dispute = s.stripe.dispute(intent)
    await s.act(a, s.ana.key, 'cancel')
    await s.deliverAll(s.stripe.events.length - 2)
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    await s.app.advance(1)
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['cancelled/refunded/none', 'refunded/refunded/none'])
    assert.deepEqual(refundsOf(intent), [])
    await s.booksHold()
  })

  test('a won chargeback resumes the shipped orders, and the service fetches the outcome if the event never arrives', async () => {
    const { id, a, b, intent } = await openPaid()
    assert.equal((await post(s.ana.key, `/purchases/${id}/ship`, UPS)).status, 200)
    const dispute = await s.delivered(() => s.stripe.dispute(intent))
    s.stripe.decideDispute(dispute, 'won')
    await s.app.advance(6 * 3_600)
    await s.app.advance(1)
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['completed/paid/sent', 'completed/paid/sent'])
    await s.booksHold()
  })

  test('a chargeback on a completed order reverses the payout for the order', async () => {
    const { id, a, b, intent } = await openPaid()
    assert.equal((await post(s.ana.key, `/purchases/${id}/ship`, UPS)).status, 200)
    await s.act(a, s.ben.key, 'confirm')
    await s.app.advance(1)
    const dispute = await s.delivered(() => s.stripe.dispute(intent))
    assert.deepEqual([await s.stateOf(a), await s.stateOf(b)], ['completed/paid/on_hold', 'problem/paid/on_hold'])
    await s.app.advance(1)
    await s.booksHold()
    await s.delivered(() => s.stripe.decideDispute(dispute, 'lost'))
    await s.app.advance(1)
    assert.equal(await s.stateOf(b), 'refunded/refunded/none')
    await s.booksHold()
  })
})
