/**
 * What a second step of signing in can be (completions 12): a code of an authenticator app, a passkey, or one of the recovery
 * codes that stand in for both.
 */
export const FACTORS = ['totp', 'passkey', 'recovery_code'] as const
export type Factor = (typeof FACTORS)[number]

const MINUTE_MS = 60_000

/** How long a passkey has to answer. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
/** How long the second step may take after the first. */
export const TICKET_LIFE_MS = 10 * MINUTE_MS
/** Answers that one sign-in may give to its second step, the right one with them. */
export const TICKET_ANSWERS = 6
/** How long an app's secret that was shown waits for its first code. */
export const SETUP_LIFE_MS = 60 * MINUTE_MS

export const MAX_PASSKEYS = 20

/** Seconds that one code of an app is shown for, as every app counts them. */
export const STEP_SECONDS = 30
/** Codes before and after the present one that are taken, as clocks of phones go wrong. */
export const STEP_WINDOW = 1

export const RECOVERY_CODES = 10
const CODE_SIGNS = 10
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** A recovery code of 50 random bits, as it is shown: `k7m2p-9xq4d`. No sign in it looks like another. */
export function composeRecoveryCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < CODE_SIGNS) throw new RangeError(`a recovery code needs ${CODE_SIGNS} random bytes`)
  const signs = [...randomBytes.subarray(0, CODE_SIGNS)].map((byte) => SIGNS[byte & 31]).join('')
  return `${signs.slice(0, 5)}-${signs.slice(5)}`
}

/** The code that somebody typed, however they wrote it; null for what cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const signs = typed.slice(0, 100).toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(signs) ? `${signs.slice(0, 5)}-${signs.slice(5)}` : null
}

/** `123 456` as an app shows it; null for what cannot be a code. */
export function readTotpCode(typed: string): string | null {
  const digits = typed.slice(0, 100).replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
