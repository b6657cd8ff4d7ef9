import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { mismatchReason, type PaymentRow } from '#commerce/payments/record.ts'
import { openCase } from '#commerce/payment-exceptions/index.ts'
import { inTransaction } from '#platform/context/index.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'
import { startApp, type Reply } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { shuffled, signed, startStripe, type StripeObject } from '#test/fakes/stripe.ts'
import { reconcileOpenPayments } from '#commerce/sale/reconcile.ts'

async function startShop(t: TestContext, role?: 'web') {
  const stripe = await startStripe()
  t.after(() => stripe.close())
  const settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  }
  const app = await startApp(t, settings, undefined, role)
  const ana = await openSeller(app)
  const ben = await app.signUp('Ben')
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
  const { db } = app.service.ctx
  return {
    app,
    stripe,
    ana,
    ben,
    async sendEvent(event: StripeObject, at: Date = app.service.ctx.now()): Promise<Reply> {
      const { raw, signature } = signed(event, at)
      return app.call('POST', '/v1/payments/stripe', {
        raw: { type: 'application/json; charset=utf-8', bytes: raw },
        headers: { 'stripe-signature': signature },
      })
    },
    async requestHold(): Promise<string> {
      const { id } = await ana.list({ title: 'Lamp', price: 100, publish: true })
      return (await app.call('POST', '/v1/holds', { key: ben.key, json: { listing: id } })).body.id
    },
    pay: (id: string, method = 'card') => app.call('POST', `/v1/holds/${id}/pay`, { key: ben.key, json: { method } }),
    read: async (id: string) => (await app.call('GET', `/v1/holds/${id}`, { key: ben.key })).body.status,
    payments: async (id: string) =>
      (
        await sql<{ status: string; provider_ref: string | null }>`select status, provider_ref from payments where hold_id = ${id}`.execute(
          db,
        )
      ).rows,
    escrow: async (id: string) =>
      (
        await sql<{ cents: number }>`
          select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = 'escrow' and hold_id = ${id}`.execute(db)
      ).rows[0]!.cents,
    events: async () => (await sql<{ n: number }>`select count(*) as n from provider_events`.execute(db)).rows[0]!.n,
  }
}

test('a card payment is completed exactly once, when Stripe’s webhook confirms the payment', async (t) => {
  const { stripe, sendEvent, requestHold, pay, read, escrow, payments } = await startShop(t)
  const id = await requestHold()
  const waiting = await pay(id)
  assert.deepEqual([waiting.status, waiting.body.status], [200, 'asked'])
  assert.match(waiting.body.client_secret, /_secret_/)
  const event = stripe.payIntent((await payments(id))[0]!.provider_ref!)
  const reply = await sendEvent(event)
  assert.deepEqual([reply.status, reply.body], [200, { object: 'provider_event', id: event['id'], used: true }])
  assert.deepEqual([await read(id), await escrow(id)], ['active', 1_000])
  assert.deepEqual((await sendEvent(event)).body, { object: 'provider_event', id: event['id'], used: false })
  assert.equal(await escrow(id), 1_000)
})

test('a forged, modified or outdated Stripe event returns 400 and has no effect', async (t) => {
  const { app, stripe, sendEvent, requestHold, pay, read, payments, events } = await startShop(t)
  const id = await requestHold()
  await pay(id)
  const event = stripe.payIntent((await payments(id))[0]!.provider_ref!)
  const now = app.service.ctx.now()
  const { raw, signature } = signed(event, now)
  const send = (bytes: Uint8Array, header?: string) =>
    app.call('POST', '/v1/payments/stripe', {
      raw: { type: 'application/json', bytes },
      headers: header === undefined ? {} : { 'stripe-signature': header },
    })
  const replies = [
    await send(raw),
    await send(raw, signed(event, now, 'whsec_other').signature),
    // sends the same JSON in a different byte encoding
    await send(Buffer.from(JSON.stringify(event)), signature),
    await send(Buffer.alloc(0), signature),
    await sendEvent(event, new Date(now.getTime() - 302_000)),
  ]
  for (const { status, body } of replies) assert.deepEqual([status, body.error.type], [400, 'invalid_request'])
  assert.deepEqual([await read(id), (await payments(id))[0]!.status, await events()], ['asked', 'pending', 0])
  assert.equal((await send(raw, signature)).status, 200)
})

