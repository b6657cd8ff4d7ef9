import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createStripePayments } from '#platform/payments/stripe/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { startApp, type Reply } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { sendStripeEvent, startStripe } from '#test/fakes/stripe.ts'
import { LINK_PATHS, mailedLink } from '#test/mailed-link.ts'
import { HOME } from '#test/sales.ts'
import { startLocalServer } from '#test/local-server.ts'

const stripe = await startStripe()
after(() => stripe.close())
const app = await startApp({ after }, { ...stripe.env, LOG_LEVEL: 'silent' })

const accountIn = ({ body }: Reply): string => /acct_\w+/.exec(body.url)![0]

describe('the payout account of a seller', () => {
  test('a payout account that was connected before email verification stays disconnected when provider events arrive', async () => {
    const thief = await app.signUp('Eve')
    const stolen = accountIn(await app.call('POST', '/v1/payouts/account', { cookie: thief.cookie }))
    const token = await mailedLink(app, thief.email, LINK_PATHS.sign_in, { requestPath: '/v1/sign-in-links' })
    const opened = await app.call('POST', '/v1/sign-in-links/complete', { json: { token } })
    assert.equal(opened.status, 201)
    const cookie = opened.headers['set-cookie']!.split(';')[0]!
    const own = accountIn(await app.call('POST', '/v1/payouts/account', { cookie }))
    assert.notEqual(own, stolen)
    assert.equal(accountIn(await app.call('POST', '/v1/payouts/account', { cookie })), own, 'repeated requests return the same account')
  })

  test('if the provider key cannot read disputes, an event about a chargeback is retried and not skipped', async (t) => {
    const { url: baseUrl } = await startLocalServer(t, (_request, response) =>
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"type":"invalid_request_error","message":"no"}}'),
    )
    const payments = createStripePayments({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', baseUrl, timeoutMs: 2_000 })
    await assert.rejects(
      payments.fetchNews({ kind: 'dispute', ref: 'dp_1', account: null }),
      (error) => error instanceof PaymentsError && error.reason === 'unavailable',
    )
    assert.equal(await payments.fetchNews({ kind: 'payout', ref: 'po_1', account: 'acct_1' }), null)
  })

  test('an inquiry by the bank does not block a refund', async () => {
    const ana = await openSeller(app)
    const ben = await app.signUp('Ben')
    const account = accountIn(await ana.call('POST', '/v1/payouts/account'))
    await sendStripeEvent(app, stripe.finishAccount(account))
    const listing = await ana.list({ title: 'Brass lamp', price: 100, shipping: 5, publish: true })
    const { body: order } = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: listing.id, address: HOME } })
    assert.equal((await app.call('POST', `/v1/orders/${order.id}/pay`, { key: ben.key, json: { method: 'card' } })).status, 200)
    const { db } = app.service.ctx
    const row = await db.selectFrom('payments').selectAll().where('order_id', '=', order.id).executeTakeFirstOrThrow()
    await sendStripeEvent(app, stripe.payIntent(row.provider_ref!))
    const from = stripe.events.length
    stripe.dispute(row.provider_ref!, { inquiry: true })
    for (const event of stripe.events.slice(from)) assert.equal((await sendStripeEvent(app, event)).status, 200)
    assert.equal((await ana.call('POST', `/v1/orders/${order.id}/cancel`)).status, 200)
    await app.advance(1)
    const transfer = await db.selectFrom('money_moves').selectAll().where('payment_id', '=', row.id).executeTakeFirstOrThrow()
    assert.deepEqual([transfer.kind, transfer.status], ['refund', 'sent'])
  })
})
