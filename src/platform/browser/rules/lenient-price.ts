const MAX_CENTS = 100_000_000

/**
 * Parses an amount such as `29.99`, `"29.99"`, `"$1,495"`, `"1.495,00"` or `"USD 12"` and returns cents. Returns null for a range, and for
 * an amount that is not positive or exceeds one million.
 */
export function lenientCents(value: unknown): number | null {
  if (typeof value === 'number') return inRange(Math.round(value * 100))
  if (typeof value !== 'string' || value.length > 60) return null
  const [found, second] = value.matchAll(/\d[\d.,'\s]*/g)
  if (!found || second || /-\s*\d/.test(value)) return null
  return inRange(Math.round(Number(plain(found[0])) * 100))
}

/**
 * Rewrites an amount with a decimal point and without thousands separators. One or two digits after the last separator are decimals; three
 * digits are thousands.
 */
function plain(written: string): string {
  const digits = written.replaceAll(/['\s]/g, '').replace(/[.,]+$/, '')
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1] ?? '0'
  const whole = digits.replace(/[.,]\d{1,2}$/, '').replaceAll(/[.,]/g, '')
  return `${whole}.${decimals}`
}

const inRange = (cents: number): number | null => (cents > 0 && cents <= MAX_CENTS ? cents : null)

/** Returns the currency code of a written amount: `other` for dollars other than US dollars, or null if there is none. */
export function writtenCurrency(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const code = /\b(?:USD|EUR|GBP|CAD|AUD|JPY|CHF|SEK|NOK|DKK|PLN|INR|CNY)\b/.exec(value)?.[0]
  if (code) return code
  if (/(?:CA?|AU?|NZ|HK|S|MX|R)\$/.test(value)) return 'other'
  if (value.includes('$')) return 'USD'
  return value.includes('€') ? 'EUR' : value.includes('£') ? 'GBP' : value.includes('¥') ? 'JPY' : null
}
