import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startStripe } from '#test/fakes/stripe.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import type { Charge, Payments } from './index.ts'
import { createStripePayments } from './stripe/index.ts'
import { createTestPayments } from './test.ts'

type Provider = {
  payments: Payments
  ok: string
  declined: string
  slow: string
  finish(charge: Charge, ref: string): Charge
  /** Creates a payout account that can receive transfers. Returns its id, or null if the provider needs no payout accounts. */
  account(): Promise<string | null>
}

const START = new Date('2026-11-21T12:00:00Z')
let stripe: Awaited<ReturnType<typeof startStripe>>
before(async () => {
  stripe = await startStripe()
})
after(() => stripe.close())

const providers: Record<string, () => Provider> = {
  test: () => ({
    payments: createTestPayments(),
    ok: 'test_ok',
    declined: 'test_declined',
    slow: 'test_slow',
    finish: (charge) => ({ ...charge, now: new Date(START.getTime() + 5_000) }),
    account: async () => null,
  }),
  stripe: () => {
    const payments = createStripePayments({ secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret, baseUrl: stripe.url })
    return {
      payments,
      ok: 'pm_card_visa',
      declined: 'pm_card_visa_chargeDeclined',
      slow: 'card',
      finish: (charge, ref) => {
        stripe.payIntent(ref)
        return charge
      },
      account: async () => {
        const { ref } = (await payments.openAccount({
          id: `usr_${++made}`,
          email: 'ana@example.test',
          era: '0',
          ref: null,
          returnUrl: 'http://localhost/back',
        }))!
        stripe.finishAccount(ref)
        return ref
      },
    }
  },
}

let made = 0
const charge = (method: string): Charge => ({
  id: `pay_${++made}`,
  amountCents: 1_250,
  method,
  subject: `ord_${made}`,
  startedAt: START,
  now: START,
})
const reason = (expected: string) => (error: unknown) => error instanceof PaymentsError && error.reason === expected

for (const [name, make] of Object.entries(providers)) {
  describe(`${name} payments`, () => {
    let provider: Provider
    let payments: Payments
    before(() => {
      provider = make()
      payments = provider.payments
    })

    test('supported payment methods are accepted, and all other methods are rejected', async () => {
      assert.deepEqual(
        payments.methods.map(payments.takes),
        payments.methods.map(() => true),
      )
      for (const method of ['', 'cash', 'toString', 'pm_', '../pm_1']) {
        assert.equal(payments.takes(method), false, method)
        await assert.rejects(payments.charge(charge(method)), reason('refused'))
      }
    })

    test('a repeated charge takes the money only once', async () => {
      const request = charge(provider.ok)
      const first = await payments.charge(request)
      assert.equal(first.status, 'succeeded')
      assert.equal(first.failure, null)
      assert.equal(first.clientSecret, null)
      assert.deepEqual(await payments.charge({ ...request, now: new Date(START.getTime() + 1_000) }), first)
      assert.deepEqual(await payments.retrieveCharge({ ...request, ref: first.ref }), first)
    })

    test('a charge to a declined card returns a message for the buyer', async () => {
      const request = charge(provider.declined)
      const first = await payments.charge(request)
      assert.equal(first.status, 'failed')
      assert.match(first.failure!, /^The card was declined\./)
      assert.deepEqual(await payments.charge(request), first)
      assert.equal((await payments.retrieveCharge({ ...request, ref: first.ref })).status, 'failed')
    })

    test('a slow charge is pending first, and then succeeds', async () => {
      const request = charge(provider.slow)
      const first = await payments.charge(request)
      assert.equal(first.status, 'pending')
      assert.equal((await payments.retrieveCharge({ ...request, ref: first.ref })).status, 'pending')
      const later = await payments.retrieveCharge({ ...provider.finish(request, first.ref!), ref: first.ref })
      assert.deepEqual({ ref: later.ref, status: later.status }, { ref: first.ref, status: 'succeeded' })
    })

    test('each charge has its own reference', async () => {
      const refs = await Promise.all([1, 2, 3].map(async () => (await payments.charge(charge(provider.ok))).ref))
      assert.equal(new Set(refs).size, 3)
    })

    test('a charge is refunded in several parts, and each partial refund is made only once', async () => {
      const ref = (await payments.charge(charge(provider.ok))).ref!
      const first = await payments.refund({ id: `mov_${++made}`, ref, amountCents: 1_000 })
      const second = await payments.refund({ id: `mov_${made + 1}`, ref, amountCents: 250 })
      assert.notEqual(first.ref, second.ref)
      assert.deepEqual(await payments.refund({ id: `mov_${made}`, ref, amountCents: 1_000 }), first)
      made += 1
    })

    test('a failed charge cannot be refunded', async () => {
      const ref = (await payments.charge(charge(provider.declined))).ref!
      await assert.rejects(payments.refund({ id: `mov_${++made}`, ref, amountCents: 100 }), reason('refused'))
    })

    test('a repeated transfer to a seller moves the money only once', async () => {
      const transfer = { id: `mov_${++made}`, account: await provider.account(), amountCents: 900, subject: 'ord_1' }
      const first = await payments.transfer(transfer)
      assert.deepEqual(await payments.transfer(transfer), first)
      assert.notDeepEqual(await payments.transfer({ ...transfer, id: `mov_${++made}` }), first)
    })

    test('a repeated reversal of a transfer moves the money only once', async () => {
      const sent = await payments.transfer({ id: `mov_${++made}`, account: await provider.account(), amountCents: 900, subject: 'ord_2' })
      const reversal = { id: `mov_${++made}`, ref: sent.ref, amountCents: 400 }
      const first = await payments.reverse(reversal)
      assert.deepEqual(await payments.reverse(reversal), first)
      assert.notDeepEqual(await payments.reverse({ ...reversal, id: `mov_${++made}` }), first)
    })

    test('the result of a charge contains our payment id, the amount and the currency', async () => {
      const request = charge(provider.ok)
      assert.deepEqual((await payments.charge(request)).proof, { payment: request.id, amountCents: request.amountCents, currency: 'usd' })
    })

    test('a customer is created only once per id, and deleting the customer repeatedly causes no error', async () => {
      const customer = { id: `pcu_${++made}`, accountId: 'usr_1', email: null }
      const ref = await payments.createCustomer(customer)
      assert.equal(await payments.createCustomer(customer), ref)
      assert.notEqual(await payments.createCustomer({ ...customer, id: `pcu_${++made}` }), ref)
      for (const given of [ref, ref, null]) await payments.deleteCustomer({ id: customer.id, ref: given })
    })

    test('removing an unknown card is rejected', async () => {
      const ref = await payments.createCustomer({ id: `pcu_${++made}`, accountId: 'usr_1', email: null })
      for (const card of ['pm_unknown', '', '../pm_1', 'cus_1']) await assert.rejects(payments.removeCard(ref, card), reason('refused'))
    })

    test('the payment provider rejects a webhook without a valid signature', () => {
      const raw = Buffer.from('{"id":"evt_1","object":"event","type":"x","data":{"object":{}}}')
      for (const signature of [undefined, '', 't=1,v1=0'])
        assert.throws(() => payments.readEvent(raw, signature, START), reason('bad_signature'))
    })
  })
}
