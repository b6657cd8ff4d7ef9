/*
 * The law as the model reads it: each verb on the world gives the answer's status, and changes the world when it is good.
 * What a verb makes gets the id that the service gave it (`made`).
 */
export * from './law/buying.ts'
export * from './law/chargebacks.ts'
export * from './law/holds.ts'
export * from './law/listings.ts'
export * from './law/offers.ts'
export * from './law/orders.ts'
export * from './law/payments.ts'
export type { Made } from './law/shared.ts'
export * from './law/time.ts'
