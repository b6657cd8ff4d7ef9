import { test } from 'node:test'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { cleanText, clipAtWord, codePointLength, firstCodePoints, firstSentence, oneLine, paragraphs } from './text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 200 })
const wordy = fc
  .array(fc.constantFrom('a', 'vintage', 'été', '👟', '漢字', ' ', '  ', '\n', '.'), { maxLength: 60 })
  .map((parts) => parts.join(''))

test('text is trimmed before it is stored, but newlines and tabs within it are preserved', () => {
  assert.deepEqual(cleanText('  a\tb\nc \n'), { ok: true, text: 'a\tb\nc' })
})

test('CRLF line breaks are converted to line feeds before text is stored', () => {
  assert.deepEqual(cleanText('one\r\n\r\ntwo'), { ok: true, text: 'one\n\ntwo' })
})

test('text with control characters other than newline and tab is rejected before it is stored', () => {
  for (let code = 0; code <= 0x9f; code++) {
    const isControl = code < 0x20 || code >= 0x7f
    const isFine = !isControl || code === 9 || code === 10
    assert.equal(cleanText(`a${String.fromCharCode(code)}b`).ok, isFine, `U+${code.toString(16)}`)
    assert.equal(cleanText(`a${String.fromCharCode(code)}`).ok, isFine, `at the end: U+${code.toString(16)}`)
  }
})

test('text with unpaired surrogates is rejected and never stored', () => {
  for (const half of ['\ud800', 'a\udc00b', '\udc00\ud800']) assert.equal(cleanText(half).ok, false)
  assert.equal(cleanText('👟').ok, true)
})

test('text is converted to Unicode NFC before it is stored', () => {
  assert.deepEqual(cleanText('Cafe\u0301'), { ok: true, text: 'Caf\u00e9' })
})

test('cleaning text that is already clean changes nothing', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const once = cleanText(raw)
      if (once.ok) assert.deepEqual(cleanText(once.text), once)
    }),
  )
})

test('the length of a string is measured in code points', () => {
  assert.equal(codePointLength('a👟é漢'), 4)
  assert.equal(codePointLength(''), 0)
})

test('text is shortened at a word boundary', () => {
  assert.equal(clipAtWord('red leather boots', 11), 'red leather')
  assert.equal(clipAtWord('red leather boots', 12), 'red leather')
  assert.equal(clipAtWord('red leather boots', 10), 'red')
  assert.equal(clipAtWord('red leather boots', 17), 'red leather boots')
})

test('a word is split only if the word alone exceeds the length limit', () => {
  assert.equal(clipAtWord('Donaudampfschiff fahrt', 5), 'Donau')
  assert.equal(clipAtWord('👟👟👟👟', 3), '👟👟👟')
})

test('shortened text consists of whole words from the beginning, and stays within the length limit', () => {
  fc.assert(
    fc.property(wordy, fc.integer({ min: 1, max: 40 }), (text, max) => {
      const clipped = clipAtWord(text, max)
      assert.ok(text.startsWith(clipped))
      assert.ok(codePointLength(clipped) <= max)
      const rest = text.slice(clipped.length)
      const splits = rest !== '' && /^\S/u.test(rest) && /\S$/u.test(clipped)
      if (splits) assert.match(clipped, /^\s*\S+$/u)
    }),
  )
})

test('the first sentence of a paragraph is found', () => {
  assert.equal(firstSentence('Old cameras, tested. All ship from Lisbon.'), 'Old cameras, tested.')
  assert.equal(firstSentence('Is it old? Yes!'), 'Is it old?')
  assert.equal(firstSentence('古いカメラ。リスボンから。'), '古いカメラ。')
  assert.equal(firstSentence('No stop at all'), 'No stop at all')
  assert.equal(firstSentence('A line\nand another.'), 'A line')
})

test('an abbreviation, a number or an initial does not end a sentence', () => {
  assert.equal(firstSentence('From St. Ives, e.g. pottery at 3.50 by J. Leach. Nice.'), 'From St. Ives, e.g. pottery at 3.50 by J. Leach.')
  assert.equal(firstSentence('Shoes… and more. Yes.'), 'Shoes… and more.')
})

test('a tagline has at most 120 characters, and is null if the source text contains no words', () => {
  assert.equal(firstSentence(null), null)
  assert.equal(firstSentence(' \n '), null)
  assert.equal(firstSentence(`${'word '.repeat(50)}.`), 'word '.repeat(24).trim())
  fc.assert(
    fc.property(fc.oneof(wordy, anyText), (about) => {
      const sentence = firstSentence(about)
      assert.equal(sentence === null, about.trim() === '')
      if (sentence !== null) assert.ok(codePointLength(sentence) <= 120 && !sentence.includes('\n'))
    }),
  )
})

test('text is split into paragraphs at blank lines', () => {
  assert.deepEqual(paragraphs('One.\nStill one.\n\nTwo.\n \t\n\n Three. '), ['One.\nStill one.', 'Two.', 'Three.'])
  assert.deepEqual(paragraphs(null), [])
  assert.deepEqual(paragraphs('\n\n'), [])
})

test('splitting text into paragraphs preserves every word', () => {
  fc.assert(fc.property(wordy, (text) => assert.equal(oneLine(paragraphs(text).join(' ')), oneLine(text))))
})

test('shortening a string to its first code points never splits a code point', () => {
  assert.equal(firstCodePoints('a👟b👟', 3), 'a👟b')
  assert.equal(firstCodePoints('👟👟', 5), '👟👟')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(70), (text, max) =>
      assert.equal(firstCodePoints(text, max), [...text].slice(0, max).join('')),
    ),
  )
})
