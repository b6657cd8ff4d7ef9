import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { signed, startStripe, WEBHOOK_SECRET, type Trouble } from '#test/fakes/stripe.ts'
import { PaymentsError, type PaymentsReason } from '#platform/errors/payments.ts'
import type { Charge, ProviderUpdate, Payments } from '#platform/payments/index.ts'
import { createStripePayments } from './index.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

let stripe: Awaited<ReturnType<typeof startStripe>>
let payments: Payments
let made = 0
before(async () => {
  stripe = await startStripe()
})
after(() => stripe.close())
beforeEach(() => {
  payments = open()
  stripe.seen.length = 0
  stripe.events.length = 0
})

const open = (options: Partial<Parameters<typeof createStripePayments>[0]> = {}) =>
  createStripePayments({
    secretKey: stripe.secretKey,
    webhookSecret: stripe.webhookSecret,
    baseUrl: stripe.url,
    timeoutMs: 2_000,
    ...options,
  })

const charge = (method = 'pm_card_visa'): Charge => ({
  id: `pay_${++made}`,
  amountCents: 1_250,
  method,
  subject: `ord_${made}`,
  startedAt: NOW,
  now: NOW,
})

const applicant = (id: string) => ({ id, email: `${id}@example.test`, era: '0', ref: null, returnUrl: 'http://localhost/' })
const onPage = () => ({ startedAt: new Date(), page: { title: 'Lamp', returnUrl: 'http://localhost/pay/1' } })

async function deliver(event: Record<string, unknown>): Promise<ProviderUpdate | null> {
  const { raw, signature } = signed(event, NOW)
  const { about } = payments.readEvent(raw, signature, NOW)
  return about && payments.fetchNews(about)
}

async function newsOf<K extends ProviderUpdate['kind']>(kind: K, event: Record<string, unknown>) {
  const update = await deliver(event)
  assert.equal(update?.kind, kind)
  return update as Extract<ProviderUpdate, { kind: K }>
}

