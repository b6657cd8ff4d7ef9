import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  base62,
  composeSecret,
  composeWebhookSecret,
  crc32,
  looksLikeSecret,
  randomToken,
  SECRET_RANDOM_BYTES,
  SECRETS_IN_TEXT,
  type SecretPrefix,
} from './secrets.ts'

const prefix = fc.constantFrom<SecretPrefix>('rsk', 'ral')
/** Up to 24 arbitrary bytes, some of which the base62 encoder may skip, followed by 40 bytes that the encoder always uses. */
const bytes = fc
  .tuple(fc.uint8Array({ maxLength: 24 }), fc.uint8Array({ minLength: 40, maxLength: 40, max: 247 }))
  .map(([some, usable]) => Uint8Array.from([...some, ...usable]))

test('the checksum of a secret is the standard CRC-32', () => {
  assert.equal(crc32('123456789'), 0xcbf43926)
  assert.equal(crc32(''), 0)
  assert.equal(crc32('The quick brown fox jumps over the lazy dog'), 0x414fa339)
})

test('a secret has a prefix, 30 random characters and a 6-character checksum', () => {
  // according to zlib, the CRC-32 of thirty zeros is 0x77e5db82, which is 2C8GjS in base62
  assert.equal(composeSecret('rsk', new Uint8Array(SECRET_RANDOM_BYTES)), `rsk_${'0'.repeat(30)}2C8GjS`)
})

test('every generated secret is recognized as valid, and changing any single character makes it invalid', () => {
  fc.assert(
    fc.property(prefix, bytes, fc.integer({ min: 4, max: 39 }), fc.constantFrom(...'0AZaz9'), (kind, random, at, other) => {
      const secret = composeSecret(kind, random)
      assert.match(secret, /^(rsk|ral)_[0-9A-Za-z]{36}$/)
      assert.ok(looksLikeSecret(secret))
      const changed = secret.slice(0, at) + other + secret.slice(at + 1)
      assert.equal(looksLikeSecret(changed), changed === secret)
    }),
  )
})

test('text is rejected as a secret unless it has the form of a generated secret', () => {
  const secret = composeSecret('ral', new Uint8Array(SECRET_RANDOM_BYTES).fill(7))
  for (const text of ['', 'rsk_', ` ${secret}`, `${secret}\n`, `${secret}0`, secret.replace('ral', 'rlk'), secret.toUpperCase()]) {
    assert.equal(looksLikeSecret(text), false, text)
  }
})

test('random bytes are mapped uniformly to the 62 characters, and bytes that would bias the result are skipped', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 248; byte++) {
    const sign = base62(Uint8Array.of(byte), 1)
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  assert.equal(counts.size, 62)
  assert.ok([...counts.values()].every((count) => count === 4))
  for (let byte = 248; byte < 256; byte++) assert.throws(() => base62(Uint8Array.of(byte), 1), RangeError)
})

test('a random token has 32 characters unless the caller passes a length, and has enough random bytes for each', () => {
  // the worst source has a byte in four that is mapped to a character
  const source = { randomBytes: (size: number) => Uint8Array.from({ length: size }, (_, index) => (index % 4 === 3 ? 61 : 255)) }
  assert.equal(randomToken(source), 'z'.repeat(32))
  assert.equal(randomToken(source, 10), 'z'.repeat(10))
})

test('generating a secret throws an error if there are too few random bytes', () => {
  assert.throws(() => composeSecret('rsk', new Uint8Array(29)), RangeError)
  assert.throws(() => composeWebhookSecret(new Uint8Array(31)), RangeError)
})

test('a secret inside a log line is found', () => {
  const key = composeSecret('rsk', new Uint8Array(SECRET_RANDOM_BYTES).fill(9))
  const hook = composeWebhookSecret(new Uint8Array(SECRET_RANDOM_BYTES).fill(200))
  assert.match(hook, /^whsec_[0-9A-Za-z]{32}$/)
  assert.equal(`Bearer ${key}, then "${hook}".`.replace(SECRETS_IN_TEXT, '[secret]'), 'Bearer [secret], then "[secret]".')
})
