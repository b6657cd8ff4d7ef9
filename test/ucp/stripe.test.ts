import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { send, startApp, type Reply, type TestApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { sendStripeEvent, startStripe, type StripeObject } from '#test/fakes/stripe.ts'
import { agentOf, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, SENT } from '#test/ucp/buying.ts'
import { startPlatform } from '#test/ucp/platform.ts'
import { isStandard, report } from '#test/ucp/standard.ts'

/** Tests an agent that pays with Stripe. The agent's platform tokenizes cards with our publishable key. A fake server replaces Stripe. */

const HANDLER = 'localhost.market.payments.stripe'
const stripe = await startStripe()
after(() => stripe.close())

const card = (token: string, type = 'stripe_payment_method') => ({
  payment: { instruments: [{ id: 'i1', handler_id: 'stripe', type: 'card', selected: true, credential: { type, token } }] },
})
const page = { payment: { instruments: [{ id: 'i1', handler_id: 'stripe', type: 'hosted_page' }] } }
const handlerOf = (body: Reply['body']) => body.ucp.payment_handlers[HANDLER][0]
const profileOf = async (app: TestApp) => (await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })).body

const app = await startApp({ after }, { ...stripe.env, STRIPE_PUBLISHABLE_KEY: 'pk_test_shop' })
stripe.useClock(() => app.service.ctx.now().getTime())
const { seller, buyer } = await openBargain(app)
const agent = agentOf(app, await startPlatform({ after }, [CHECKOUT, FULFILLMENT, ORDER]), buyer.key)
after(report)