const failsWith = (expected: PaymentsReason) => (error: unknown) => {
  assert.ok(error instanceof PaymentsError, String(error))
  assert.doesNotMatch(error.message, /stripe's own|sk_test|127\.0\.0\.1|invalid_request/i)
  return error.reason === expected
}

describe('requests to Stripe', () => {
  test('a charge request contains the order, our id as the idempotency key, and the API version', async () => {
    const request = charge()
    await payments.charge(request)
    const { path, form, key, version } = stripe.seen[0]!
    assert.equal(path, '/v1/payment_intents')
    assert.equal(key, request.id)
    assert.equal(version, '2026-10-28.endive')
    assert.deepEqual(form, {
      amount: '1250',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      transfer_group: request.subject,
      'metadata[payment]': request.id,
      payment_method: 'pm_card_visa',
      confirm: 'true',
    })
  })

  test('a `card` charge is pending at first, and returns a client secret', async () => {
    const { status, clientSecret, ref } = await payments.charge(charge('card'))
    assert.equal(status, 'pending')
    assert.match(clientSecret!, new RegExp(`^${ref}_secret_`))
  })

  test('a charge is pending if the bank requires authentication', async () => {
    const { status, clientSecret } = await payments.charge(charge('pm_card_authenticationRequired'))
    assert.equal(status, 'pending')
    assert.ok(clientSecret)
  })

  test('the message for a lost card states only that the card was declined, without revealing that it was reported lost', async () => {
    assert.match((await payments.charge(charge('pm_card_visa_chargeDeclinedInsufficientFunds'))).failure!, /not enough money/)
    assert.equal(
      (await payments.charge(charge('pm_card_chargeDeclinedLostCard'))).failure,
      (await payments.charge(charge('pm_card_visa_chargeDeclined'))).failure,
    )
  })

  test('a charge is rejected if the amount is less than Stripe’s minimum for cards', async () => {
    await assert.rejects(payments.charge({ ...charge(), amountCents: 49 }), failsWith('refused'))
  })

  test('a payment with the ID of an earlier payment and a different amount is rejected, and is never charged', async () => {
    const request = charge()
    await payments.charge(request)
    await assert.rejects(payments.charge({ ...request, amountCents: 999 }), failsWith('refused'))
  })

  test('a transfer is linked to a charge only if that charge alone covers the amount', async () => {
    const request = charge()
    const ref = (await payments.charge(request)).ref!
    const account = (await payments.openAccount(applicant('usr_t')))!.ref
    stripe.finishAccount(account)
    const made1 = await payments.transfer({ id: `mov_${++made}`, account, amountCents: 900, subject: request.subject, sourceRef: ref })
    const { destination, transfer_group, source_transaction, amount } = stripe.object(made1.ref)
    assert.deepEqual(
      { destination, transfer_group, source_transaction, amount },
      { destination: account, transfer_group: request.subject, source_transaction: `ch_${ref}`, amount: 900 },
    )
  })

  test('a repeated `checkout` charge returns the same Stripe page or, after the buyer has paid, the result of the payment', async () => {
    const request = { ...charge('checkout'), ...onPage() }
    const first = await payments.charge(request)
    assert.deepEqual([first.status, first.clientSecret], ['pending', null])
    assert.match(first.url!, /\/c\/pay\/cs_/)
    assert.deepEqual(await payments.charge(request), first)
    assert.deepEqual(await payments.retrieveCharge({ ...request, ref: first.ref }), first)
    const deliverAll = (events: Record<string, unknown>[]) => Promise.all(events.map(deliver))
    const [refused] = await deliverAll(stripe.payCheckout(first.ref!, 'pm_card_visa_chargeDeclined'))
    assert.equal(refused, null, 'a declined card leaves the page open')
    assert.equal((await payments.retrieveCharge({ ...request, ref: first.ref })).status, 'pending')
    const [intent, page] = await deliverAll(stripe.payCheckout(first.ref!))
    assert.equal(intent, null)
    assert.ok(page?.kind === 'charge')
    assert.deepEqual([page.payment, page.ref, page.charged.status], [request.id, first.ref, 'succeeded'])
    assert.equal((await payments.retrieveCharge({ ...request, ref: first.ref })).status, 'succeeded')
    const back = await payments.refund({ id: `mov_${++made}`, ref: first.ref!, amountCents: 250 })
    assert.equal(stripe.object(back.ref)['payment_intent'], stripe.object(first.ref!)['payment_intent'])
  })

  test('a payment page offers wallets and saved cards, but saves no card if the payment has no customer record', async () => {
    const page = onPage()
    const customerRef = await payments.createCustomer({ id: `pcu_${++made}`, accountId: 'usr_c', email: 'c@example.test' })
    const request = { ...charge('checkout'), ...page, customerRef }
    await payments.charge(request)
    const { form, key } = stripe.seen.at(-1)!
    assert.equal(key, `${request.id}_${customerRef}`)
    assert.deepEqual(
      Object.fromEntries(Object.entries(form).filter(([name]) => /^(?:customer|saved_|allowed_|payment_method_types)/.test(name))),
      {
        'allowed_payment_method_types[0]': 'card',
        'allowed_payment_method_types[1]': 'link',
        customer: customerRef,
        'saved_payment_method_options[payment_method_save]': 'enabled',
      },
    )
    const plain = { ...charge('checkout'), ...page }
    await payments.charge(plain)
    assert.equal(stripe.seen.at(-1)!.key, plain.id)
    assert.deepEqual(
      Object.keys(stripe.seen.at(-1)!.form).filter((name) => /^(?:customer|saved_)/.test(name)),
      [],
    )
  })

  test('a charge fails with `no_customer` if Stripe does not know the customer, and succeeds without a customer', async () => {
    const page = onPage()
    const request = { ...charge('checkout'), ...page, customerRef: 'cus_gone' }
    await assert.rejects(payments.charge(request), failsWith('no_customer'))
    assert.equal((await payments.charge({ ...request, customerRef: null })).status, 'pending')
  })

  test('creating a customer at Stripe sends only a verified email address, and ids that identify the customer later', async () => {
    const customer = { id: `pcu_${++made}`, accountId: 'usr_d', email: null }
    const ref = await payments.createCustomer(customer)
    assert.deepEqual(stripe.seen.at(-1)!.form, { 'metadata[account]': 'usr_d', 'metadata[customer]': customer.id })
    await payments.changeCustomer(ref, 'd@example.test')
    assert.equal(stripe.object(ref)['email'], 'd@example.test')
    await payments.deleteCustomer({ id: customer.id, ref: null })
    assert.equal(stripe.object(ref)['deleted'], true)
  })

  test('only the cards of the given customer are listed or removed', async () => {
    const [ana, ben] = await Promise.all(
      ['usr_e', 'usr_f'].map((accountId) => payments.createCustomer({ id: `pcu_${++made}`, accountId, email: null })),
    )
    const card = stripe.saveCard(ana!)
    assert.deepEqual(await payments.listCards(ana!), [{ ref: card['id'], brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2034 }])
    assert.deepEqual(await payments.listCards(ben!), [])
    await assert.rejects(payments.removeCard(ben!, card['id']), failsWith('refused'))
    assert.equal(card['customer'], ana)
    await assert.rejects(payments.charge(charge(card['id'])), failsWith('refused'), 'a saved card cannot be charged by its id')
    await payments.removeCard(ana!, card['id'])
    assert.deepEqual(await payments.listCards(ana!), [])
    assert.deepEqual(await payments.listCards('cus_gone'), [])
  })

  test('a payment whose checkout page has expired fails and cannot be refunded', async () => {
    const request = { ...charge('checkout'), ...onPage() }
    const { ref } = await payments.charge(request)
    const update = await newsOf('charge', stripe.expireCheckout(ref!))
    assert.deepEqual([update.ref, update.charged.status], [ref, 'failed'])
    await assert.rejects(payments.refund({ id: `mov_${++made}`, ref: ref!, amountCents: 100 }), failsWith('refused'))
    const lost = { ...request, id: `pay_${++made}`, ref: null, now: new Date(request.startedAt.getTime() + 3_600_000) }
    assert.equal((await payments.retrieveCharge(lost)).status, 'failed', 'a checkout page without a known URL has failed')
  })

  test('the service sends no money to a seller whose payout account is missing or incomplete', async () => {
    const transfer = { id: `mov_${++made}`, account: null, amountCents: 900, subject: 'ord_n' }
    await assert.rejects(payments.transfer(transfer), failsWith('refused'))
    assert.deepEqual(
      stripe.seen.map(({ method }) => method),
      ['GET'],
      'only looks up an earlier transfer, and sends nothing',
    )
    const { ref } = (await payments.openAccount(applicant('usr_n')))!
    await assert.rejects(payments.transfer({ ...transfer, account: ref }), failsWith('refused'))
  })

  test('a seller’s account is opened only once and has a setup page, and its readiness is reported', async () => {
    const seller = applicant('usr_o')
    const first = (await payments.openAccount(seller))!
    assert.equal(first.ready, false)
    assert.match(first.url!, /\/setup\/acct_/)
    assert.equal((await payments.openAccount(seller))!.ref, first.ref)
    assert.notEqual((await payments.openAccount({ ...seller, era: '1' }))!.ref, first.ref, 'a different `era` opens another account')
    assert.equal((await payments.openAccount({ ...seller, ref: first.ref }))!.ref, first.ref)
    stripe.finishAccount(first.ref)
    assert.deepEqual(await payments.openAccount({ ...seller, ref: first.ref }), { ref: first.ref, ready: true, gone: false, url: null })
    stripe.stopAccount(first.ref)
    assert.equal((await payments.openAccount({ ...seller, ref: first.ref }))!.ready, false, 'a stopped account is not ready')
    stripe.leaveAccount(first.ref)
    const second = (await payments.openAccount({ ...seller, ref: first.ref }))!
    assert.notEqual(second.ref, first.ref, 'a disconnected account is replaced by another')
  })
})

describe('failed requests to Stripe', () => {
  for (const trouble of ['rate_limited', 'error_500', 'malformed', 'slow', 'lost'] satisfies Trouble[])
    test(`a charge fails as unavailable for ${trouble}, so that the caller retries`, async () => {
      payments = open({ timeoutMs: 300 })
      stripe.meet(trouble)
      await assert.rejects(payments.charge(charge()), failsWith('unavailable'))
    })

  test('the payment provider is reported as unavailable if Stripe is unreachable or rejects the key', async () => {
    await assert.rejects(open({ baseUrl: 'http://127.0.0.1:1' }).charge(charge()), failsWith('unavailable'))
    await assert.rejects(open({ secretKey: 'sk_test_other' }).charge(charge()), failsWith('unavailable'))
  })

  test('a search finds a charge with a lost response, and a repeated request returns the same charge', async () => {
    const request = charge()
    const before = stripe.count('pi')
    stripe.meet('lost')
    await assert.rejects(payments.charge(request), failsWith('unavailable'))
    const found = await payments.retrieveCharge({ ...request, ref: null })
    assert.equal(found.status, 'succeeded')
    assert.deepEqual(await payments.charge(request), found)
    assert.equal(stripe.count('pi'), before + 1)
  })

  test('a charge that Stripe cannot find is reported as unknown for an hour and then as failed, and is never created', async () => {
    const request = charge()
    await assert.rejects(payments.retrieveCharge({ ...request, now: later(3_599), ref: null }), failsWith('unknown'))
    assert.equal((await payments.retrieveCharge({ ...request, now: later(3_600), ref: null })).status, 'failed')
    assert.equal(stripe.seen.filter(({ method }) => method === 'POST').length, 0)
  })

  test('a retry finds the lost result of a refund or transfer without an idempotency key', async () => {
    const ref = (await payments.charge(charge())).ref!
    const account = (await payments.openAccount(applicant('usr_l')))!.ref
    stripe.finishAccount(account)
    const calls = [
      () => payments.refund({ id: 'mov_lost_r', ref, amountCents: 500 }),
      () => payments.transfer({ id: 'mov_lost_t', account, amountCents: 500, subject: 'ord_lost' }),
    ]
    for (const [index, move] of calls.entries()) {
      const posts = () =>
        // counts distinct keys, because the library retries once with the same idempotency key
        new Set(
          stripe.seen
            .filter(({ method, path }) => method === 'POST' && path === ['/v1/refunds', '/v1/transfers'][index])
            .map(({ key }) => key),
        ).size
      await assert.rejects(async () => {
        // the read before the write succeeds; then the write takes effect, but its response is lost
        stripe.meet('none', 'lost')
        await move()
      }, failsWith('unavailable'))
      await move()
      // the second call writes nothing, because a search, which needs no idempotency key, finds the first result
      assert.equal(posts(), 1)
    }
  })
})

describe('Stripe events', () => {
  test('for an event about a payment or account, the service reads the current state from Stripe', async () => {
    const request = charge('card')
    const ref = (await payments.charge(request)).ref!
    const failed = await newsOf('charge', stripe.failIntent(ref))
    assert.deepEqual([failed.payment, failed.ref, failed.charged.status], [request.id, ref, 'failed'])
    const late = stripe.events.at(-1)!
    const paid = await newsOf('charge', stripe.payIntent(ref))
    assert.deepEqual([paid.charged.status, paid.charged.failure], ['succeeded', null])
    assert.deepEqual(paid.charged.proof, { payment: request.id, amountCents: 1_250, currency: 'usd' })
    assert.deepEqual(await deliver(late), paid, 'a late event returns the current state')
    const cancelled = await newsOf('charge', stripe.cancelIntent(ref))
    assert.equal(cancelled.charged.status, 'failed')
    const account = (await payments.openAccount(applicant('usr_e')))!.ref
    const update = await newsOf('account', stripe.finishAccount(account))
    assert.deepEqual(update.account, { ref: account, ready: true, gone: false, url: null })
    const left = await newsOf('account', stripe.leaveAccount(account))
    assert.deepEqual(left.account, { ref: account, ready: false, gone: true, url: null })
    assert.equal(await deliver({ id: 'evt_other', object: 'event', type: 'charge.refunded', data: { object: {} } }), null)
  })

  test('for an event about a chargeback, refund, transfer or payout, the service reads the current state from Stripe', async () => {
    const request = charge()
    const ref = (await payments.charge(request)).ref!
    const account = (await payments.openAccount(applicant('usr_c')))!.ref
    stripe.finishAccount(account)
    const refund = await payments.refund({ id: 'mov_r1', ref, amountCents: 50 })
    const failed = await newsOf('refund', stripe.failRefund(refund.ref))
    assert.deepEqual([failed.move, failed.amountCents, failed.failed], ['mov_r1', 50, true])
    assert.notEqual((await payments.refund({ id: 'mov_r1', ref, amountCents: 50 })).ref, refund.ref, 'a failed refund is created again')
    const transfer = await payments.transfer({ id: 'mov_t1', account, amountCents: 900, subject: request.subject })
    const own = await payments.reverse({ id: 'mov_v1', ref: transfer.ref, amountCents: 300 })
    assert.deepEqual(await payments.reverse({ id: 'mov_v1', ref: transfer.ref, amountCents: 300 }), own)
    const others = await newsOf('transfer', stripe.reverseTransfer(transfer.ref, 100))
    assert.deepEqual([others.move, others.amountCents, others.reversedCents], ['mov_t1', 900, 100], 'our own reversals are not reported')
    stripe.emptyAccount(account)
    await assert.rejects(payments.reverse({ id: 'mov_v2', ref: transfer.ref, amountCents: 100 }), failsWith('no_funds'))
    const payout = await newsOf('payout_failed', stripe.failPayout(account, 700))
    assert.deepEqual([payout.account, payout.amountCents, payout.reason], [account, 700, 'account_closed'])
    const dispute = stripe.dispute(ref)
    const [created, withdrawn] = await Promise.all(stripe.events.slice(-2).map(deliver))
    assert.deepEqual(created, withdrawn)
    assert.ok(created?.kind === 'chargeback')
    assert.deepEqual(
      [created.payment, created.chargeRef, created.stage, created.amountCents, created.takenCents, created.entries],
      [request.id, ref, 'open', 1_250, 1_250, 1],
    )
    assert.ok(created.dueBy! > new Date())
    const won = await newsOf('chargeback', stripe.decideDispute(dispute, 'won'))
    assert.deepEqual([won.stage, won.takenCents, won.entries], ['won', 0, 2])
  })

  test('events from a different mode or account are marked as doubtful, and events about unknown objects are ignored', async () => {
    const { ref } = await payments.charge(charge())
    const read = (event: Record<string, unknown>) => {
      const { raw, signature } = signed(event, NOW)
      return payments.readEvent(raw, signature, NOW)
    }
    const event = { ...stripe.events.at(-1)!, data: { object: { id: ref, object: 'payment_intent' } } }
    assert.equal(read(event).doubt, null)
    assert.match(read({ ...event, livemode: true }).doubt!, /live mode/)
    assert.match(read({ ...event, account: 'acct_other' }).doubt!, /another account/)
    assert.match(read({ ...event, type: 'account.updated', data: { object: { id: 'acct_1' } } }).doubt!, /another account/)
    assert.equal(await payments.fetchNews({ kind: 'intent', ref: 'pi_nobody', account: null }), null)
    const live = open({ secretKey: 'sk_live_x' })
    const { raw, signature } = signed(event, NOW)
    assert.match(live.readEvent(raw, signature, NOW).doubt!, /test mode/)
  })

  test('a signed event with an invalid body is rejected', () => {
    for (const body of [
      {},
      { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', livemode: false, data: { object: { id: 7 } } },
      { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', livemode: false, data: {} },
      { object: 'event' },
    ]) {
      const { raw, signature } = signed(body, NOW)
      assert.throws(() => payments.readEvent(raw, signature, NOW), failsWith('bad_event'))
    }
  })

  test('a webhook signature expires after five minutes', () => {
    const { raw, signature } = signed({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } }, NOW)
    for (const seconds of [0, 300]) assert.equal(payments.readEvent(raw, signature, later(seconds)).about, null)
    for (const seconds of [302, 86_400]) assert.throws(() => payments.readEvent(raw, signature, later(seconds)), failsWith('bad_signature'))
  })

  test('a webhook event is accepted if any of its signatures matches any of the secrets', () => {
    payments = open({ webhookSecret: `whsec_old, ${WEBHOOK_SECRET}` })
    const event = { id: 'evt_1', object: 'event', type: 'x', data: { object: {} } }
    const { raw, signature } = signed(event, NOW)
    const [time, digest] = signature.split(',')
    assert.equal(payments.readEvent(raw, signature, NOW).id, 'evt_1')
    assert.equal(payments.readEvent(raw, `${time},v1=${'0'.repeat(64)},${digest},v0=${'a'.repeat(64)}`, NOW).id, 'evt_1')
    assert.throws(() => payments.readEvent(raw, signed(event, NOW, 'whsec_another').signature, NOW), failsWith('bad_signature'))
    assert.throws(() => payments.readEvent(raw, signature.replace(/^t=\d+/, 't=1'), NOW), failsWith('bad_signature'))
  })

  test('a webhook event with one changed byte is rejected, and no changed signature is valid for a different event (1,000 cases)', () => {
    const event = { id: 'evt_1', object: 'event', type: 'x', data: { object: { amount: 100 } } }
    const { raw, signature } = signed(event, NOW)
    for (let i = 0; i < 1_000; i++) {
      if (i % 2 === 0) assert.throws(() => payments.readEvent(mutated(raw), signature, NOW), failsWith('bad_signature'))
      else acceptsOrRejects(raw, mutated(Buffer.from(signature)).toString('latin1'))
    }
  })
})

/**
 * Expects the header to be accepted, or rejected as `bad_signature`. A changed header can stay valid, because the library ignores letters
 * after a number, but the content of an accepted event is always what was signed.
 */
function acceptsOrRejects(raw: Buffer, header: string): void {
  try {
    assert.equal(payments.readEvent(raw, header, NOW).id, 'evt_1')
  } catch (error) {
    assert.ok(error instanceof PaymentsError && error.reason === 'bad_signature', `${header}: ${String(error)}`)
  }
}

function mutated(bytes: Buffer): Buffer {
  const at = randomInt(bytes.length)
  const other = Buffer.from([(bytes[at]! + 1 + randomInt(255)) % 256])
  const kind = randomInt(3)
  return Buffer.concat([bytes.subarray(0, at), kind === 1 ? Buffer.alloc(0) : other, bytes.subarray(kind === 2 ? at : at + 1)])
}
