import type { Context, Person } from '#platform/context/index.ts'
import { cancelledUnpaid, depositWords } from '#commerce/orders/rules/unpaid.ts'
import { invalid } from '#platform/errors/index.ts'
import { api, formAction, deedIn, filled, type FormActions, type Fields } from '#web/framework/page/index.ts'

const DEEDS: FormActions = {
  arrived: formAction(api.deliverOrder, 'Noted: it has arrived. You have 3 days to look at it.'),
  good: formAction(api.confirmOrder, 'All good. The seller gets the money. How was it? You can review it below.'),
  drop: formAction(api.confirmOrder, 'The problem is dropped, and the seller gets the money.'),
  cancel: formAction(api.cancelOrder, (order) =>
    order.status === 'cancelled'
      ? `Cancelled${depositWords(order) === null ? '. Nothing was charged.' : cancelledUnpaid(order)}`
      : 'The seller is asked to cancel. If they say nothing for 72 hours, that is a yes.',
  ),
  take: formAction(api.answerOrder, 'Accepted. That part of the money comes back to you, and the order is finished.', () => ({
    agree: 'true',
  })),
  refuse: formAction(api.answerOrder, 'Not taken. The seller is told; the money goes on waiting.', () => ({ agree: 'false' })),
  review: formAction(api.writeReview, 'Thank you. Your review stands in the shop.', ({ rating = '', body = '' }) =>
    filled({ rating, body }),
  ),
}

/** Errors: 400 for an unknown action. */
export async function doToOrder(ctx: Context, viewer: Person, id: string, { do: name, ...fields }: Fields): Promise<string> {
  const work = deedIn(DEEDS, name)
  if (!work) throw invalid('do', 'Choose one of the buttons.')
  return work(ctx, viewer, { id }, fields)
}
