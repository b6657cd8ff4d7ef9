/** How amounts are written, wherever a person or a model reads them: pages, mails, events, helpers (test/house/habits.ts). */

// Kept: making one costs as much as a hundred uses of it.
const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$14`, `$14.50`, `$1,250`: whole dollars go without `.00`. */
export const priceText = (cents: number): string => (cents % 100 === 0 ? WHOLE : CENTS).format(cents / 100)

/** The same of an amount in dollars, as records of the API hold it. */
export const dollarsText = (dollars: number): string => priceText(Math.round(dollars * 100))

/** The cents of an amount as `priceText` writes it, without its sign: `1,250` or `14.50`; null for what is written in another way. */
export const writtenCents = (digits: string): number | null =>
  /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{2})?$/.test(digits) ? Math.round(Number(digits.replaceAll(',', '')) * 100) : null

/** `14.50`: for programs, that read no sign and no groups. */
export const plainAmount = (cents: number): string => (cents / 100).toFixed(2)
