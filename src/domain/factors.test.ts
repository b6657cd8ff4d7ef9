import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeRecoveryCode, readRecoveryCode, readTotpCode, waitAfter } from './factors.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

test('five wrong codes in 15 minutes and twenty in a day are the most, and the wait is told', () => {
  assert.equal(waitAfter([], NOW), 0)
  assert.equal(waitAfter([ago(1), ago(2), ago(3), ago(4)], NOW), 0)
  assert.equal(waitAfter([ago(1), ago(2), ago(3), ago(4), ago(10)], NOW), 5 * 60_000, 'until the first of the five is 15 minutes old')
  assert.equal(waitAfter([ago(1), ago(2), ago(3), ago(4), ago(15)], NOW), 0)
  const spread = Array.from({ length: 20 }, (_, index) => ago(30 + index * 30))
  assert.equal(waitAfter(spread, NOW), (24 * 60 - 600) * 60_000)
  assert.equal(waitAfter(spread.slice(1), NOW), 0)
  assert.equal(
    waitAfter(
      spread.map((at) => new Date(at.getTime() - 24 * 3_600_000)),
      NOW,
    ),
    0,
  )
})

test('a recovery code is read however it was typed, and nothing else is one', () => {
  const code = composeRecoveryCode(Uint8Array.from([0, 1, 40, 63, 200, 255, 7, 8, 9, 10, 99]))
  assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  assert.throws(() => composeRecoveryCode(new Uint8Array(9)), RangeError)
  for (const typed of [code, code.toUpperCase(), ` ${code.replace('-', ' ')} `, code.replace('-', '')]) assert.equal(readRecoveryCode(typed), code)
  assert.equal(readRecoveryCode('OIl0o-11111'), '01100-11111', 'signs that look alike are the same sign')
  for (const typed of ['', '12345', `${code}0`, 'uuuuu-uuuuu', '١٢٣٤٥-٦٧٨٩٠', 'a'.repeat(1e6)]) assert.equal(readRecoveryCode(typed), null)
})

test('a code of an app is six digits, spaces aside', () => {
  assert.equal(readTotpCode(' 123 456 '), '123456')
  for (const typed of ['', '12345', '1234567', '12345a', '１２３４５６', '-12345']) assert.equal(readTotpCode(typed), null)
})
