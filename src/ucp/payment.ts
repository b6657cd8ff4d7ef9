import { UCP_VERSION } from './rules.ts'
import type { Context } from '#platform/context/index.ts'
import { ownAuthority } from './names.ts'

export type Handler = NonNullable<Context['payments']>['name']

const TEST_TOKENS = ['test_ok', 'test_declined', 'test_slow'] as const
/** What of Stripe a card's credential may be, and how each begins. */
const STRIPE_TOKENS = { stripe_payment_method: '^pm_', stripe_confirmation_token: '^ctoken_' } as const

/** What can be paid by, as the release describes handlers: which instruments there are, and what stands in the credential of each. */
function declared({ config: { payments } }: Context, handler: Handler): { available_instruments: object[]; config: object } {
  if (handler === 'test')
    return { available_instruments: [{ type: 'test', constraints: { tokens: TEST_TOKENS } }], config: { environment: 'test' } }
  const key = payments.kind === 'stripe' ? payments.publishableKey : null
  const page = { type: 'hosted_page' }
  // without the key nobody else can make a credential that Stripe takes from us
  if (key === null) return { available_instruments: [page], config: { environment: 'provider' } }
  return {
    available_instruments: [{ type: 'card', constraints: { credentials: Object.keys(STRIPE_TOKENS) } }, page],
    config: { environment: key.startsWith('pk_live_') ? 'production' : 'test', publishable_key: key },
  }
}

/** The handlers of the service, or of a test world, by their names; none where payments are switched off. */
export function paymentHandlers(ctx: Context, name: Handler | null): Record<string, object[]> {
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

/** The schema of our handlers' instruments. */
export const paymentSchema = (ctx: Context): object => ({
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
