import { createStripePayments } from '#platform/payments/stripe/index.ts'
import { signed, WEBHOOK_SECRET } from '#test/fakes/stripe.ts'
import type { Request, Row, Scene } from '#test/law/world.ts'

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

export const PAYMENTS_ROWS: Record<string, Row> = {
  takeStripeEvent: { method: 'POST', at: '/payments/stripe', may: 'anyone', request: stripeEvent },
  listPayouts: { method: 'GET', at: '/payouts', may: 'orders', request: async () => ({ path: '/payouts' }) },
  getPayoutAccount: { method: 'GET', at: '/payouts/account', may: 'orders', request: async () => ({ path: '/payouts/account' }) },
  getBalance: { method: 'GET', at: '/balance', may: 'orders', request: async () => ({ path: '/balance' }) },
  listStatements: { method: 'GET', at: '/statements', may: 'orders', request: async () => ({ path: '/statements' }) },
  getStatement: { method: 'GET', at: '/statements/{period}', may: 'orders', shared: true, request: statement() },
  listStatementLines: { method: 'GET', at: '/statements/{period}/lines', may: 'orders', shared: true, request: statement('/lines') },
  exportStatement: { method: 'GET', at: '/statements/{period}/export', may: 'orders', shared: true, request: statement('/export') },
  openPayoutAccount: {
    method: 'POST',
    at: '/payouts/account',
    may: 'orders',
    approval: 'orders.refund',
    proof: true,
    request: async () => ({ path: '/payouts/account' }),
  },
}
