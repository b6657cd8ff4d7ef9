import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributesOf, decodeEntities, piecesOf, plainText } from './html.ts'

const pieces = (html: string) => [...piecesOf(html)]
const text = (words: string) => ({ kind: 'text', text: words }) as const

test('named and numeric HTML entities are decoded, and invalid entities stay unchanged', () => {
  assert.equal(decodeEntities('&amp;&LT;&nbsp;&#65;&#x4a;&#X4A;&#1;'), '&< AJJ\u0001')
  for (const unknown of ['&bogus;', '&#0;', '&#xd800;', '&#xdfff;', '&#x110000;', '&amp']) assert.equal(decodeEntities(unknown), unknown)
  assert.equal(decodeEntities('&#xd7ff;&#xe000;&#x10ffff;'), '\ud7ff\ue000\u{10ffff}')
})

test('attributes are parsed in every HTML notation, the first of several attributes with the same name is used, and parsing stops after 2,000 characters', () => {
  assert.deepEqual({ ...attributesOf(`a=1 B = "two words" c='3' a=4 d=e`) }, { a: '1', b: 'two words', c: '3', d: 'e' })
  assert.deepEqual({ ...attributesOf(`${' '.repeat(1_996)}a=12`) }, { a: '12' })
  assert.deepEqual({ ...attributesOf(`${' '.repeat(1_997)}a=12`) }, { a: '1' })
})

test('HTML is split into text, tags and raw elements', () => {
  assert.deepEqual(pieces('a<B class="x">b</B>c'), [
    text('a'),
    { kind: 'tag', name: 'b', inside: ' class="x"', text: 'b' },
    text('b'),
    text('c'),
  ])
  assert.deepEqual(pieces('<b>xyz'), [{ kind: 'tag', name: 'b', inside: '', text: 'xyz' }, text('xyz')])
  assert.deepEqual(pieces('<>a<!-- <i> > -->b<1>c'), [text('a'), text('b'), text('c')])
  assert.deepEqual(pieces('<script type="x">1 < 2</SCRIPT>a'), [
    { kind: 'raw', name: 'script', inside: ' type="x"', text: '1 < 2' },
    text('a'),
  ])
})

test('HTML parsing stops at an unclosed tag, comment or raw element', () => {
  for (const rest of ['<b', '<!-- b >', '<script>b<']) assert.deepEqual(pieces(`a${rest}`), [text('a')], rest)
})

test('the HTML parser limits the number of tags, and the length of each tag name, attribute list and text', () => {
  assert.equal(pieces('<b>'.repeat(50_001)).length, 50_000)
  assert.deepEqual(pieces(`<p ${'x'.repeat(3_000)}>${'y'.repeat(501)}`), [
    { kind: 'tag', name: 'p', inside: ` ${'x'.repeat(1_997)}`, text: 'y'.repeat(500) },
    text('y'.repeat(501)),
  ])
  assert.deepEqual(pieces(`<${'a'.repeat(32)}>b`), [{ kind: 'tag', name: 'a'.repeat(31), inside: 'a', text: 'b' }, text('b')])
})

test('parsing returns the text after the start of the body, or all text if the page has no body', () => {
  assert.equal(plainText(pieces('<title>T</title><body>one<p>\n two &amp;</p>'), 100), 'one two &')
  assert.equal(plainText(pieces('one<p>two</p>three'), 100), 'one two three')
  assert.equal(plainText(pieces('😀😀😀'), 2), '😀😀')
  assert.equal(plainText([text(`${' '.repeat(15)}ab`)], 2), 'a', 'reads at most 8 times as many characters')
})
