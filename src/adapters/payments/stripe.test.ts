import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { signed, startStripe, WEBHOOK_SECRET, type Trouble } from '#test/fakes/stripe.ts'
import { PaymentsError, type PaymentsReason } from '#lib/payments-error.ts'
import type { Charge, Payments } from './index.ts'
import { createStripePayments } from './stripe.ts'

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

/** Refused for this reason, and without a word of the provider's. */
const failsWith = (expected: PaymentsReason) => (error: unknown) => {
  assert.ok(error instanceof PaymentsError, String(error))
  assert.doesNotMatch(error.message, /stripe's own|sk_test|127\.0\.0\.1|invalid_request/i)
  return error.reason === expected
}

describe('what Stripe is asked', () => {
  test('a charge names its order, our id as the idempotency key, and the version that is read', async () => {
    const asked = charge()
    await payments.charge(asked)
    const { path, form, key, version } = stripe.seen[0]!
    assert.equal(path, '/v1/payment_intents')
    assert.equal(key, asked.id)
    assert.equal(version, '2025-04-30.basil')
    assert.deepEqual(form, {
      amount: '1250',
      currency: 'usd',
      'payment_method_types[0]': 'card',
      transfer_group: asked.subject,
      'metadata[payment]': asked.id,
      payment_method: 'pm_card_visa',
      confirm: 'true',
    })
  })

  test('`card` waits for the page, with what the page needs', async () => {
    const { status, clientSecret, ref } = await payments.charge(charge('card'))
    assert.equal(status, 'pending')
    assert.match(clientSecret!, new RegExp(`^${ref}_secret_`))
  })

  test('a bank that wants to hear from the buyer makes it pending', async () => {
    const { status, clientSecret } = await payments.charge(charge('pm_card_authenticationRequired'))
    assert.equal(status, 'pending')
    assert.ok(clientSecret)
  })

  test('says what a buyer can do about a declined card, and no more', async () => {
    assert.match((await payments.charge(charge('pm_card_visa_chargeDeclinedInsufficientFunds'))).failure!, /not enough money/)
    // that the card is reported lost is told to nobody
    assert.equal(
      (await payments.charge(charge('pm_card_chargeDeclinedLostCard'))).failure,
      (await payments.charge(charge('pm_card_visa_chargeDeclined'))).failure,
    )
  })

  test('an amount that no card pays is refused', async () => {
    await assert.rejects(payments.charge({ ...charge(), amountCents: 49 }), failsWith('refused'))
  })

  test('the same id with another amount is refused: no second charge', async () => {
    const asked = charge()
    await payments.charge(asked)
    await assert.rejects(payments.charge({ ...asked, amountCents: 999 }), failsWith('refused'))
  })

  test('a transfer comes out of its charge where one charge covers it', async () => {
    const asked = charge()
    const ref = (await payments.charge(asked)).ref!
    const account = (await payments.openAccount({ id: 'usr_t', email: 'a@example.test', ref: null, returnUrl: 'http://localhost/' }))!.ref
    stripe.finishAccount(account)
    const made1 = await payments.transfer({ id: `mov_${++made}`, account, amountCents: 900, subject: asked.subject, sourceRef: ref })
    const { destination, transfer_group, source_transaction, amount } = stripe.object(made1.ref)
    assert.deepEqual(
      { destination, transfer_group, source_transaction, amount },
      { destination: account, transfer_group: asked.subject, source_transaction: `ch_${ref}`, amount: 900 },
    )
  })

  test('`checkout` opens a page of Stripe’s own, the same one when asked again, and follows what it comes to', async () => {
    const asked = { ...charge('checkout'), startedAt: new Date(), page: { title: 'Lamp', returnUrl: 'http://localhost/pay/1' } }
    const first = await payments.charge(asked)
    assert.deepEqual([first.status, first.clientSecret], ['pending', null])
    assert.match(first.url!, /\/c\/pay\/cs_/)
    assert.deepEqual(await payments.charge(asked), first)
    assert.deepEqual(await payments.look({ ...asked, ref: first.ref }), first)
    const heard = (events: Record<string, unknown>[]) =>
      events.map((event) => {
        const { raw, signature } = signed(event, NOW)
        return payments.readEvent(raw, signature, NOW)
      })
    const [refused] = heard(stripe.payCheckout(first.ref!, 'pm_card_visa_chargeDeclined'))
    assert.equal(refused!.kind, 'other', 'a refused card there is not the end: the page is still open')
    assert.equal((await payments.look({ ...asked, ref: first.ref })).status, 'pending')
    const [intent, page] = heard(stripe.payCheckout(first.ref!))
    assert.equal(intent!.kind, 'other')
    assert.ok(page?.kind === 'charge')
    assert.deepEqual([page.payment, page.ref, page.charged.status], [asked.id, first.ref, 'succeeded'])
    assert.equal((await payments.look({ ...asked, ref: first.ref })).status, 'succeeded')
    const back = await payments.refund({ id: `mov_${++made}`, ref: first.ref!, amountCents: 250 })
    assert.equal(stripe.object(back.ref)['payment_intent'], stripe.object(first.ref!)['payment_intent'])
  })

  test('a page that nobody paid on in time has failed, and nothing goes back from it', async () => {
    const asked = { ...charge('checkout'), startedAt: new Date(), page: { title: 'Lamp', returnUrl: 'http://localhost/pay/1' } }
    const { ref } = await payments.charge(asked)
    const { raw, signature } = signed(stripe.expireCheckout(ref!), NOW)
    const told = payments.readEvent(raw, signature, NOW)
    assert.ok(told.kind === 'charge')
    assert.deepEqual([told.ref, told.charged.status], [ref, 'failed'])
    await assert.rejects(payments.refund({ id: `mov_${++made}`, ref: ref!, amountCents: 100 }), failsWith('refused'))
    const lost = { ...asked, id: `pay_${++made}`, ref: null, now: new Date(asked.startedAt.getTime() + 3_600_000) }
    assert.equal((await payments.look(lost)).status, 'failed', 'a page whose address nobody knows is paid by nobody')
  })

  test('nothing is sent to a seller without an account that can be paid', async () => {
    const transfer = { id: `mov_${++made}`, account: null, amountCents: 900, subject: 'ord_n' }
    await assert.rejects(payments.transfer(transfer), failsWith('refused'))
    assert.equal(stripe.seen.length, 0)
    const { ref } = (await payments.openAccount({ id: 'usr_n', email: 'n@example.test', ref: null, returnUrl: 'http://localhost/' }))!
    await assert.rejects(payments.transfer({ ...transfer, account: ref }), failsWith('refused'))
  })

  test("opens a seller's account once, sends them on until it is ready, and then says so", async () => {
    const seller = { id: 'usr_o', email: 'o@example.test', ref: null, returnUrl: 'http://localhost/back' }
    const first = (await payments.openAccount(seller))!
    assert.equal(first.ready, false)
    assert.match(first.url!, /\/setup\/acct_/)
    assert.equal((await payments.openAccount(seller))!.ref, first.ref)
    assert.equal((await payments.openAccount({ ...seller, ref: first.ref }))!.ref, first.ref)
    stripe.finishAccount(first.ref)
    assert.deepEqual(await payments.openAccount({ ...seller, ref: first.ref }), { ref: first.ref, ready: true, url: null })
    await assert.rejects(payments.openAccount({ ...seller, ref: 'acct_gone' })!, failsWith('refused'))
  })
})

describe('when Stripe is in trouble', () => {
  for (const trouble of ['rate_limited', 'error_500', 'malformed', 'slow', 'lost'] satisfies Trouble[])
    test(`${trouble}: the caller hears that another try is worth it`, async () => {
      payments = open({ timeoutMs: 300 })
      stripe.meet(trouble)
      await assert.rejects(payments.charge(charge()), failsWith('unavailable'))
    })

  test('nobody listens, or the key is refused', async () => {
    await assert.rejects(open({ baseUrl: 'http://127.0.0.1:1' }).charge(charge()), failsWith('unavailable'))
    await assert.rejects(open({ secretKey: 'sk_test_other' }).charge(charge()), failsWith('unavailable'))
  })

  test('a charge whose answer was lost is found, by asking again or by its id alone', async () => {
    const asked = charge()
    const before = stripe.count('pi')
    stripe.meet('lost')
    await assert.rejects(payments.charge(asked), failsWith('unavailable'))
    const found = await payments.look({ ...asked, ref: null })
    assert.equal(found.status, 'succeeded')
    assert.deepEqual(await payments.charge(asked), found)
    assert.equal(stripe.count('pi'), before + 1)
  })

  test('a charge that was never made is not believed to be lost at once, and never made by looking', async () => {
    const asked = charge()
    await assert.rejects(payments.look({ ...asked, now: later(3_599), ref: null }), failsWith('unavailable'))
    assert.equal((await payments.look({ ...asked, now: later(3_600), ref: null })).status, 'failed')
    assert.equal(stripe.seen.filter(({ method }) => method === 'POST').length, 0)
  })

  test('a refund or transfer whose answer was lost is made once, also when the key is forgotten', async () => {
    const ref = (await payments.charge(charge())).ref!
    const account = (await payments.openAccount({ id: 'usr_l', email: 'l@example.test', ref: null, returnUrl: 'http://localhost/' }))!.ref
    stripe.finishAccount(account)
    const moves = [
      () => payments.refund({ id: 'mov_lost_r', ref, amountCents: 500 }),
      () => payments.transfer({ id: 'mov_lost_t', account, amountCents: 500, subject: 'ord_lost' }),
    ]
    for (const [index, move] of moves.entries()) {
      const posts = () =>
        stripe.seen.filter(({ method, path }) => method === 'POST' && path === ['/v1/refunds', '/v1/transfers'][index]).length
      await assert.rejects(async () => {
        // the look before it is answered; what follows is carried out and lost
        stripe.meet('none', 'lost')
        await move()
      }, failsWith('unavailable'))
      await move()
      // no second request: it was found, so nothing hangs on how long Stripe keeps a key
      assert.equal(posts(), 1)
    }
  })
})

describe('what Stripe tells', () => {
  test('reads payments that arrived, failed and were cancelled, and accounts', async () => {
    const asked = charge('card')
    const ref = (await payments.charge(asked)).ref!
    const read = (event: Record<string, unknown>) => {
      const { raw, signature } = signed(event, NOW)
      return payments.readEvent(raw, signature, NOW)
    }
    const failed = read(stripe.failIntent(ref))
    assert.ok(failed.kind === 'charge')
    assert.deepEqual(
      [failed.type, failed.payment, failed.ref, failed.charged.status],
      ['payment_intent.payment_failed', asked.id, ref, 'failed'],
    )
    const paid = read(stripe.payIntent(ref))
    assert.ok(paid.kind === 'charge')
    assert.deepEqual([paid.charged.status, paid.charged.failure], ['succeeded', null])
    const cancelled = read(stripe.cancelIntent(ref))
    assert.ok(cancelled.kind === 'charge')
    assert.equal(cancelled.charged.status, 'failed')
    const account = (await payments.openAccount({ id: 'usr_e', email: 'e@example.test', ref: null, returnUrl: 'http://localhost/' }))!.ref
    const told = read(stripe.finishAccount(account))
    assert.ok(told.kind === 'account')
    assert.deepEqual(told.account, { ref: account, ready: true, url: null })
    assert.equal(read({ id: 'evt_other', object: 'event', type: 'charge.refunded', data: { object: {} } }).kind, 'other')
  })

  test('signed nonsense is no event', () => {
    for (const body of [
      {},
      { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } },
      { object: 'event' },
    ]) {
      const { raw, signature } = signed(body, NOW)
      assert.throws(() => payments.readEvent(raw, signature, NOW), failsWith('bad_event'))
    }
  })

  test('a signature holds for five minutes, either way', () => {
    const { raw, signature } = signed({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } }, NOW)
    for (const seconds of [-300, 0, 300]) assert.equal(payments.readEvent(raw, signature, later(seconds)).kind, 'other')
    for (const seconds of [-302, 302, 86_400])
      assert.throws(() => payments.readEvent(raw, signature, later(seconds)), failsWith('bad_signature'))
  })

  test('takes any of several secrets, and any of several digests', () => {
    payments = open({ webhookSecret: `whsec_old, ${WEBHOOK_SECRET}` })
    const event = { id: 'evt_1', object: 'event', type: 'x', data: { object: {} } }
    const { raw, signature } = signed(event, NOW)
    const [time, digest] = signature.split(',')
    assert.equal(payments.readEvent(raw, signature, NOW).kind, 'other')
    assert.equal(payments.readEvent(raw, `${time},v1=${'0'.repeat(64)},${digest},v0=${'a'.repeat(64)}`, NOW).kind, 'other')
    assert.throws(() => payments.readEvent(raw, signed(event, NOW, 'whsec_another').signature, NOW), failsWith('bad_signature'))
    assert.throws(() => payments.readEvent(raw, `t=1,${signature}`, NOW), failsWith('bad_signature'))
  })

  test('1 000 mutations of header or body are refused', () => {
    const { raw, signature } = signed({ id: 'evt_1', object: 'event', type: 'x', data: { object: { amount: 100 } } }, NOW)
    for (let i = 0; i < 1_000; i++) {
      const [body, header] = i % 2 === 0 ? [mutated(raw), signature] : [raw, mutated(Buffer.from(signature)).toString('latin1')]
      assert.throws(() => payments.readEvent(body, header, NOW), failsWith('bad_signature'), `${header}\n${body.toString()}`)
    }
  })
})

/** One byte changed, dropped or put in. */
function mutated(bytes: Buffer): Buffer {
  const at = randomInt(bytes.length)
  const other = Buffer.from([(bytes[at]! + 1 + randomInt(255)) % 256])
  const kind = randomInt(3)
  return Buffer.concat([bytes.subarray(0, at), kind === 1 ? Buffer.alloc(0) : other, bytes.subarray(kind === 2 ? at : at + 1)])
}
