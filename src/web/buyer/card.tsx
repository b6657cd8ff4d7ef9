import type { SavedCard } from '#commerce/payments/customers/index.ts'

/** Returns the short name of a card: its brand and last four digits. */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string => `${brand} ${last4}`

/** Returns a card's expiry date as printed on the card: month and year. */
export const expiryOf = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`
