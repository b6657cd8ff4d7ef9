/**
 * Format of secrets (spec: completions 3 and 10): only letters, digits and underscores, so that a double click selects the whole secret,
 * and secret scanners can find it.
 */

export const SECRET_PREFIXES = { api: 'rsk', agent: 'ral' } as const
export type SecretPrefix = (typeof SECRET_PREFIXES)[keyof typeof SECRET_PREFIXES]

/** Number of random bytes to pass to the functions below. The number includes a reserve, because the functions skip some bytes. */
export const SECRET_RANDOM_BYTES = 64

/**
 * Returns the secret of an API key: `rsk_` or `ral_`, `test_` in test mode, 30 random base62 characters, and their CRC32 as 6 characters.
 */
export function composeSecret(prefix: SecretPrefix, randomBytes: Uint8Array, { test = false }: { test?: boolean } = {}): string {
  const body = base62(randomBytes, 30)
  return `${prefix}_${test ? 'test_' : ''}${body}${checksum(body)}`
}

/** Returns a webhook's signing secret: `whsec_` and 32 random base62 characters. */
export const composeWebhookSecret = (randomBytes: Uint8Array): string => `whsec_${base62(randomBytes, 32)}`

/** Returns true if the text has the format and a correct checksum of an API key's secret. The key does not have to exist. */
export function looksLikeSecret(text: string): boolean {
  const [, body, check] = WHOLE_SECRET.exec(text) ?? []
  return body !== undefined && checksum(body) === check
}

const WHOLE_SECRET = /^(?:rsk|ral)_(?:test_)?([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Matches secrets of every kind within longer text, even if they are cut off, to redact them in logs. */
export const SECRETS_IN_TEXT = /\b(?:(?:rsk|ral)_(?:test_)?|rrt_|whsec_)[0-9A-Za-z]{8,}\b/g

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns `length` base62 characters. Skips bytes of 248 or more, so that all characters are equally likely. */
export function base62(randomBytes: Uint8Array, length: number): string {
  let text = ''
  for (const byte of randomBytes) {
    if (text.length === length) break
    if (byte < 4 * 62) text += BASE62[byte % 62]
  }
  if (text.length < length) throw new RangeError(`base62 needs more than ${randomBytes.length} random bytes for ${length} characters`)
  return text
}

/** Number of random bytes per character of a token. Includes a reserve, because `base62` skips some bytes. */
const TOKEN_BYTES = 4

/** Returns a random token, for example for a cookie or an email link: `length` base62 characters. 32 characters have 190 random bits. */
export const randomToken = (source: { randomBytes(size: number): Uint8Array }, length = 32): string =>
  base62(source.randomBytes(TOKEN_BYTES * length), length)

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Returns the CRC32 checksum (IEEE, as in zip and PNG) of ASCII text. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < ascii.length; i++) {
    crc ^= ascii.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
