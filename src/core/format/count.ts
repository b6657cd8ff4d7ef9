/** Formats numbers and plurals for all text that users see (test/house/habits.ts). */

// cached, because creating a formatter is about a hundred times slower than using it
const NUMBERS = new Intl.NumberFormat('en-US')

/** Formats an integer with thousands separators, such as `1,250`. */
export const numberText = (count: number): string => NUMBERS.format(count)

/** Returns the word form that agrees with the count. For example, `plural(1, 'needs', 'need')` is `needs`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** Formats a count with its noun, as in `1 item` or `1,250 items`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${numberText(count)} ${plural(count, one, many)}`

/** Formats a list of words, such as `sessions, keys and the webhook`. */
export const listText = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Formats a rating with at most one decimal, such as `4.7` or `5`. */
export const ratingText = (average: number): string => RATINGS.format(average)
const RATINGS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Formats a size in bytes, such as `1.5 GB`, `12 MB` or `300 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 2 ** 30) return `${RATINGS.format(bytes / 2 ** 30)} GB`
  return bytes >= 2 ** 20 ? `${RATINGS.format(bytes / 2 ** 20)} MB` : `${numberText(Math.round(bytes / 2 ** 10))} KB`
}
