/** Factors for the second step of a sign-in (spec: completions 12). A recovery code can replace a passkey or an authenticator code. */
export const FACTORS = ['totp', 'passkey', 'recovery_code'] as const
export type Factor = (typeof FACTORS)[number]

const MINUTE_MS = 60_000

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
/** Maximum time between the first and the second step of a sign-in. */
export const TICKET_LIFE_MS = 10 * MINUTE_MS
/** Maximum number of attempts per sign-in, including the successful one. */
export const TICKET_ANSWERS = 6
/** Maximum time to enter the first code after the TOTP secret was shown. */
export const SETUP_LIFE_MS = 60 * MINUTE_MS

export const MAX_PASSKEYS = 20

/** Validity period of a TOTP code in seconds. All authenticator apps use this period. */
export const STEP_SECONDS = 30
/** Number of 30-second periods before and after the current period for which codes are also accepted, because phone clocks drift. */
export const STEP_WINDOW = 1

export const RECOVERY_CODES = 10
/** Number of characters in a recovery code, and of random bytes from which it is composed. */
export const RECOVERY_CODE_BYTES = 10
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a recovery code with 50 random bits, formatted like `k7m2p-9xq4d`. The alphabet contains no characters that look alike. */
export function composeRecoveryCode(randomBytes: Uint8Array): string {
  if (randomBytes.length < RECOVERY_CODE_BYTES) throw new RangeError(`a recovery code needs ${RECOVERY_CODE_BYTES} random bytes`)
  const signs = [...randomBytes.subarray(0, RECOVERY_CODE_BYTES)].map((byte) => SIGNS[byte & 31]).join('')
  return `${signs.slice(0, 5)}-${signs.slice(5)}`
}

/** Parses a recovery code as typed by a user, and tolerates small deviations. Returns null for an invalid code. */
export function readRecoveryCode(typed: string): string | null {
  const signs = typed.slice(0, 100).toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(signs) ? `${signs.slice(0, 5)}-${signs.slice(5)}` : null
}

/** Parses a code with or without spaces, such as `123 456`, which is how apps display codes. Returns null for an invalid code. */
export function readTotpCode(typed: string): string | null {
  const digits = typed.slice(0, 100).replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
