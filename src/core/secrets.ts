/**
 * The shape of secrets (completions 3 and 10): letters, digits and one underscore, so that a double click and a
 * secret scanner both take the whole of it.
 */

export const SECRET_PREFIXES = { api: 'rsk', agent: 'ral' } as const
export type SecretPrefix = (typeof SECRET_PREFIXES)[keyof typeof SECRET_PREFIXES]

/** Random bytes to hand in: some are left unused, and more than enough remain. */
export const SECRET_RANDOM_BYTES = 64

/** A key's secret: `rsk_` or `ral_`, with `test_` where it is of a test world, 30 random base62 characters, then the CRC32 of those 30 as 6 more. */
export function composeSecret(prefix: SecretPrefix, randomBytes: Uint8Array, { test = false }: { test?: boolean } = {}): string {
  const body = base62(randomBytes, 30)
  return `${prefix}_${test ? 'test_' : ''}${body}${checksum(body)}`
}

/** A webhook's signing secret: `whsec_` and 32 random base62 characters. */
export const composeWebhookSecret = (randomBytes: Uint8Array): string => `whsec_${base62(randomBytes, 32)}`

/** True for a text that has the shape and the checksum of a key's secret, whether or not such a key exists. */
export function looksLikeSecret(text: string): boolean {
  const [, body, check] = WHOLE_SECRET.exec(text) ?? []
  return body !== undefined && checksum(body) === check
}

const WHOLE_SECRET = /^(?:rsk|ral)_(?:test_)?([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Finds secrets of every kind within a longer text, as for taking them out of logs. */
export const SECRETS_IN_TEXT = /\b(?:(?:rsk|ral)_(?:test_)?[0-9A-Za-z]{36}|rrt_[0-9A-Za-z]{52}|whsec_[0-9A-Za-z]{32})\b/g

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` base62 characters. Bytes from 248 up are skipped: they would make the first 8 signs likelier. */
export function base62(randomBytes: Uint8Array, length: number): string {
  let text = ''
  for (const byte of randomBytes) {
    if (text.length === length) break
    if (byte < 4 * 62) text += BASE62[byte % 62]
  }
  if (text.length < length) throw new RangeError(`base62 needs more than ${randomBytes.length} random bytes for ${length} characters`)
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** CRC32 (IEEE, as in zip and PNG) of a text of ASCII characters. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < ascii.length; i++) {
    crc ^= ascii.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
