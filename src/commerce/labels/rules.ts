/** Validity period of a shipping rate (spec: completions 13.11, Labels). */
export const RATE_VALID_MS = 24 * 3600_000

type Quote = { created_at: Date; addresses: string }

/** Returns true if a rate is too old, or if the sender's or recipient's address has changed. */
export const isStale = (rate: Quote, addresses: string, now: Date): boolean =>
  rate.addresses !== addresses || now.getTime() - rate.created_at.getTime() >= RATE_VALID_MS

/** Returns the cheapest rate. Between rates that cost the same, returns the fastest. Returns undefined if there are no rates. */
export const cheapest = <R extends { amount_cents: number; days: number | null }>(rates: readonly R[]): R | undefined =>
  rates.toSorted((a, b) => a.amount_cents - b.amount_cents || (a.days ?? Infinity) - (b.days ?? Infinity))[0]
