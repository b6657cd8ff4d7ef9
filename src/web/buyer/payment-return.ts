import { reconcilePayment } from '#commerce/sale/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { api, call, page } from '#web/framework/page/index.ts'
import { redirectWithMessage } from '#web/framework/page/flash.ts'

const MESSAGES = {
  succeeded: 'Paid. Your receipt is below.',
  failed: 'The payment failed, and nothing was charged. You can try again while the item is reserved for you.',
  pending:
    'Not paid yet. If you have already paid, your bank is still processing the payment, and this page will show the result. If you have not paid, you can still pay now.',
} as const

/**
 * Page that buyers return to from the payment provider. The page reads the payment's state from the provider, so it does not have to wait
 * for the webhook.
 */
export const paidPage = page({
  path: '/pay/:payment',
  name: 'paid',
  guests: true,
  async show({ ctx, c, viewer }) {
    const payment = await reconcilePayment(ctx, viewer.accountId, c.req.param('payment')!)
    if (!payment) throw notFound('payment')
    const status = payment.status === 'started' ? 'pending' : payment.status
    if (payment.purchase !== null) return redirectWithMessage(ctx, c, ROUTES.purchase(payment.purchase), { message: MESSAGES[status] })
    if (payment.order === null) {
      const { listing } = await call(ctx, viewer, api.getHold, { params: { id: payment.hold! } })
      const message = status === 'succeeded' ? 'The deposit is paid, and the item is held for you.' : MESSAGES[status]
      return redirectWithMessage(ctx, c, ROUTES.buy(listing.id), { message })
    }
    const order = await call(ctx, viewer, api.getOrder, { params: { id: payment.order } })
    const waits = order.status === 'awaiting_payment' && status !== 'succeeded'
    if (status === 'succeeded' && !order.timeline.some((step) => step.status === 'paid'))
      return redirectWithMessage(ctx, c, `/you/orders/${order.id}`, {
        message: 'The payment arrived too late. You will get a full refund.',
      })
    return redirectWithMessage(ctx, c, waits ? ROUTES.buy(order.listing.id) : `/you/orders/${order.id}`, { message: MESSAGES[status] })
  },
})
