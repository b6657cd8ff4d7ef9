import * as holds from '#deal/holds/index.ts'
import * as orders from '#deal/orders/index.ts'
import { lookAgain } from '#deal/payments/attempt.ts'
import { notFound } from '#platform/errors.ts'
import { PLACES } from '#web/base/places.ts'
import { page } from '#web/page/page.tsx'
import { goSaying } from '#web/page/flash.ts'

const SAYS = {
  succeeded: 'Paid. Your receipt is below.',
  failed: 'The payment was not made, and nothing was charged. You can try again while the thing is kept for you.',
  pending: 'Not paid yet. If you did pay, your bank takes its time and this page will show it; if not, you can go on with it.',
} as const

/** Where the provider's page leads back to: what became of it is asked for at once, by the path that its webhook takes. */
export const paidPage = page({
  path: '/pay/:payment',
  name: 'paid',
  who: 'person',
  async show({ ctx, c, viewer }) {
    const payment = await lookAgain(ctx, viewer.accountId, c.req.param('payment')!)
    if (!payment) throw notFound('payment')
    const status = payment.status === 'started' ? 'pending' : payment.status
    if (payment.order_id === null) {
      const hold = await holds.readHold(ctx, viewer, payment.hold_id!)
      const says = status === 'succeeded' ? 'The deposit is paid, and the thing is kept for you.' : SAYS[status]
      return goSaying(ctx, c, PLACES.buy(hold.listing_id), { says })
    }
    const { row } = await orders.readOrder(ctx, viewer, payment.order_id)
    const waits = row.status === 'awaiting_payment' && status !== 'succeeded'
    if (status === 'succeeded' && row.paid_at === null)
      return goSaying(ctx, c, `/you/orders/${row.id}`, { says: 'The payment came too late: all of it goes back to you.' })
    return goSaying(ctx, c, waits ? PLACES.buy(row.listing_id) : `/you/orders/${row.id}`, { says: SAYS[status] })
  },
})
