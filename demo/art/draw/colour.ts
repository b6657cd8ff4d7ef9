/** Colors of dyes and glazes, by the names that sellers use. */
export const DYES = {
  indigo: '#3a5f8f',
  denim: '#5b83ad',
  sky: '#8fb8d4',
  teal: '#2f8286',
  mint: '#86c5ad',
  sage: '#9db38a',
  forest: '#3f7352',
  'bottle green': '#24614a',
  olive: '#7d7f45',
  mustard: '#dfa637',
  butter: '#f2d479',
  apricot: '#eda563',
  rust: '#bd5f38',
  tomato: '#d14f3c',
  rose: '#d47f92',
  blush: '#efbcae',
  plum: '#77507f',
  lilac: '#b6a0cf',
  cocoa: '#85583f',
  camel: '#c2935f',
  oat: '#e2d4b8',
  cream: '#f3e8d2',
  chalk: '#e9e4da',
  slate: '#5a6a75',
  ink: '#343a48',
  terracotta: '#cc7650',
} as const
export type Dye = keyof typeof DYES

export const WOODS = ['#b57f4b', '#9a6338', '#c99660'] as const
export const BRASS = '#d9b25c'
export const PAPER = '#fbf5e6'
/** Color of all shadows. Pure black would look dirty next to the colors of the items. */
const DUSK = '#3b2231'

/** Blends two colors. A `share` of 0 returns the first color, and a `share` of 1 returns the second. */
export function mix(one: string, other: string, share: number): string {
  const channel = (at: number) => Math.round(part(one, at) * (1 - share) + part(other, at) * share)
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
}

export const darker = (colour: string, share = 0.22): string => mix(colour, DUSK, share)
export const lighter = (colour: string, share = 0.3): string => mix(colour, '#fffaf0', share)

/**
 * Returns the approximate visual distance between two colors. The distance between equal colors is 0. Above 150, colors look clearly
 * different.
 */
export function distance(one: string, other: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => part(one, at) - part(other, at)) as [number, number, number]
  return Math.sqrt(2 * red * red + 4 * green * green + 3 * blue * blue) / 2
}

const part = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
