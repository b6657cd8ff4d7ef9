import { amountsIn, hasContact, readable } from './text.ts'
import { BARGAINING, ORDERS } from './vocabulary.ts'

/**
 * Returns true if the text contains no amounts except `allowedCents`, no bargaining, no contact details, and no instructions to a model.
 */
export function isSayable(raw: string, allowedCents: readonly number[]): boolean {
  const text = readable(raw)
  if (BARGAINING.test(text) || ORDERS.test(text) || hasContact(text)) return false
  return amountsIn(text).every((cents) => allowedCents.includes(cents))
}