const lamp = () => onSale(seller, { title: 'Brass lamp', price: 40, shipping: 5 })
const begun = async (): Promise<Reply['body']> => (await agent.create({ line_items: of(await lamp()), fulfillment: SENT })).body
const sendEvent = async (event: StripeObject) => {
  const reply = await sendStripeEvent(app, event)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

describe('UCP payments with a publishable Stripe key', () => {
  test('the Stripe payment handler publishes the Stripe key and the accepted payment instruments', async () => {
    const profile = await profileOf(app)
    isStandard('discovery/profile.json#/$defs/business_profile', profile)
    for (const body of [profile, await begun()]) {
      const { config, available_instruments } = handlerOf(body)
      assert.deepEqual(config, { environment: 'test', publishable_key: 'pk_test_shop' })
      assert.deepEqual(available_instruments.map(({ type }: { type: string }) => type), ['card', 'hosted_page']) // prettier-ignore
      assert.equal(JSON.stringify(body).includes(stripe.secretKey), false, 'the secret key is not published')
    }
    const { body: schema } = await send(app.port, 'GET', '/ucp/schemas/payment.json', { host: 'localhost' })
    assert.match(JSON.stringify(schema), /\^pm_.*\^ctoken_/)
  })

  for (const [what, token, type] of [
    ['payment method', 'pm_card_visa', 'stripe_payment_method'],
    ['confirmation token', 'ctoken_card_visa', 'stripe_confirmation_token'],
  ] as const)
    test(`an agent can pay for an order with a ${what}`, async () => {
      const { id } = await begun()
      const { body } = await agent.complete(id, card(token, type))
      assert.equal(body.status, 'completed', JSON.stringify(body))
      assert.equal(JSON.stringify(body).includes(token), false, 'the response contains no credential')
      const { form } = stripe.seen.findLast(({ path }) => path === '/v1/payment_intents')!
      assert.deepEqual([form['amount'], form['confirm'], form[what.replace(' ', '_')]], ['4500', 'true', token])
    })

  test('after a declined card, the agent gets a clear error message, and the buyer can pay with a different card', async () => {
    const { id } = await begun()
    const { body: declined } = await agent.complete(id, card('pm_card_visa_chargeDeclinedInsufficientFunds'))
    assert.deepEqual([declined.status, codesOf(declined)], ['ready_for_complete', ['payment_failed']])
    assert.match(declined.messages[0].content, /not enough money on the card/)
    assert.equal((await agent.complete(id, card('pm_card_visa'))).body.status, 'completed')
  })

  test('3-D Secure uses the same page for the buyer even if the platform completes the checkout several times', async () => {
    const { id } = await begun()
    const [intents, headers] = [stripe.count('pi'), { 'idempotency-key': '0b8f5a1e-0000-4000-8000-0000000000f1' }]
    const { body: requested } = await agent.complete(id, card('pm_card_authenticationRequired'), { headers })
    assert.deepEqual([requested.status, codesOf(requested)], ['requires_escalation', ['authentication_required']])
    assert.equal(requested.messages[0].severity, 'requires_buyer_input')
    const { id: intent, next_action: next } = stripe.all('pi').at(-1)!
    assert.equal(requested.continue_url, `${stripe.url}/3d_secure/${intent}`)
    assert.match(next.redirect_to_url.return_url, new RegExp(`^${app.url}/pay/pay_`))
    assert.equal(JSON.stringify(requested).includes('_secret_'), false, 'the response contains no client secret')
    // Repeats the request as a client would after a lost response: first with the same idempotency key, then without a key.
    assert.equal((await agent.complete(id, card('pm_card_authenticationRequired'), { headers })).body.continue_url, requested.continue_url)
    assert.equal((await agent.complete(id, card('pm_card_authenticationRequired'))).body.continue_url, requested.continue_url)
    assert.equal(stripe.count('pi'), intents + 1)
    assert.equal((await agent.get(id)).body.status, 'complete_in_progress')
    await sendEvent(stripe.payIntent(intent))
    const { body: done } = await agent.get(id)
    assert.equal(done.status, 'completed')
    assert.equal((await agent.order(done.order.id)).body.totals.at(-1).amount, 4_500)
  })

  test('a buyer who fails 3-D Secure authentication can pay with a different card', async () => {
    const { id } = await begun()
    await agent.complete(id, card('ctoken_card_authenticationRequired', 'stripe_confirmation_token'))
    await sendEvent(stripe.failIntent(stripe.all('pi').at(-1)!['id']))
    assert.equal((await agent.get(id)).body.status, 'ready_for_complete')
    assert.equal((await agent.complete(id, card('pm_card_visa'))).body.status, 'completed')
  })

  test('a payment on Stripe’s own page requires no credential from the platform', async () => {
    const { id } = await begun()
    const { body } = await agent.complete(id, page)
    assert.deepEqual([body.status, codesOf(body)], ['requires_escalation', ['payment_page']])
    assert.match(body.continue_url, /\/c\/pay\/cs_/)
    for (const event of stripe.payCheckout(stripe.all('cs').at(-1)!['id'])) await sendEvent(event)
    assert.equal((await agent.get(id)).body.status, 'completed')
  })

  test('one payment on Stripe’s page covers several items, and a card that needs 3-D Secure is charged only once', async () => {
    for (const body of [page, card('pm_card_authenticationRequired')]) {
      const line_items = [...of(await lamp()), ...of(await lamp())]
      const { body: checkout } = await agent.create({ line_items, fulfillment: SENT })
      const [sessions, intents] = [stripe.count('cs'), stripe.count('pi')]
      const { body: waiting } = await agent.complete(checkout.id, body)
      assert.equal(waiting.status, 'requires_escalation')
      assert.equal((await agent.complete(checkout.id, body)).body.continue_url, waiting.continue_url)
      assert.equal(stripe.count('cs') - sessions + (stripe.count('pi') - intents), 1)
      const events = body === page ? stripe.payCheckout(stripe.all('cs').at(-1)!['id']) : [stripe.payIntent(stripe.all('pi').at(-1)!['id'])]
      for (const event of events) await sendEvent(event)
      const { body: done } = await agent.get(checkout.id)
      assert.deepEqual([done.status, done.totals.at(-1).amount], ['completed', 9_000])
      assert.equal((await agent.order(done.order.id)).body.line_items.length, 2)
    }
  })

  test('if Stripe’s response is lost, completing the checkout returns 503; a retry does not charge the card twice', async () => {
    const { id } = await begun()
    const intents = stripe.count('pi')
    stripe.meet('lost')
    assert.equal((await agent.complete(id, card('pm_card_visa'))).status, 503)
    assert.equal((await agent.complete(id, card('pm_card_visa'))).body.status, 'completed')
    assert.equal(stripe.count('pi'), intents + 1)
  })

  test('a checkout rejects an invalid Stripe credential, and the error names the field', async () => {
    const { id } = await begun()
    for (const token of ['test_ok', 'tok_visa', '4242424242424242', 'pm_', 'ctoken_x y', ''])
      assert.equal((await agent.complete(id, card(token))).body.path, '$.payment.instruments[0].credential.token', token)
    const other = { payment: { instruments: [{ id: 'i1', handler_id: 'test', type: 'test', credential: { token: 'test_ok' } }] } }
    assert.equal((await agent.complete(id, other)).body.path, '$.payment.instruments[0].handler_id')
  })
})

test('without a Stripe publishable key, a checkout offers only payment on Stripe’s own page', async (t) => {
  const app = await startApp(t, stripe.env)
  const { available_instruments, config } = handlerOf(await profileOf(app))
  assert.deepEqual([available_instruments, config], [[{ type: 'hosted_page' }], { environment: 'provider' }])
})
