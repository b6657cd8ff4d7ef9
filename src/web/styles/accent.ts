import { ACCENT_INK, contrastOf, LINE_CONTRAST, partsOf, TEXT_CONTRAST } from '#core/contrast.ts'
import { NEUTRAL_COLOURS } from './tokens.ts'
import { toneDeclarations } from './styles.ts'

/** Path of the stylesheets for the operator's accent color. The file name is the color, so browsers may cache the file forever. */
export const ACCENT_FILE = '/static/accent/:file'

export const accentPath = (accent: string): string => `/static/accent/${accent.slice(1)}.css`

/**
 * Returns the stylesheet for a file name such as `fbe137.css`, or null if the name is not a color. The accent color replaces the
 * marketplace's colors, but never a shop's colors.
 */
export function accentText(file: string): string | null {
  const [, hex] = /^([0-9a-f]{6})\.css$/.exec(file) ?? []
  return hex === undefined ? null : `body:not(.toned){${toneDeclarations(paletteOf(`#${hex}`), ACCENT_INK)}}`
}

/**
 * Derives the colors for both schemes from a single accent color. Mixes the colors of text and lines with black or white until they reach
 * the WCAG AA contrast on every background.
 */
export const paletteOf = (accent: string) => ({ light: schemeOf(accent, 'light'), dark: schemeOf(accent, 'dark') })

function schemeOf(accent: string, scheme: 'light' | 'dark') {
  const { paper } = NEUTRAL_COLOURS[scheme]
  const far = scheme === 'light' ? '#000000' : '#ffffff'
  // the backgrounds must also have enough contrast with gray text
  const ground = (share: number) => readableGround(accent, paper, share, NEUTRAL_COLOURS[scheme].mute)
  const [wash, soft, band] = [ground(0.06), ground(0.14), ground(0.24)]
  const on = (least: number) => towards(accent, far, (colour) => [wash, soft, band].every((one) => contrastOf(one, colour) >= least))
  return { wash, soft, band, pop: accent, edge: on(LINE_CONTRAST), text: on(TEXT_CONTRAST), ink: mix(far, on(TEXT_CONTRAST), 0.15) }
}

/** Mixes the paper color with the accent color, up to the given share, but only as far as gray text stays readable. */
function readableGround(accent: string, paper: string, most: number, text: string): string {
  for (let share = most; share > 0; share -= 0.01) {
    const ground = mix(paper, accent, share)
    if (contrastOf(ground, text) >= TEXT_CONTRAST) return ground
  }
  return paper
}

/** Mixes a color with `far` in steps of 4 % until `isEnough` accepts the result. */
function towards(colour: string, far: string, isEnough: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(colour, far, share)
    if (isEnough(mixed)) return mixed
  }
  return far
}

/** `share`: the second color's share of the mix, from 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const [a, b] = [partsOf(one), partsOf(other)]
  return `#${a
    .map((part, at) =>
      Math.round(part + (b[at]! - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
