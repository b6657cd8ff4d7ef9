import { amountsIn, hasContact, readable } from './text.ts'
import { BARGAINING, ORDERS } from './vocabulary.ts'

/** Free text is a fact unless it speaks of other money, of bargaining, of ways around the service, or to a model. */
export function isSayable(raw: string, allowedCents: readonly number[]): boolean {
  const text = readable(raw)
  if (BARGAINING.test(text) || ORDERS.test(text) || hasContact(text)) return false
  return amountsIn(text).every((cents) => allowedCents.includes(cents))
}
