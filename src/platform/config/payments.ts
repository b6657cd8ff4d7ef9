import { ConfigError, oneOf, required, text, url, type Env } from './values.ts'

type Payments =
  | { kind: 'off' }
  | { kind: 'test' }
  | { kind: 'stripe'; secretKey: string; publishableKey: string | null; webhookSecret: string; baseUrl: string | null }

export function payments(env: Env, local: boolean): Payments {
  const kind = oneOf(env, 'PAYMENTS', ['test', 'stripe', 'off'], local ? 'test' : 'off')
  const baseUrl = url(env, 'STRIPE_API_BASE')
  if (kind !== 'stripe') return { kind }
  const why = 'PAYMENTS=stripe requires it'
  const secretKey = required(env, 'STRIPE_SECRET_KEY', why)
  const publishableKey = publishable(env, secretKey)
  return { kind, secretKey, publishableKey, webhookSecret: required(env, 'STRIPE_WEBHOOK_SECRET', why), baseUrl }
}

/**
 * Returns the publishable key, or null if it is not set. Errors: ConfigError if the key is malformed or its mode differs from the secret
 * key's mode.
 */
function publishable(env: Env, secretKey: string): string | null {
  const key = text(env, 'STRIPE_PUBLISHABLE_KEY')
  if (key === null) return null
  if (!/^pk_(?:test|live)_\w{1,200}$/.test(key))
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_: it is the public key.')
  if (key.startsWith('pk_live_') !== /^[rs]k_live_/.test(secretKey))
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must have the same mode: both test, or both live.')
  return key
}
