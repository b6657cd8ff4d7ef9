import { oneOf, required, url, type Env } from './values.ts'

type Shipping = { kind: 'off' } | { kind: 'test' } | { kind: 'easypost'; apiKey: string; webhookSecret: string; baseUrl: string | null }

export function shipping(env: Env, local: boolean): Shipping {
  const kind = oneOf(env, 'SHIPPING', ['off', 'test', 'easypost'], local ? 'test' : 'off')
  const baseUrl = url(env, 'EASYPOST_API_BASE')
  if (kind !== 'easypost') return { kind }
  const why = 'SHIPPING=easypost requires it'
  return { kind, apiKey: required(env, 'EASYPOST_API_KEY', why), webhookSecret: required(env, 'EASYPOST_WEBHOOK_SECRET', why), baseUrl }
}
