import { createStripePayments } from '#platform/payments/stripe/index.ts'
import { signed, WEBHOOK_SECRET } from '#test/fakes/stripe.ts'
import type { Request, Rule, Scene } from '#test/law/world.ts'

let made = 0

/** Creates a signed Stripe event. Other tests use the test provider, which sends no webhooks. */
async function stripeEvent({ app }: Scene): Promise<Request> {
  const { ctx } = app.service
  const { readEvent } = createStripePayments({ secretKey: 'sk_test', webhookSecret: WEBHOOK_SECRET, baseUrl: 'http://127.0.0.1:1' })
  Object.assign(ctx, { payments: { ...ctx.payments, readEvent } })
  const { raw, signature } = signed({ id: `evt_law${++made}`, object: 'event', type: 'charge.refunded', data: { object: {} } }, ctx.now())
  return { path: '/payments/stripe', raw: { type: 'application/json', bytes: raw }, headers: { 'stripe-signature': signature } }
}

const statement =
  (path = '') =>
  async ({ app }: Scene): Promise<Request> => ({ path: `/statements/${app.service.ctx.now().getUTCFullYear()}${path}` })

export const PAYMENTS_ROWS: Record<string, Rule> = {
  takeStripeEvent: { may: 'anyone', request: stripeEvent },
  listPayouts: { may: 'orders', request: async () => ({ path: '/payouts' }) },
  getPayoutAccount: { may: 'orders', request: async () => ({ path: '/payouts/account' }) },
  getBalance: { may: 'orders', request: async () => ({ path: '/balance' }) },
  listStatements: { may: 'orders', request: async () => ({ path: '/statements' }) },
  getStatement: { may: 'orders', shared: true, request: statement() },
  listStatementLines: { may: 'orders', shared: true, request: statement('/lines') },
  exportStatement: { may: 'orders', shared: true, request: statement('/export') },
  openPayoutAccount: { may: 'orders', approval: 'orders.refund', proof: true, request: async () => ({ path: '/payouts/account' }) },
}
