import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { ownedCustomers } from '#identity/exports/queries.ts'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'

async function withStripe(t: TestContext) {
  const stripe = await startStripe()
  t.after(() => stripe.close())
  const app = await startApp(t, stripe.env)
  const seller = await openSeller(app)
  const buyerWithCard = async (name: string, last4: string) => {
    const visitor = await visitorOf(app, (await app.signUp(name)).cookie)
    const { body } = await visitor.post(`/checkout/${await lampOf(seller)}`, { ...HOME, expected_total: '66', method: 'checkout' })
    const session = /\/c\/pay\/(cs_\d+)"/.exec(body)?.[1] ?? assert.fail(body)
    stripe.payCheckout(session)
    return { visitor, card: stripe.saveCard(stripe.object(session)['customer'], last4) }
  }
  return { app, stripe, seller, buyerWithCard }
}

const lampOf = async (seller: Seller): Promise<string> =>
  (await seller.list({ title: 'Oak lamp', price: 60, shipping: 6, publish: true })).id

describe('saved cards at Stripe', () => {
  test('a buyer can list and remove only their own cards', async (t) => {
    const { stripe, buyerWithCard } = await withStripe(t)
    const [ana, ben] = [await buyerWithCard('Ana', '4242'), await buyerWithCard('Ben', '1881')]
    assert.match((await ana.visitor.get('/you/settings')).body, /href="\/you\/cards"/)
    const { body } = await ana.visitor.get('/you/cards')
    assert.match(body, /Visa ending in 4242 <span[^>]*>expires 12\/2034/)
    assert.doesNotMatch(body, /ending in 1881/)
    for (const card of [ben.card['id'], 'pm_unknown', '', '../x'])
      assert.equal((await ana.visitor.post('/you/cards', { card })).status, 404)
    assert.notEqual(stripe.object(ben.card['id'])['customer'], null)
    const removed = await ana.visitor.post('/you/cards', { card: ana.card['id'] })
    assert.equal(removed.headers['location'], '/you/cards')
    const after = (await ana.visitor.get('/you/cards')).body
    assert.match(after, /Card removed/)
    assert.match(after, /No saved cards/)
    assert.match((await ben.visitor.get('/you/cards')).body, /Visa ending in 1881/)
  })

  test('with Stripe, each buyer pays as a separate customer, and cannot use a card of a different buyer', async (t) => {
    const { app, stripe, seller, buyerWithCard } = await withStripe(t)
    const [ana, ben] = [await buyerWithCard('Ana', '4242'), await buyerWithCard('Ben', '1881')]
    const sessions = stripe.all('cs').map((one) => one['customer'])
    assert.deepEqual(sessions, [ana.card['customer'], ben.card['customer']])
    const cleo = await app.signUp('Cleo')
    const json = { listing: await lampOf(seller), expected_total: 66, address: HOME }
    const { body: order } = await app.call('POST', '/v1/orders', { key: cleo.key, json })
    const paid = await app.call('POST', `/v1/orders/${order.id}/pay`, { key: cleo.key, json: { method: ana.card['id'] } })
    assert.deepEqual([paid.status, paid.body.error?.type], [402, 'payment'])
  })

  test('while Stripe does not respond, the page for saved cards states that it cannot show them', async (t) => {
    const { stripe, buyerWithCard } = await withStripe(t)
    const { visitor, card } = await buyerWithCard('Ana', '4242')
    stripe.meet('error_500')
    const { status, body } = await visitor.get('/you/cards')
    assert.equal(status, 200)
    assert.match(body, /payment provider is not responding, so we cannot show your cards/)
    assert.doesNotMatch(body, /No saved cards/)
    stripe.meet('error_500')
    assert.equal((await visitor.post('/you/cards', { card: card['id'] })).status, 503)
    assert.match((await visitor.get('/you/settings')).body, /Saved cards/, 'the settings do not call Stripe')
  })

  test('a guest’s checkout page does not offer to save the card', async (t) => {
    const { app, stripe, seller } = await withStripe(t)
    const page = await app.call('GET', `/checkout/${await lampOf(seller)}`)
    assert.match(page.body, /You pay by card or wallet on Stripe’s page/)
    assert.doesNotMatch(page.body, /save your card/)
    const form = new URLSearchParams({ ...HOME, email: 'guest@example.test', expected_total: '66', method: 'checkout' })
    const { body } = await app.call('POST', `/checkout/${await lampOf(seller)}`, { headers: { origin: app.url }, form: form.toString() })
    assert.equal(stripe.object(/\/c\/pay\/(cs_\d+)"/.exec(body)?.[1] ?? assert.fail(body))['customer'], null)
    assert.equal(stripe.count('cus'), 0)
  })
})

describe('saved cards with the test provider', () => {
  test('checkout saves the test card if the buyer agrees, then offers it first, and the buyer can remove it', async (t) => {
    const app = await startApp(t)
    const seller = await openSeller(app)
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
    const ben = await app.signUp('Ben')
    const visitor = await visitorOf(app, ben.cookie)
    const lamp = await lampOf(seller)
    const fields = { ...HOME, expected_total: '66', save_card: 'true' }
    assert.match((await visitor.get(`/checkout/${lamp}`)).body, /name="save_card"/)
    const declined = await visitor.post(`/checkout/${lamp}`, { ...fields, method: 'test_declined' })
    assert.match(declined.body, /name="save_card"[^>]* checked/)
    assert.match((await visitor.get('/you/cards')).body, /No saved cards/, 'a declined card is not saved')
    assert.equal((await visitor.post(`/checkout/${lamp}`, { ...fields, method: 'test_ok' })).status, 303)

    const next = await lampOf(seller)
    const checkout = (await visitor.get(`/checkout/${next}`)).body
    assert.match(checkout, /value="test_ok"[^>]*>\s*Pay \$66 with Visa 4242\s*</)
    assert.doesNotMatch(checkout, /name="save_card"/)
    assert.match((await visitor.get(`/hold/${next}`)).body, /Pay \$\d+ with Visa 4242 and hold the item/)
    const other = await visitorOf(app, (await app.signUp('Cleo')).cookie)
    assert.doesNotMatch((await other.get(`/checkout/${next}`)).body, /Visa 4242/)

    const { body } = await visitor.get('/you/cards')
    const card = /name="card" value="([^"]+)"/.exec(body)![1]!
    assert.equal((await other.post('/you/cards', { card })).status, 404)
    assert.equal((await visitor.post('/you/cards', { card: 'pm_other' })).status, 404)
    assert.equal((await visitor.post('/you/cards', { card })).status, 303)
    assert.match((await visitor.get('/you/cards')).body, /No saved cards/)
    assert.match((await visitor.get(`/checkout/${next}`)).body, /name="save_card"/)
  })

  test('the data export contains the id that the payment provider assigned to the buyer', async (t) => {
    const app = await startApp(t)
    const seller = await openSeller(app)
    const ben = await app.signUp('Ben')
    const visitor = await visitorOf(app, ben.cookie)
    await visitor.post(`/checkout/${await lampOf(seller)}`, { ...HOME, expected_total: '66', method: 'test_ok', save_card: 'true' })
    const [customer] = await ownedCustomers(app.service.ctx.db, ben.id)
    assert.deepEqual([customer!.provider, customer!.mode], ['test', 'test'])
    assert.match(customer!.provider_ref!, /^test_customer_pcu_/)
  })

  test('without a payment provider, the settings have no section for cards, and the card page returns 404', async (t) => {
    const app = await startApp(t, { PAYMENTS: 'off' })
    const visitor = await visitorOf(app, (await app.signUp('Ben')).cookie)
    assert.doesNotMatch((await visitor.get('/you/settings')).body, /Saved cards/)
    assert.equal((await visitor.get('/you/cards')).status, 404)
  })
})
