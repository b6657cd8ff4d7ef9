import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf, linesOf, widthOf } from './glyphs.ts'

const NARROW = { sizePx: 68, widthPx: 584, most: 4 }

test('text in an image is drawn in the bundled font', async () => {
  const width = await widthOf('resale', 34)
  assert.ok(width > 92 && width < 104, `${width} px: this is another font`)
})

test('a title is wrapped to the maximum width and number of lines, and ends with an ellipsis if it is shortened', async () => {
  const title = 'Hand-thrown stoneware coffee & tea set with two cups, a pot and a very long explanation'
  const lines = await linesOf(title, NARROW)
  assert.equal(lines.length, 4)
  assert.match(lines[3]!, /…$/)
  for (const line of lines) assert.ok((await widthOf(line, 68)) <= 584, line)
  assert.deepEqual(await linesOf('Denim chore jacket', NARROW), ['Denim chore', 'jacket'])
  assert.match((await linesOf('W'.repeat(90), NARROW))[0]!, /^W{5,14}…$/)
})

test('text in an image can contain the letters of European languages, and omits characters that the font lacks', async () => {
  assert.deepEqual(await linesOf('Łódź, Đà Nẵng', { ...NARROW, sizePx: 30 }), ['Łódź, Đà Nẵng'])
  assert.deepEqual(await linesOf('a\u{1}\u{ffff}\u{e123}b', NARROW), ['ab'])
  assert.deepEqual(await linesOf(' \u{200d} ', NARROW), [])
  assert.ok((await linesOf('日本語 Привет 😀👩‍👩‍👧 ok', NARROW)).join(' ').endsWith('ok'))
})

test('markup in a title is escaped when the title is drawn', () => {
  assert.match(
    lineOf('a</text><image/> & b', { x: 0, y: 0, sizePx: 30, fill: '#000' }),
    />a&#60;\/text&#62;&#60;image\/&#62; &#38; b<\/text>$/,
  )
})
