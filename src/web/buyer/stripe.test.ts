import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { sendStripeEvent, startStripe, type StripeObject } from '#test/fakes/stripe.ts'
import { visitorOf } from '#test/pages.ts'

const ADDRESS = { name: 'Ben Buyer', line1: '1 High Street', city: 'Portland', postal_code: '97201', country: 'USA' }

async function market(t: TestContext) {
  const stripe = await startStripe()
  t.after(() => stripe.close())
  const app = await startApp(t, stripe.env)
  const [seller, ben] = [await openSeller(app), await app.signUp('Ben')]
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true, haggle: false } })
  const opened = await seller.call('POST', '/v1/payouts/account')
  const deliver = (event: StripeObject) => sendStripeEvent(app, event)
  await deliver(stripe.finishAccount(/acct_\d+/.exec(opened.body.url)![0]))
  const buyer = await visitorOf(app, ben.cookie)
  return {
    app,
    stripe,
    seller,
    ben,
    buyer,
    tell: deliver,
    list: () => seller.list({ title: 'Oak lamp', price: 60, shipping: 6, publish: true }),
  }
}

const sessionIn = (body: string): string => /\/c\/pay\/(cs_\d+)"/.exec(body)?.[1] ?? assert.fail(body)

test('without scripts or CSP changes, a buyer pays on Stripe’s page and returns to the receipt', async (t) => {
  const { app, stripe, seller, ben, buyer, tell: deliver, list } = await market(t)
  const { id } = await list()
  const page = await buyer.get(`/checkout/${id}`)
  assert.match(page.body, /You pay by card or wallet on Stripe’s page/)
  assert.match(page.headers['content-security-policy']!, /form-action 'self' http:\/\/resale\.localhost:\d+;/)
  assert.doesNotMatch(JSON.stringify(page.headers), /stripe\.com/)
  const fields = { ...ADDRESS, expected_total: '66', method: 'checkout' }
  const away = await buyer.post(`/checkout/${id}`, fields)
  assert.equal(away.status, 200, 'a page with a link, not a redirect')
  const session = sessionIn(away.body)
  assert.deepEqual(
    [stripe.object(session)['amount_total'], sessionIn((await buyer.post(`/checkout/${id}`, fields)).body)],
    [6_600, session],
    'a repeated request returns the same Stripe page',
  )
  const back = new URL(stripe.object(session)['success_url']).pathname
  const early = await buyer.get(back)
  assert.deepEqual([early.status, early.headers['location']], [303, `/checkout/${id}`], 'an unpaid return leads back to checkout')
  stripe.payCheckout(session)
  const paid = await buyer.get(back)
  assert.match(paid.headers['location']!, /^\/you\/orders\/ord_/)
  const order = paid.headers['location']!.split('/').at(-1)!
  assert.match((await buyer.get(`/you/orders/${order}`)).body, /Receipt/)
  for (const event of stripe.events) assert.equal((await deliver(event)).status, 200, 'the later webhook changes nothing')
  await app.advance(1)
  const other = await visitorOf(app, (await app.signUp('Cleo')).cookie)
  assert.equal((await other.get(back)).status, 404)

  await seller.call('POST', `/v1/orders/${order}/ship`, { json: {} })
  await app.call('POST', `/v1/orders/${order}/confirm`, { key: ben.key })
  await app.advance(1)
  const [transfer] = stripe.all('tr')
  assert.deepEqual(
    [transfer!['amount'], transfer!['source_transaction'], transfer!['transfer_group']],
    [6_600, stripe.object(stripe.object(session)['payment_intent'])['latest_charge'], order],
  )
})

test('a payment for an expired order is refunded automatically, and the page informs the buyer about the refund', async (t) => {
  const { app, stripe, buyer, list } = await market(t)
  const { id } = await list()
  const session = sessionIn((await buyer.post(`/checkout/${id}`, { ...ADDRESS, expected_total: '66', method: 'checkout' })).body)
  await app.advance(16 * 60)
  stripe.payCheckout(session)
  const back = await buyer.get(new URL(stripe.object(session)['success_url']).pathname)
  assert.match(back.headers['location']!, /^\/you\/orders\/ord_/)
  const flash = Buffer.from(/flash=([^;]+)/.exec(back.headers['set-cookie']!)![1]!, 'base64url').toString()
  assert.match(flash, /arrived too late\. You will get a full refund/)
  await app.advance(1)
  assert.deepEqual(
    stripe.all('re').map(({ amount }) => amount),
    [6_600],
  )
})

test('a buyer pays a deposit through Stripe, and the seller’s share of an order with two charges is paid from the balance', async (t) => {
  const { app, stripe, seller, ben, buyer, list } = await market(t)
  const { id } = await list()
  const session = sessionIn((await buyer.post(`/hold/${id}`, { method: 'checkout' })).body)
  stripe.payCheckout(session)
  assert.equal((await buyer.get(new URL(stripe.object(session)['success_url']).pathname)).headers['location'], `/checkout/${id}`)
  const rest = sessionIn((await buyer.post(`/checkout/${id}`, { ...ADDRESS, expected_total: '66', hold: 'true', method: 'checkout' })).body)
  assert.equal(stripe.object(rest)['amount_total'], 6_000)
  stripe.payCheckout(rest)
  const order = (await buyer.get(new URL(stripe.object(rest)['success_url']).pathname)).headers['location']!.split('/').at(-1)!
  await seller.call('POST', `/v1/orders/${order}/ship`, { json: {} })
  await app.call('POST', `/v1/orders/${order}/confirm`, { key: ben.key })
  await app.advance(1)
  const [transfer] = stripe.all('tr')
  assert.deepEqual([transfer!['amount'], transfer!['source_transaction']], [6_600, null])
})
