/** Minimum contrast for text, and for lines (WCAG 2 AA). */
export const TEXT_CONTRAST = 4.5
export const LINE_CONTRAST = 3

/** Returns the WCAG 2 contrast ratio between two colors such as `#fbe137`, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the red, green and blue components of a color, each from 0 to 255. */
export const partsOf = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

function luminance(hex: string): number {
  const [r, g, b] = partsOf(hex)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the color of text on an accent color, for both light and dark pages. */
export const ACCENT_INK = '#16140f'
