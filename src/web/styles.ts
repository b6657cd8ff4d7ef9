import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MEANING_COLOURS, NEUTRAL_COLOURS, TONE_COLOURS } from './tokens.ts'

type Colours = Readonly<Record<string, string>>

const declare = (colours: Colours): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

/** Text on the pop colour is the tone's light ink in both modes; the rest follows the mode. */
function toneRules(mode: 'light' | 'dark'): string {
  return Object.entries(TONE_COLOURS)
    .map(([tone, colours]) => {
      const named = Object.fromEntries(Object.entries(colours[mode]).map(([name, value]) => [`tone-${name}`, value]))
      return `.tone-${tone}{${declare({ ...named, 'on-pop': colours.light.ink })}}`
    })
    .join('')
}

const modeRules = (mode: 'light' | 'dark'): string =>
  `:root{${declare({ ...NEUTRAL_COLOURS[mode], ...MEANING_COLOURS[mode] })}}${toneRules(mode)}`

const text = [
  modeRules('light'),
  `@media (prefers-color-scheme: dark){${modeRules('dark')}}`,
  readFileSync(new URL('./site.css', import.meta.url), 'utf8'),
].join('\n')

/** The one stylesheet. Its name changes with its bytes, so browsers may keep it for ever. */
export const STYLESHEET = { text, path: `/static/site.${createHash('sha1').update(text).digest('hex').slice(0, 12)}.css` }

const tag = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M4 5a3 3 0 0 1 3-3h13l9 9v16a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z" fill="${TONE_COLOURS.lemon.light.pop}"/><circle cx="21" cy="10" r="2.4" fill="${TONE_COLOURS.lemon.light.ink}"/></svg>`

export const ICON = { text: tag, path: '/static/icon.svg' }
