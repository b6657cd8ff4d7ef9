import { PROTECTED_DAYS } from '#commerce/orders/rules/order.ts'
import { SEND_DAYS } from '#commerce/orders/rules/return.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { cancelledUnpaid, depositWords } from '#commerce/orders/rules/unpaid.ts'
import { invalid } from '#platform/errors/index.ts'
import { api, formAction, formActionIn, filled, type FormActions, type Fields } from '#web/framework/page/index.ts'

const FORM_ACTIONS: FormActions = {
  arrived: formAction(api.deliverOrder, `Confirmed. You have ${PROTECTED_DAYS} days to check the item.`),
  good: formAction(api.confirmOrder, 'Order completed. The seller will receive the money. You can write a review below.'),
  drop: formAction(api.confirmOrder, 'Problem closed. The seller will receive the money.'),
  cancel: formAction(api.cancelOrder, (order) =>
    order.status === 'cancelled'
      ? `Cancelled${depositWords(order) === null ? '. Nothing was charged.' : cancelledUnpaid(order)}`
      : 'We have asked the seller to cancel. If they do not answer within 72 hours, you will get a full refund.',
  ),
  take: formAction(api.answerOrder, 'Refund accepted. You will get the refund, and the order is now complete.', () => ({
    agree: 'true',
  })),
  refuse: formAction(api.answerOrder, 'Refund declined. We have notified the seller. The money stays on hold.', () => ({ agree: 'false' })),
  'agree-return': formAction(
    api.agreeToReturn,
    `Return agreed. Send the item within ${SEND_DAYS} days, and enter its tracking number here.`,
  ),
  'decline-return': formAction(api.declineReturn, 'Return declined. A member of our staff decides. The money stays on hold.'),
  'send-return': formAction(api.sendReturn, 'Marked as sent. The seller can see the tracking number.', ({ carrier = '', number = '' }) => ({
    carrier,
    number,
  })),
  review: formAction(api.writeReview, 'Thank you. Your review is published.', ({ rating = '', body = '' }) => filled({ rating, body })),
}

/** Performs the action that the buyer chose on the order page. Errors: 400 for an unknown action. */
export async function doToOrder(ctx: Context, viewer: Person, id: string, { do: name, ...fields }: Fields): Promise<string> {
  const work = formActionIn(FORM_ACTIONS, name)
  if (!work) throw invalid('do', 'Press one of the buttons.')
  return work(ctx, viewer, { id }, fields)
}
