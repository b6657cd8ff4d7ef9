/** How numbers and plurals are written: everywhere a person reads them, and nowhere else is it decided (test/house/habits.ts). */

// Kept: making one costs as much as a hundred uses of it.
const NUMBERS = new Intl.NumberFormat('en-US')

/** `1,250`. */
export const numberText = (count: number): string => NUMBERS.format(count)

/** The word for so many: `plural(1, 'needs', 'need')` is `needs`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** `1 thing`, `1,250 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${numberText(count)} ${plural(count, one, many)}`

/** `sessions, keys and the webhook`. */
export const listText = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** `4.7`, `5`: at most one digit after the point. */
export const ratingText = (average: number): string => RATINGS.format(average)
const RATINGS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Bytes as people count them: `1.5 GB`, `12 MB`, `300 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 2 ** 30) return `${RATINGS.format(bytes / 2 ** 30)} GB`
  return bytes >= 2 ** 20 ? `${RATINGS.format(bytes / 2 ** 20)} MB` : `${numberText(Math.round(bytes / 2 ** 10))} KB`
}
