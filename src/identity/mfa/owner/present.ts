import type { PasskeyRow } from '#identity/mfa/passkeys/queries.ts'
import type { Setup } from '#identity/mfa/totp/index.ts'
import type { AppRow } from '#identity/mfa/totp/queries.ts'
import type { Counts } from './queries.ts'

export type FactorsRead = { counts: Counts; app: AppRow | null; required: boolean }

/** Presents a passkey, without its public key. */
export const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  object: 'passkey' as const,
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

export const presentOptions = ({ options, expiresAt }: { options: { challenge: string }; expiresAt: Date }) => ({
  object: 'passkey_options' as const,
  options: options as { challenge: string; [more: string]: unknown },
  expires_at: expiresAt.toISOString(),
})

/** Presents a new authenticator secret that no code has confirmed yet. No other response contains the secret. */
export const presentSetup = ({ secret, uri, expiresAt }: Setup) => ({
  object: 'totp' as const,
  status: 'waiting' as const,
  secret,
  uri,
  expires_at: expiresAt.toISOString(),
})

export const presentFactors = ({ counts, app, required }: FactorsRead) => ({
  object: 'factors' as const,
  second_step: counts.passkeys + counts.apps > 0,
  passkeys: counts.passkeys,
  totp: app && { created_at: app.confirmed_at!.toISOString(), last_used_at: app.last_used_at?.toISOString() ?? null },
  recovery_codes: counts.codes_at && { left: counts.codes, created_at: counts.codes_at.toISOString() },
  required,
})
