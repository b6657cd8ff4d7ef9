import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { audit } from '#test/audit.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openBundles } from '#test/bundles.ts'
import { lifetime } from '#test/lifetime.ts'
import { fields, ledgerOf } from '#test/sales.ts'

const UPS = { carrier: 'UPS', number: '1Z999AA10123456784' }
const DAMAGED = { reason: 'damaged', body: 'The shade is torn.' }

/** After the discount, the three items cost 18, 27 and 45 dollars. Shipping costs 2.50, 5 and 2.50 dollars. */
describe('orders in a paid purchase', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '10' })
  })

  const good = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  test('when an order in a purchase is cancelled, its shipping moves to an open order; when the last order is cancelled, all shipping is refunded', async () => {
    const { seller, post, pay, order, read } = await openBundles(app)
    const { id, orders } = await pay()
    const [a, b, c] = orders.map((one: Reply['body']) => one.id)
    const first = await good(post(seller, `/orders/${a}/cancel`))
    assert.deepEqual([fields(first), first.refunded, first.total], ['cancelled/refunded/none', 18, 18])
    assert.deepEqual([(await order(b)).shipping, (await order(b)).total], [7.5, 34.5])
    assert.equal((await good(post(seller, `/orders/${b}/cancel`))).refunded, 27)
    assert.equal((await good(post(seller, `/orders/${c}/cancel`))).refunded, 55)
    await app.advance(0)
    // the shipping of the first two orders was refunded together with the last order
    assert.deepEqual(
      [await ledgerOf(app, a), await ledgerOf(app, b), await ledgerOf(app, c)],
      [{ buyer: -250 }, { buyer: -500 }, { buyer: 750 }],
    )
    assert.equal((await read(id)).refunded, 100)
  })

  test('the first order in a purchase to be completed pays all of the shipping to the seller, and later refunds exclude shipping', async () => {
    const { seller, buyer, post, pay, order } = await openBundles(app)
    const { id, orders } = await pay()
    const [a, b, c] = orders.map((one: Reply['body']) => one.id)
    await good(post(seller, `/purchases/${id}/ship`, UPS))
    const completed = await good(post(buyer, `/orders/${a}/confirm`))
    assert.deepEqual([fields(completed), completed.shipping, completed.fee], ['completed/paid/waiting', 10, 1.8])
    // 7.50 dollars of the shipping came from the other two orders in the purchase
    assert.deepEqual(await ledgerOf(app, a), { buyer: -2050, seller: 2620, fees: 180 })
    const open = await order(c)
    await good(post(buyer, `/orders/${b}/problem`, DAMAGED))
    assert.equal((await good(post(seller, `/orders/${b}/refund`))).refunded, 27)
    assert.deepEqual(await order(c), open, 'no shipping is left to move')
    const refunded = await order(b)
    assert.equal((await good(post(buyer, `/orders/${c}/confirm`))).total, 45)
    assert.deepEqual(await order(b), refunded)
    await app.advance(0)
    assert.deepEqual(
      [fields(await order(a)), fields(await order(b)), fields(await order(c))],
      ['completed/paid/sent', 'refunded/refunded/none', 'completed/paid/sent'],
    )
    assert.deepEqual([(await order(a)).shipping, (await order(b)).shipping, (await order(c)).shipping], [10, 0, 0])
    const { bank, fees } = await ledgerOf(app, a)
    assert.deepEqual([bank, fees], [2620, 180])
  })

  test('while another order in the same purchase is open, the seller and the operator can refund at most the item’s price', async () => {
    const { seller, buyer, post, pay } = await openBundles(app)
    const { id, orders } = await pay(2)
    await good(post(seller, `/purchases/${id}/ship`, UPS))
    const path = `/orders/${orders[0].id}`
    await good(post(buyer, `${path}/problem`, DAMAGED))
    const tooMuch = await post(seller, `${path}/refund`, { amount: 18.01 })
    assert.deepEqual([tooMuch.status, tooMuch.body.error.param], [400, 'amount'])
    assert.match(tooMuch.body.error.message, /at most \$18/)
    const boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    const json = { decision: 'part', amount: 18.01, reason: 'Damaged.' }
    const decided = await app.call('POST', `/v1/operator${path.replace('orders', 'disputes')}/decide`, { cookie: boss.cookie, json })
    assert.deepEqual([decided.status, decided.body.error.param], [400, 'amount'], JSON.stringify(decided.body))
    await good(post(seller, `${path}/refund`, { amount: 10 }))
    const part = await good(post(buyer, `${path}/answer`, { agree: true }))
    assert.deepEqual([fields(part), part.refunded], ['completed/partly_refunded/waiting', 10])
    await app.advance(0)
  })

  test('the refund of the last open order in a purchase may include the shipping for all of its orders', async () => {
    const { seller, buyer, post, pay } = await openBundles(app)
    const [a, b] = (await pay(2)).orders.map((one: Reply['body']) => one.id)
    await good(post(seller, `/orders/${a}/cancel`))
    const { total } = await good(post(seller, `/orders/${b}/ship`, UPS))
    await good(post(buyer, `/orders/${b}/problem`, DAMAGED))
    const over = await post(seller, `/orders/${b}/refund`, { amount: total + 0.01 })
    assert.deepEqual([over.status, over.body.error.param], [400, 'amount'])
    assert.equal((await good(post(seller, `/orders/${b}/refund`, { amount: total }))).refunded, total)
  })

  test('when all orders in a purchase are cancelled at the same time, the shared shipping is refunded only once', async () => {
    const { seller, post, pay, read } = await openBundles(app)
    const { id, orders } = await pay()
    await Promise.all(orders.map((one: Reply['body']) => good(post(seller, `/orders/${one.id}/cancel`))))
    assert.equal((await read(id)).refunded, 100)
  })

  test('the buyer can write a review for each order in a purchase', async () => {
    const { seller, buyer, post, pay } = await openBundles(app)
    const { id, orders } = await pay(2)
    await good(post(seller, `/purchases/${id}/ship`, UPS))
    for (const one of orders) {
      await good(post(buyer, `/orders/${one.id}/confirm`))
      assert.equal((await post(buyer, `/orders/${one.id}/review`, { rating: 5, body: 'Fine.' })).status, 201)
    }
  })

  test('orders in a purchase that the seller does not ship in time are cancelled, and everything is refunded exactly once', async () => {
    const { pay, read } = await openBundles(app)
    const { id } = await pay()
    await app.advance(8 * 86_400)
    await app.advance(0)
    const purchase = await read(id)
    assert.deepEqual(
      [purchase.status, purchase.refunded, ...purchase.orders.map((one: Reply['body']) => one.status)],
      ['paid', 100, 'cancelled', 'cancelled', 'cancelled'],
    )
  })

  test('the ledger audit finds no errors after all other tests in this file', async () => {
    await app.advance(0)
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
