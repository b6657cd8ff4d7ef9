/** Formats amounts for people and models: pages, mails, events, helpers (test/house/habits.ts). */

// Reused, because creating a formatter costs as much as a hundred uses.
const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$14`, `$14.50`, `$1,250`: omits `.00` for whole dollars. */
export const priceText = (cents: number): string => (cents % 100 === 0 ? WHOLE : CENTS).format(cents / 100)

/** Like `priceText`, for dollars, the unit of API records. */
export const dollarsText = (dollars: number): string => priceText(Math.round(dollars * 100))

/** Parses an amount that `priceText` wrote, without the sign (`1,250` or `14.50`), to cents. Returns null for any other format. */
export const writtenCents = (digits: string): number | null =>
  /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?$/.test(digits) ? Math.round(Number(digits.replaceAll(',', '')) * 100) : null

/** `14.50`: without sign and thousands separators, for programs. */
export const plainAmount = (cents: number): string => (cents / 100).toFixed(2)
