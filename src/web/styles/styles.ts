import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { FONT_FACES } from './fonts.ts'
import { LENGTHS, THEME_TOKENS, MEANING_COLOURS, NEUTRAL_COLOURS, TONE_COLOURS } from './tokens.ts'

type Colours = Readonly<Record<string, string>>

/** Cascade layers, one per folder of `css/`. Later layers win regardless of specificity. */
const LAYERS = ['base', 'layout', 'components', 'pages'] as const

const declare = (values: Colours): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

/** Declares each value for both colour schemes with `light-dark()`. The page's `color-scheme` selects one of them. */
function inBothModes({ light, dark }: { light: Colours; dark: Colours }, prefix = ''): string {
  return declare(
    Object.fromEntries(Object.entries(light).map(([name, value]) => [`${prefix}${name}`, `light-dark(${value},${dark[name]})`])),
  )
}

/** Rules for each tone. Text on the accent colour (`pop`) uses the ink of the light scheme in both schemes. */
const toneRules = Object.entries(TONE_COLOURS)
  .map(([tone, colours]) => `.tone-${tone}{${inBothModes(colours, 'tone-')}${declare({ 'on-pop': colours.light.ink })}}`)
  .join('\n')

const tokens = [
  `:root{color-scheme:light dark;${declare(THEME_TOKENS)}${declare(LENGTHS)}${inBothModes(NEUTRAL_COLOURS)}${inBothModes(MEANING_COLOURS)}}`,
  ':root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}',
  toneRules,
].join('\n')

const folder = (name: string): string => {
  const at = new URL(`./css/${name}/`, import.meta.url)
  return readdirSync(at)
    .filter((file) => file.endsWith('.css'))
    .toSorted()
    .map((file) => readFileSync(new URL(file, at), 'utf8'))
    .join('\n')
}

/** Removes comments and the white space that CSS ignores. No string of a style sheet has white space after one of these characters. */
const lean = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([{};,]) /g, '$1')
    .replaceAll(/([a-z-]): /g, '$1:')
    .replaceAll(/ \{/g, '{')
    .replaceAll(';}', '}')

const text = lean(
  [
    `@layer tokens,${LAYERS.join(',')};`,
    FONT_FACES,
    `@layer tokens{${tokens}}`,
    ...LAYERS.map((layer) => `@layer ${layer}{\n${folder(layer)}\n}`),
  ].join('\n'),
)

/** The only stylesheet. Its file name changes with its content, so browsers may cache it forever. */
export const STYLESHEET = { text, path: `/static/site.${createHash('sha1').update(text).digest('hex').slice(0, 12)}.css` }

const { pop, ink } = TONE_COLOURS.lemon.light
const tag = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 5a3 3 0 0 1 3-3h13l9 9v16a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z" fill="${pop}"/><circle cx="21" cy="10" r="2.4" fill="${ink}"/></svg>`

export const ICON = { text: tag, path: '/static/icon.svg' }
