/*
 * The model's version of the rules, with one function per user action. Each function returns the response status, and changes the model on
 * success. New records get the ids that the service assigned (`made`).
 */
export * from './law/blocks.ts'
export * from './law/buying.ts'
export * from './law/chargebacks.ts'
export * from './law/guests.ts'
export * from './law/holds.ts'
export * from './law/invitations.ts'
export * from './law/listings.ts'
export * from './law/offers.ts'
export * from './law/orders.ts'
export * from './law/payments.ts'
export * from './law/purchases.ts'
export * from './law/returns.ts'
export type { Made } from './law/shared.ts'
export * from './law/time.ts'
