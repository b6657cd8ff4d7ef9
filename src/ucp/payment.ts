import { UCP_VERSION } from '#domain/ucp.ts'
import type { Context } from '#platform/context.ts'
import { ownAuthority } from './names.ts'

/** What can be paid by, as the release describes handlers: which instruments there are, and what stands in the credential of each. */
const INSTRUMENTS = {
  test: [{ type: 'test', constraints: { tokens: ['test_ok', 'test_declined', 'test_slow'] } }],
  stripe: [{ type: 'card', constraints: { credential: 'stripe_payment_method' } }, { type: 'hosted_page' }],
} as const

/** The handlers of the service, by their names; none where payments are switched off. */
export function paymentHandlers(ctx: Context): Record<string, object[]> {
  if (!ctx.payments) return {}
  const { name } = ctx.payments
  const { publicUrl, programsUrl } = ctx.config
  const handler = {
    id: name,
    version: UCP_VERSION,
    spec: `${publicUrl}/docs/ucp`,
    schema: `${programsUrl}/ucp/schemas/payment.json`,
    available_instruments: INSTRUMENTS[name],
    config: { environment: name === 'test' ? 'test' : 'provider' },
  }
  return { [`${ownAuthority(ctx)}.payments.${name}`]: [handler] }
}

/** The schema of our handlers' instruments. */
export const paymentSchema = (ctx: Context): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${ctx.config.programsUrl}/ucp/schemas/payment.json`,
  title: 'Payment instruments of this market',
  oneOf: [
    instrument('test', 'test', { type: { const: 'test' }, token: { enum: ['test_ok', 'test_declined', 'test_slow'] } }),
    instrument('stripe', 'card', { type: { const: 'stripe_payment_method' }, token: { type: 'string', pattern: '^pm_' } }),
    instrument('stripe', 'hosted_page', null),
  ],
})

const instrument = (handler: string, type: string, credential: object | null) => ({
  type: 'object',
  required: ['id', 'handler_id', 'type', ...(credential === null ? [] : ['credential'])],
  properties: {
    id: { type: 'string' },
    handler_id: { const: handler },
    type: { const: type },
    selected: { type: 'boolean' },
    ...(credential === null ? {} : { credential: { type: 'object', required: ['type', 'token'], properties: credential } }),
  },
})
