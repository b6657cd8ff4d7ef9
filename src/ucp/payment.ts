import { UCP_VERSION } from './rules.ts'
import type { Context, Core } from '#platform/context/index.ts'
import { ownAuthority } from './names.ts'

export type Handler = NonNullable<Context['payments']>['name']

const TEST_TOKENS = ['test_ok', 'test_declined', 'test_slow'] as const
/** Stripe's credential types for a card, with their id prefixes. */
const STRIPE_TOKENS = { stripe_payment_method: '^pm_', stripe_confirmation_token: '^ctoken_' } as const

function declared({ config: { payments } }: Core, handler: Handler): { available_instruments: object[]; config: object } {
  if (handler === 'test')
    return { available_instruments: [{ type: 'test', constraints: { tokens: TEST_TOKENS } }], config: { environment: 'test' } }
  const key = payments.kind === 'stripe' ? payments.publishableKey : null
  const page = { type: 'hosted_page' }
  // without the publishable key, platforms cannot create Stripe credentials for this service
  if (key === null) return { available_instruments: [page], config: { environment: 'provider' } }
  return {
    available_instruments: [{ type: 'card', constraints: { credentials: Object.keys(STRIPE_TOKENS) } }, page],
    config: { environment: key.startsWith('pk_live_') ? 'production' : 'test', publishable_key: key },
  }
}

/** Returns payment handlers by name. The object is empty when payments are off. */
export function paymentHandlers(ctx: Core, name: Handler | null): Record<string, object[]> {
  if (name === null) return {}
  const { publicUrl, programsUrl } = ctx.config
  const handler = {
    id: name,
    version: UCP_VERSION,
    spec: `${publicUrl}/docs/ucp`,
    schema: `${programsUrl}/ucp/schemas/payment.json`,
    ...declared(ctx, name),
  }
  return { [`${ownAuthority(ctx)}.payments.${name}`]: [handler] }
}

/** Returns the schema of our payment instruments. */
export const paymentSchema = (ctx: Core): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${ctx.config.programsUrl}/ucp/schemas/payment.json`,
  title: 'Payment instruments of this market',
  oneOf: [
    instrument('test', 'test', { type: { const: 'test' }, token: { enum: TEST_TOKENS } }),
    ...Object.entries(STRIPE_TOKENS).map(([type, pattern]) =>
      instrument('stripe', 'card', { type: { const: type }, token: { type: 'string', pattern } }),
    ),
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
