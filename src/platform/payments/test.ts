import { PaymentsError } from '#platform/errors/payments.ts'
import type { Charge, Charged, Payments, SavedCard } from './index.ts'

/** Time in ms that a `test_slow` charge stays pending, measured with the service's clock. */
export const SLOW_MS = 5_000

const METHODS = ['test_ok', 'test_declined', 'test_slow'] as const
type Method = (typeof METHODS)[number]

const CARD: SavedCard = { ref: 'pm_test_visa', brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2034 }

/**
 * Creates the built-in provider, for complete sales without real money (spec: completions 7, Providers). The provider stores nothing, and
 * its calls are idempotent: each reference contains our id and the payment method, and the clock determines the result.
 */
export function createTestPayments(): Payments {
  return {
    name: 'test',
    mode: 'test',
    methods: METHODS,
    takes: isMethod,
    // the service's checkout page offers the saved card, because this provider has no payment page
    offersCards: () => false,
    charge: async (charge) => outcome(charge),
    retrieveCharge: async (charge) => outcome(charge),
    async refund({ id, ref, amountCents }) {
      if (!/^test_(?:ok|slow)_\w+$/.test(ref)) throw new PaymentsError('refused', 'There is no payment to refund.')
      return { ref: `test_refund_${id}`, amountCents }
    },
    transfer: async ({ id, amountCents }) => ({ ref: `test_transfer_${id}`, amountCents }),
    reverse: async ({ id, amountCents }) => ({ ref: `test_reversal_${id}`, amountCents }),
    openAccount: () => null,
    createCustomer: async ({ id }) => `test_customer_${id}`,
    changeCustomer: async () => {},
    deleteCustomer: async () => {},
    listCards: async () => [CARD],
    async removeCard(_customerRef, cardRef) {
      if (cardRef !== CARD.ref) throw new PaymentsError('refused', 'You have no such card.')
    },
    readEvent() {
      throw new PaymentsError('bad_signature', 'The test provider sends no webhooks.')
    },
    fetchNews: async () => null,
  }
}

const isMethod = (method: string): method is Method => METHODS.some((known) => known === method)

function outcome({ id, amountCents, method, startedAt, now }: Charge): Charged {
  if (!isMethod(method)) throw new PaymentsError('refused', `The method must be one of ${METHODS.join(', ')}.`)
  const charged: Charged = { ref: `${method}_${id}`, status: 'succeeded', failure: null, clientSecret: null, proof: null }
  if (method === 'test_declined') return { ...charged, status: 'failed', failure: 'The card was declined. Try another one.' }
  if (method === 'test_slow' && now.getTime() - startedAt.getTime() < SLOW_MS) return { ...charged, status: 'pending' }
  return { ...charged, proof: { payment: id, amountCents, currency: 'usd' } }
}
