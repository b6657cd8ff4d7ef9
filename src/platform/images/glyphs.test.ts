import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf, linesOf, widthOf } from './glyphs.ts'

const NARROW = { sizePx: 68, widthPx: 584, most: 4 }

test('words are set in our own face, whatever fonts the server has', async () => {
  const width = await widthOf('resale', 34)
  assert.ok(width > 92 && width < 104, `${width} px: another face`)
})

test('a title takes as many lines as it may, none wider than the card, and ends in an ellipsis where it is cut', async () => {
  const title = 'Hand-thrown stoneware coffee & tea set with two cups, a pot and a very long explanation'
  const lines = await linesOf(title, NARROW)
  assert.equal(lines.length, 4)
  assert.match(lines[3]!, /…$/)
  for (const line of lines) assert.ok((await widthOf(line, 68)) <= 584, line)
  assert.deepEqual(await linesOf('Denim chore jacket', NARROW), ['Denim chore', 'jacket'])
  assert.match((await linesOf('W'.repeat(90), NARROW))[0]!, /^W{5,14}…$/)
})

test('letters of every European language are drawn, and what no font has is left out', async () => {
  assert.deepEqual(await linesOf('Łódź, Đà Nẵng', { ...NARROW, sizePx: 30 }), ['Łódź, Đà Nẵng'])
  assert.deepEqual(await linesOf('a\u{1}\u{ffff}\u{e123}b', NARROW), ['ab'])
  assert.deepEqual(await linesOf(' \u{200d} ', NARROW), [])
  assert.ok((await linesOf('日本語 Привет 😀👩‍👩‍👧 ok', NARROW)).join(' ').endsWith('ok'))
})

test('a title is text in the drawing, never a part of it', () => {
  assert.match(
    lineOf('a</text><image/> & b', { x: 0, y: 0, sizePx: 30, fill: '#000' }),
    />a&#60;\/text&#62;&#60;image\/&#62; &#38; b<\/text>$/,
  )
})
