import type { Person, Tx } from '#platform/context.ts'
import { cancelOrder, confirmOrder } from '#deal/orders/end.ts'
import { answerOrder } from '#deal/orders/problems.ts'
import { deliverOrder } from '#deal/orders/ship.ts'
import { readOrder } from '#deal/orders/index.ts'
import { WriteReview } from '#market/reviews/schema.ts'
import { writeReview } from '#market/reviews/write.ts'
import { invalid } from '#platform/errors.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { requireAccess } from '#platform/http/run.ts'
import { validate } from '#platform/http/validate.ts'
import { filled } from './problem.ts'

type Deed = (tx: Tx, viewer: Person, id: string, fields: Record<string, string>) => Promise<string>

/** What a buyer does to an order, by the verbs that the API calls; each gives what to say of it. */
const DEEDS: Readonly<Record<string, Deed>> = {
  async arrived(tx, viewer, id) {
    await deliverOrder(tx, viewer, id, {})
    return 'Noted: it has arrived. You have 3 days to look at it.'
  },
  async good(tx, viewer, id) {
    await confirmOrder(tx, viewer, id)
    return 'All good. The seller gets the money. How was it? You can review it below.'
  },
  async drop(tx, viewer, id) {
    await confirmOrder(tx, viewer, id)
    return 'The problem is dropped, and the seller gets the money.'
  },
  async cancel(tx, viewer, id) {
    await cancelOrder(tx, viewer, id)
    const { row } = await readOrder(tx, viewer, id)
    return row.status === 'cancelled'
      ? 'Cancelled. Nothing was charged.'
      : 'The seller is asked to cancel. If they say nothing for 72 hours, that is a yes.'
  },
  async take(tx, viewer, id) {
    await answerOrder(tx, viewer, id, { agree: true })
    return 'Accepted. That part of the money comes back to you, and the order is finished.'
  },
  async refuse(tx, viewer, id) {
    await answerOrder(tx, viewer, id, { agree: false })
    return 'Not taken. The seller is told; the money goes on waiting.'
  },
  async review(tx, viewer, id, fields) {
    await writeReview(tx, viewer, id, validate(WriteReview, coerceStrings(WriteReview, filled(fields))))
    return 'Thank you. Your review stands in the shop.'
  },
}

/** The endpoint of each: who may not call it may not press the button. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  arrived: 'deliverOrder',
  good: 'confirmOrder',
  drop: 'confirmOrder',
  cancel: 'cancelOrder',
  take: 'answerOrder',
  refuse: 'answerOrder',
  review: 'writeReview',
}

export function doToOrder(tx: Tx, viewer: Person, id: string, { do: name = '', ...fields }: Record<string, string>): Promise<string> {
  const deed = Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined
  if (!deed) throw invalid('do', 'Choose one of the buttons.')
  requireAccess(tx.endpoints.get(ENDPOINTS[name]!)!, viewer)
  return deed(tx, viewer, id, fields)
}
