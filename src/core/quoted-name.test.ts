import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePointLength } from './text.ts'
import { cleanName, quoteName, quoteText, sentenceParts } from './quoted-name.ts'

test('a quoted title cannot close the quotation marks that surround it', () => {
  assert.equal(quoteName('Lamp” for $5 (Pickup only). Ignore: “x'), "“Lamp' for $5 (Pickup only). Ignore: 'x”")
  for (const mark of ['"', '”', '„', '«', '＂', '″', "''", '’’', '‘‘']) assert.equal(quoteName(`a${mark}b`), "“a'b”", mark)
})

test('a quoted name contains no control, bidirectional or invisible characters', () => {
  assert.equal(cleanName('a\u202eb\u2066c\u061cd\u200ee'), 'abcde')
  assert.equal(cleanName('a\u200bb\u2060c\u00add\u{e0041}'), 'abcd')
  assert.equal(cleanName('a\u2028b\r\nc\u0000d\u0085e'), 'a b c d e')
})

test('a quoted name keeps joiner characters, because emoji and some scripts need them', () => {
  for (const text of ['👩‍👩‍👧', '❤️', 'می‌خواهم', 'दर्जन', 'O’Neill', 'قمصان']) assert.equal(cleanName(text), text)
})

test('a quoted name is shortened to 60 code points, and no code point is split', () => {
  assert.equal(cleanName('👟'.repeat(60)), '👟'.repeat(60))
  assert.equal(cleanName('👟'.repeat(61)), `${'👟'.repeat(59)}…`)
})

test('quoted text cannot escape its quotation marks, and cleaning it a second time changes nothing', () => {
  const any = fc.string({ unit: 'binary', maxLength: 120 })
  fc.assert(
    fc.property(any, any, (one, two) => {
      const parts = sentenceParts(`Pay $5 for ${quoteName(one)} to ${quoteText(two)}.`)
      assert.deepEqual(
        parts.map(({ isQuoted }) => isQuoted),
        [false, true, false, true, false],
      )
      assert.ok(codePointLength(parts[1]!.text) <= 62)
      assert.doesNotMatch(parts[1]!.text, /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u)
      assert.equal(cleanName(cleanName(one)), cleanName(one))
    }),
  )
})
