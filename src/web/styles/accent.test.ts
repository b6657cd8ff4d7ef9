import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCENT_INK, contrastOf, LINE_CONTRAST, TEXT_CONTRAST } from '#core/contrast.ts'
import { accentPath, accentText, paletteOf } from './accent.ts'
import { iconPath, iconText } from './styles.ts'
import { NEUTRAL_COLOURS } from './tokens.ts'

const LEVELS = ['00', '40', '80', 'b0', 'ff']
const ACCENTS = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b) => `#${r}${g}${b}`))).filter(
  (colour) => contrastOf(colour, ACCENT_INK) >= TEXT_CONTRAST,
)

test('text and lines have the minimum contrast with every accepted accent colour, in light and dark mode', () => {
  const faint = ACCENTS.flatMap((accent) =>
    (['light', 'dark'] as const).flatMap((mode) => {
      const { wash, soft, band, ...colours } = paletteOf(accent)[mode]
      const pairs = [
        { colour: colours.text, least: TEXT_CONTRAST },
        { colour: colours.ink, least: TEXT_CONTRAST },
        { colour: NEUTRAL_COLOURS[mode].mute, least: TEXT_CONTRAST },
        { colour: colours.edge, least: LINE_CONTRAST },
      ]
      return [wash, soft, band].flatMap((ground) => pairs.filter(({ colour, least }) => contrastOf(ground, colour) < least))
    }),
  )
  assert.deepEqual(faint, [])
  assert.ok(ACCENTS.length > 50)
})

test('buttons have the accent colour as their background, and dark text', () => {
  assert.equal(paletteOf('#7aebca').light.pop, '#7aebca')
  assert.match(accentText('7aebca.css')!, /^body:not\(\.toned\)\{.*--tone-pop:light-dark\(#7aebca,#7aebca\);.*--on-pop:#16140f;\}$/)
  assert.equal(accentPath('#7aebca'), '/static/accent/7aebca.css')
})

test('the service returns an accent stylesheet only if the file name is a colour', () => {
  for (const file of ['', '7aebca', '7AEBCA.css', 'x7aebca.css', '7aebca.css.', '7aebc.css', '}body{.css'])
    assert.equal(accentText(file), null)
})

test('the icon shows the mark on the accent colour, and its path differs for each mark and colour', () => {
  assert.match(iconText({ letter: 'R2', accent: '#7aebca' }), /fill="#7aebca".*font-size="14".*>R2<\/text>/)
  assert.match(iconText({ letter: 'R', accent: null }), /font-size="18"/)
  assert.match(iconText({ letter: null, accent: null }), /<circle/)
  assert.equal(iconPath({ letter: null, accent: null }), '/static/icon.svg')
  assert.equal(iconPath({ letter: 'é', accent: null }), '/static/icon.svg?v=%C3%A9')
  assert.equal(iconPath({ letter: null, accent: '#7aebca' }), '/static/icon.svg?v=%237aebca')
})
