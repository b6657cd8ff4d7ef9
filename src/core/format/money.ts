/** Formats amounts for users and models, in pages, emails, events and helpers (test/house/habits.ts). */

// cached, because creating a formatter is about a hundred times slower than using it
const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats cents as dollars, such as `$14`, `$14.50` or `$1,250`. Omits `.00` for whole dollars. */
export const priceText = (cents: number): string => (cents % 100 === 0 ? WHOLE : CENTS).format(cents / 100)

/** Like `priceText`, but takes dollars, the unit in the API. */
export const dollarsText = (dollars: number): string => priceText(Math.round(dollars * 100))

/** Formats a dollar amount that may be negative, in which case it gets a minus sign. */
export const signedText = (dollars: number): string => dollarsText(dollars || 0).replace('-', '−')

/**
 * Parses an amount in the format of `priceText`, but without the dollar sign (`1,250` or `14.50`), and returns cents. Returns null for any
 * other format.
 */
export const writtenCents = (digits: string): number | null =>
  /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?$/.test(digits) ? Math.round(Number(digits.replaceAll(',', '')) * 100) : null

/** Formats cents as dollars for machines, such as `14.50`: without a dollar sign or thousands separators. */
export const plainAmount = (cents: number): string => (cents / 100).toFixed(2)
