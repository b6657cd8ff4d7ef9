import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A font file. Both font families have the SIL Open Font License. Their packages include the license text. */
export type FontFile = { path: string; bytes: Uint8Array<ArrayBuffer> }

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

/** Reads a font file from its package in node_modules. The path is fixed, because this project is never installed as a dependency. */
function fontFile(directory: string, name: string): FontFile {
  const bytes = new Uint8Array(readFileSync(new URL(`../../../node_modules/${directory}/files/${name}-normal.woff2`, import.meta.url)))
  const hash = createHash('sha1').update(bytes).digest('hex').slice(0, 12)
  return { path: `/static/${name}.${hash}.woff2`, bytes }
}

// a file with a single bold weight is half as large as the variable font
const DISPLAY = '@fontsource/bricolage-grotesque'
const TEXT_FONT = '@fontsource-variable/instrument-sans'
const display = fontFile(DISPLAY, 'bricolage-grotesque-latin-700')
const displayExt = fontFile(DISPLAY, 'bricolage-grotesque-latin-ext-700')
const text = fontFile(TEXT_FONT, 'instrument-sans-latin-wght')
const textExt = fontFile(TEXT_FONT, 'instrument-sans-latin-ext-wght')

export const FONTS: readonly FontFile[] = [display, displayExt, text, textExt]

/** Fonts for the first screen. Every page preloads them. */
export const FIRST_FONTS: readonly FontFile[] = [display, text]

const face = (family: string, weights: string, file: FontFile, range: string): string =>
  `@font-face{font-family:'${family}';font-style:normal;font-display:swap;font-weight:${weights};src:url(${file.path}) format('woff2');unicode-range:${range}}`

/** Font faces in the stylesheet. The last two are fallbacks of similar width, so that the layout hardly shifts when our fonts load. */
export const FONT_FACES = [
  face('Bricolage Grotesque', '700 800', display, LATIN),
  face('Bricolage Grotesque', '700 800', displayExt, LATIN_EXT),
  face('Instrument Sans', '400 700', text, LATIN),
  face('Instrument Sans', '400 700', textExt, LATIN_EXT),
  "@font-face{font-family:'Words meanwhile';src:local('Arial'),local('Liberation Sans'),local('Helvetica');size-adjust:98%}",
  "@font-face{font-family:'Display meanwhile';src:local('Arial'),local('Liberation Sans'),local('Helvetica');size-adjust:94%}",
].join('\n')
