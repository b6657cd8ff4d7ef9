import type { SavedCard } from '#commerce/payments/customers/index.ts'

/** Returns the short name of a card: its brand and last four digits. */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string => `${brand} ${last4}`

/** Returns the expiry date of a card as printed on it: month and year. */
export const expiryOf = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`
