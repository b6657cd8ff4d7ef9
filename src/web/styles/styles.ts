import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { FONT_FACES } from './fonts.ts'
import { LENGTHS, THEME_TOKENS, MEANING_COLOURS, NEUTRAL_COLOURS, TONE_COLOURS } from './tokens.ts'

type Colours = Readonly<Record<string, string>>

/** Cascade layers, one for each folder in `css/`. Later layers win regardless of specificity. */
const LAYERS = ['base', 'layout', 'components', 'pages'] as const

const declare = (values: Colours): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

/** Declares each value for both color schemes with `light-dark()`. The page's `color-scheme` selects one of the two. */
function inBothModes({ light, dark }: { light: Colours; dark: Colours }, prefix = ''): string {
  return declare(
    Object.fromEntries(Object.entries(light).map(([name, value]) => [`${prefix}${name}`, `light-dark(${value},${dark[name]})`])),
  )
}

/** Returns the declarations for a tone. Text on the accent color (`pop`) has the same color in both schemes. */
export const toneDeclarations = (colours: { light: Colours; dark: Colours }, onPop = colours.light.ink!): string =>
  `${inBothModes(colours, 'tone-')}${declare({ 'on-pop': onPop })}`

const toneRules = Object.entries(TONE_COLOURS)
  .map(([tone, colours]) => `.tone-${tone}{${toneDeclarations(colours)}}`)
  .join('\n')

const tokens = [
  `:root{color-scheme:light dark;${declare(THEME_TOKENS)}${declare(LENGTHS)}${inBothModes(NEUTRAL_COLOURS)}${inBothModes(MEANING_COLOURS)}}`,
  ':root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}',
  toneRules,
].join('\n')

/** Rules for the listing editor, which no public page uses. */
const isEditor = (file: string): boolean => file.startsWith('editor')

const folder = (name: string, isIncluded: (file: string) => boolean): string => {
  const at = new URL(`./css/${name}/`, import.meta.url)
  return readdirSync(at)
    .filter((file) => file.endsWith('.css') && isIncluded(file))
    .toSorted()
    .map((file) => readFileSync(new URL(file, at), 'utf8'))
    .join('\n')
}

/**
 * Removes comments and insignificant white space. This is safe, because no string in our stylesheets contains sequences that this function
 * shortens, such as `; `.
 */
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
    ...LAYERS.map((layer) => `@layer ${layer}{\n${folder(layer, (file) => !isEditor(file))}\n}`),
  ].join('\n'),
)

/** A stylesheet's file name changes with its content, so that browsers may cache the file forever. */
const sheet = (name: string, css: string) => ({
  text: css,
  path: `/static/${name}.${createHash('sha1').update(css).digest('hex').slice(0, 12)}.css`,
})

/** The stylesheet for all pages. */
export const STYLESHEET = sheet('site', text)

/**
 * Additional rules for pages that load the editor's script. They are in a separate file, because the main file has reached its size limit
 * (15 KB gzip).
 */
export const EDITOR_STYLESHEET = sheet('editor', lean(`@layer pages{\n${folder('pages', isEditor)}\n}`))

const { pop, ink } = TONE_COLOURS.lemon.light

type IconFacts = { letter: string | null; accent: string | null }

/**
 * Returns the icon for the browser tab: a price tag, with the letters of the mark if there is one. The mark needs no escaping, because
 * `MARK` allows only letters and digits.
 */
export function iconText({ letter, accent }: IconFacts): string {
  const inside = letter
    ? `<text x="15" y="23" font-family="sans-serif" font-size="${letter.length > 1 ? 14 : 18}" font-weight="800" text-anchor="middle" fill="${ink}">${letter}</text>`
    : `<circle cx="21" cy="10" r="2.4" fill="${ink}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 5a3 3 0 0 1 3-3h13l9 9v16a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z" fill="${accent ?? pop}"/>${inside}</svg>`
}

export const ICON_PATH = '/static/icon.svg'

/** Returns the path of the icon. The path changes whenever the icon changes, because browsers cache the icon. */
export const iconPath = ({ letter, accent }: IconFacts): string =>
  letter || accent ? `${ICON_PATH}?v=${encodeURIComponent(`${letter ?? ''}${accent ?? ''}`)}` : ICON_PATH