test('Stripe events have the same effect when they arrive repeatedly or in a different order', async (t) => {
  const { stripe, sendEvent, requestHold, pay, read, escrow, payments } = await startShop(t)
  for (let seed = 0; seed < 8; seed++) {
    stripe.events.length = 0
    const id = await requestHold()
    await pay(id)
    const ref = (await payments(id))[0]!.provider_ref!
    stripe.failIntent(ref)
    stripe.failIntent(ref)
    stripe.payIntent(ref)
    for (const event of shuffled(stripe.events, seed)) assert.equal((await sendEvent(event)).status, 200)
    assert.deepEqual(
      [await read(id), await escrow(id), (await payments(id)).map(({ status }) => status)],
      ['active', 1_000, ['succeeded']],
      `seed ${seed}`,
    )
  }
})

test('if the response to a payment is lost, a webhook, the reconciliation or a retry completes the payment, and the buyer is charged only once', async (t) => {
  const { app, stripe, sendEvent, requestHold, pay, read, escrow } = await startShop(t)
  const byWebhook = await requestHold()
  stripe.meet('lost')
  assert.equal((await pay(byWebhook, 'pm_card_visa')).status, 503)
  assert.equal(await read(byWebhook), 'asked')
  // Stripe sends the event before the service has stored Stripe's payment reference
  await sendEvent(stripe.events.at(-1)!)
  assert.deepEqual([await read(byWebhook), await escrow(byWebhook)], ['active', 1_000])
  const reconciled = await requestHold()
  stripe.meet('lost')
  assert.equal((await pay(reconciled, 'pm_card_visa')).status, 503)
  await app.advance(5)
  assert.deepEqual([await read(reconciled), await escrow(reconciled)], ['active', 1_000])
  const requested = await requestHold()
  stripe.meet('lost')
  assert.equal((await pay(requested, 'pm_card_visa')).status, 503)
  assert.equal((await pay(requested, 'pm_card_visa')).body.status, 'active')
  assert.equal(stripe.count('pi'), 3)
})

test('one reconciliation run checks all pending deposits, including those whose payment requests never reached Stripe', async (t) => {
  const { app, stripe, requestHold, pay } = await startShop(t, 'web')
  for (const method of ['pm_card_visa', 'pm_card_visa', 'card']) {
    const id = await requestHold()
    if (method !== 'card') stripe.meet('rate_limited')
    assert.equal((await pay(id, method)).status, method === 'card' ? 200 : 503)
  }
  stripe.seen.length = 0
  const { ctx } = app.service
  await reconcileOpenPayments({ ...ctx, now: () => new Date(ctx.now().getTime() + 60_000) }, UNSTOPPED)
  assert.deepEqual(
    stripe.seen.map(({ path }) => path.replace(/pi_\w+/, ':id')),
    ['/v1/payment_intents/search', '/v1/payment_intents/search', '/v1/payment_intents/:id'],
  )
})

