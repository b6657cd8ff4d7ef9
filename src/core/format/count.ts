/** Formats numbers and plurals. All text for people uses these functions (test/house/habits.ts). */

// Reused, because creating a formatter costs as much as a hundred uses.
const NUMBERS = new Intl.NumberFormat('en-US')

/** `1,250`. */
export const numberText = (count: number): string => NUMBERS.format(count)

/** Returns the form that agrees with the count: `plural(1, 'needs', 'need')` is `needs`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** `1 item`, `1,250 items`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${numberText(count)} ${plural(count, one, many)}`

/** `sessions, keys and the webhook`. */
export const listText = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** `4.7`, `5`: at most one digit after the point. */
export const ratingText = (average: number): string => RATINGS.format(average)
const RATINGS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Formats bytes: `1.5 GB`, `12 MB`, `300 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 2 ** 30) return `${RATINGS.format(bytes / 2 ** 30)} GB`
  return bytes >= 2 ** 20 ? `${RATINGS.format(bytes / 2 ** 20)} MB` : `${numberText(Math.round(bytes / 2 ** 10))} KB`
}
