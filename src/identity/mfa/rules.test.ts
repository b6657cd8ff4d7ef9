import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeRecoveryCode, readRecoveryCode, readTotpCode } from './rules.ts'

test('a recovery code is read regardless of case, spaces, hyphen and look-alike characters, and any other text is rejected', () => {
  const code = composeRecoveryCode(Uint8Array.from([0, 1, 40, 63, 200, 255, 7, 8, 9, 10, 99]))
  assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  assert.throws(() => composeRecoveryCode(new Uint8Array(9)), RangeError)
  for (const typed of [code, code.toUpperCase(), ` ${code.replace('-', ' ')} `, code.replace('-', '')])
    assert.equal(readRecoveryCode(typed), code)
  assert.equal(readRecoveryCode('OIl0o-11111'), '01100-11111', 'characters that look alike are equal')
  assert.equal(readRecoveryCode(`${code}${' '.repeat(89)}`), code, 'at most 100 characters count')
  assert.equal(readRecoveryCode(`${' '.repeat(90)}${code}`), null)
  assert.equal(readRecoveryCode(`${' '.repeat(89)}${code}`), code)
  assert.equal(composeRecoveryCode(Uint8Array.from([31, 1, 63, 30, 10, 11, 32, 0, 2, 3])), 'z1zya-b0023')
  for (const typed of ['', '12345', `${code}0`, 'uuuuu-uuuuu', '١٢٣٤٥-٦٧٨٩٠', 'a'.repeat(1e6)]) assert.equal(readRecoveryCode(typed), null)
})

test('an authenticator code has six digits, and any spaces in it are ignored', () => {
  assert.equal(readTotpCode(' 123 456 '), '123456')
  assert.equal(readTotpCode(`${' '.repeat(94)}123456`), '123456', 'at most 100 characters count')
  assert.equal(readTotpCode(`123456${' '.repeat(94)}7`), '123456')
  for (const typed of ['', '12345', '1234567', '12345a', '１２３４５６', '-12345']) assert.equal(readTotpCode(typed), null)
})