test('a card that Stripe declines returns 402 with our own message, and the buyer can then pay with a different card', async (t) => {
  const { stripe, sendEvent, requestHold, pay, read } = await startShop(t)
  const id = await requestHold()
  const declined = await pay(id, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  assert.deepEqual([declined.status, declined.body.error.type], [402, 'payment'])
  assert.match(declined.body.error.message, /not enough money/)
  assert.doesNotMatch(JSON.stringify(declined.body), /Stripe's own words/)
  assert.equal((await pay(id, 'pm_card_visa')).body.status, 'active')
  // a late event about the failed first attempt does not undo the successful payment
  await sendEvent(stripe.events[0]!)
  assert.equal(await read(id), 'active')
})

test('a Stripe payment that succeeds after the payment deadline is refunded in full', async (t) => {
  const { app, ben, stripe, sendEvent, requestHold, pay, read, payments } = await startShop(t)
  const id = await requestHold()
  await pay(id)
  await app.advance(16 * 60)
  await sendEvent(stripe.payIntent((await payments(id))[0]!.provider_ref!))
  assert.equal(await read(id), 'expired')
  const { rows } = await sql`select kind, amount_cents, account_id from money_moves where hold_id = ${id}`.execute(app.service.ctx.db)
  assert.deepEqual(rows, [{ kind: 'refund', amount_cents: 1_000, account_id: ben.id }])
})

test('a result without a reference, or with the reference of the payment, is plausible', () => {
  const row = { id: 'pay_1', provider_ref: 'pi_1', amount_cents: 4_800 } as PaymentRow
  const failed = { status: 'failed', failure: 'Declined.', clientSecret: null, proof: null } as const
  const reason = (ref: string | null, stored: string | null = 'pi_1') =>
    mismatchReason({ ...row, provider_ref: stored }, { ...failed, ref })
  assert.deepEqual([reason(null), reason('pi_1'), reason('pi_2', null)], [null, null, null])
  assert.equal(reason('pi_2'), 'the reference is pi_2, but the payment has pi_1')
})

test('a Stripe event about an unknown payment is acknowledged with 200', async (t) => {
  const { sendEvent } = await startShop(t)
  const intent = { id: 'pi_other', object: 'payment_intent', status: 'succeeded', metadata: {} }
  const { status, body, headers } = await sendEvent({
    id: 'evt_other',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: intent },
    api_version: '2026-10-28',
  })
  assert.deepEqual([status, body.used], [200, true])
  assert.equal(headers['ignored-fields'], undefined, 'Stripe defines the fields of its events')
})

test('a seller’s payout account becomes ready when Stripe confirms that its setup is complete', async (t) => {
  const { app, stripe, ana, sendEvent } = await startShop(t)
  const read = async () => (await ana.call('GET', '/v1/payouts/account')).body
  assert.deepEqual(await read(), { object: 'payout_account', provider: 'stripe', ready: false, url: null })
  const opened = await ana.call('POST', '/v1/payouts/account')
  assert.deepEqual([opened.status, opened.body.ready], [200, false])
  assert.match(opened.body.url, /\/setup\/acct_/)
  const account = /acct_\d+/.exec(opened.body.url)![0]
  const stopped = { kind: 'account_stopped', ref: account, orderId: null, holdId: null, paymentId: null, transferId: null, accountId: ana.id, amountCents: 0, reason: 'Stopped.' } as const // prettier-ignore
  await inTransaction(app.service.ctx, (tx) => openCase(tx, stopped))
  const again = await ana.call('POST', '/v1/payouts/account')
  assert.notEqual(again.body.url, opened.body.url)
  assert.equal(stripe.count('acct'), 1)
  const openCases = async () => (await app.service.ctx.db.selectFrom('money_cases').select('id').where('closed_at', 'is', null).execute()).length // prettier-ignore
  assert.equal(await openCases(), 1, 'the exception stays open while the account does not work')
  await sendEvent(stripe.finishAccount(account))
  assert.deepEqual([(await read()).ready, await openCases()], [true, 0])
  assert.deepEqual((await ana.call('POST', '/v1/payouts/account')).body, {
    object: 'payout_account',
    provider: 'stripe',
    ready: true,
    url: null,
  })
  stripe.meet('error_500')
  assert.equal((await ana.call('POST', '/v1/payouts/account')).status, 503)
})

test('with the test provider, every seller is ready for payouts, and all Stripe events are rejected', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app)
  for (const method of ['GET', 'POST']) {
    const { status, body } = await ana.call(method, '/v1/payouts/account')
    assert.deepEqual([status, body], [200, { object: 'payout_account', provider: 'test', ready: true, url: null }])
  }
  const { raw, signature } = signed({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } }, app.service.ctx.now())
  const forged = await app.call('POST', '/v1/payments/stripe', {
    raw: { type: 'application/json', bytes: raw },
    headers: { 'stripe-signature': signature },
  })
  assert.equal(forged.status, 400)
})
