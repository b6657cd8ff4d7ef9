import type { Context, Core, Person } from '#platform/context/index.ts'
import { readTarget } from '#commerce/blocks/index.ts'
import * as orders from '#commerce/orders/index.ts'
import { readReviewOf } from '#catalog/reviews/index.ts'
import { PROTECTED_DAYS } from '#commerce/orders/rules/order.ts'
import { SEND_DAYS } from '#commerce/orders/rules/return.ts'
import { cancelledUnpaid, depositText } from '#commerce/orders/rules/unpaid.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import { goTo, goToAddress, sendPage } from '#web/framework/answer.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { Deadline } from './order-copy.tsx'
import { OrderPage } from './order-page.tsx'
import { Receipt } from './order-receipt.tsx'
import { StatusBadge } from '#web/ui/order-status.tsx'
import {
  api,
  call,
  filled,
  formAction,
  formActionIn,
  page,
  sendAccountPage,
  withAccount,
  type Fields,
  type FormActions,
  type PageRequest,
} from '#web/framework/page/index.ts'
import { siteOf } from '#web/framework/site.ts'

/** One order: status, buyer protection and actions (spec: ux 1.2). */
export const orderPage = page({
  path: '/you/orders/:id',
  name: 'your order',
  evenSuspended: true,
  guests: true,
  async form({ ctx, c, viewer }, { fields }) {
    const id = c.req.param('id')!
    await readAsBuyer(ctx, viewer, id)
    return { to: `/you/orders/${id}`, message: await doToOrder(ctx, viewer, id, fields) }
  },
  show: send,
})

/** Reports a problem, with photos. The form is on a separate page, because the forms on the order page do not accept files. */
export const problemPage = page({
  path: '/you/orders/:id/problem',
  name: 'your problem',
  evenSuspended: true,
  guests: true,
  files: true,
  async form({ ctx, c, viewer }, { fields: { reason = '', body = '' }, files }) {
    const id = c.req.param('id')!
    await readAsBuyer(ctx, viewer, id)
    await call(ctx, viewer, api.reportProblem, { params: { id }, body: filled({ reason, body }), files })
    const message = 'Problem reported. We have notified the seller. Their money is on hold until the problem is resolved.'
    return { to: `/you/orders/${id}`, message }
  },
  show: (at) =>
    at.problem
      ? send({ ...at, typed: { ...at.typed, do: 'problem' } })
      : goTo(at.c, `/you/orders/${encodeURIComponent(at.c.req.param('id')!)}`),
})

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const id = c.req.param('id')!
  const [{ order, party: side, may }, review] = await Promise.all([
    orders.readOrderWithParty(ctx, viewer, id),
    readReviewOf(ctx, viewer, id),
  ])
  if (side === 'seller') return goToAddress(c, ctx.urls.order('seller', id))
  const isBlocked = !viewer.guest && (await readTarget(ctx, viewer, { order: id })).isBlocked
  return sendAccountPage(at, {
    current: 'orders',
    title: order.listing.title,
    intro: (
      <>
        <span data-reserved={order.status === 'awaiting_payment' || undefined}>
          <StatusBadge status={order.status} to="buyer" /> <Deadline order={order} />
        </span>
      </>
    ),
    children: <OrderPage at={at} order={order} may={may} review={review} isBlocked={isBlocked} />,
  })
}

/** The receipt, laid out to fit one printed sheet. */
export const receiptPage = page({
  path: '/you/orders/:id/receipt',
  name: 'your receipt',
  guests: true,
  async show({ ctx, c, viewer }) {
    const id = c.req.param('id')!
    const { order, party: side } = await orders.readOrderWithParty(ctx, viewer, id)
    if (side !== 'buyer') throw notFound('order')
    if (!order.timeline.some(({ status }) => status === 'paid')) throw notFound('receipt')
    return sendPage(
      ctx,
      c,
      <Layout site={siteOf(ctx)} viewer={withAccount(viewer)} title={`Receipt ${order.id} · ${siteOf(ctx).name}`}>
        <div class="plain receipt">
          <Receipt order={order} alone />
          <p class="screen-only">
            <a href={`/you/orders/${order.id}`}>Back to the order</a>
          </p>
        </div>
      </Layout>,
    )
  },
})

/** Requires that the viewer is the buyer. Errors: 404 for everyone else. The seller reads the order in the seller's app. */
async function readAsBuyer(ctx: Core, viewer: Person, id: string): Promise<void> {
  if ((await orders.partyInOrder(ctx, viewer, id)) !== 'buyer') throw notFound('order')
}

const FORM_ACTIONS: FormActions = {
  arrived: formAction(api.deliverOrder, `Confirmed. You have ${PROTECTED_DAYS} days to check the item.`),
  good: formAction(api.confirmOrder, 'Order completed. The seller will receive the money. You can write a review below.'),
  drop: formAction(api.confirmOrder, 'Problem closed. The seller will receive the money.'),
  cancel: formAction(api.cancelOrder, (order) =>
    order.status === 'cancelled'
      ? `Cancelled${depositText(order) === null ? '. Nothing was charged.' : cancelledUnpaid(order)}`
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
  'send-return': formAction(api.sendReturn, 'Marked as sent. The seller can see the tracking number.', ['carrier', 'number']),
  review: formAction(api.writeReview, 'Thank you. Your review is published.', ({ rating = '', body = '' }) => filled({ rating, body })),
}

/** Performs the action that the buyer chose on the order page. Errors: 400 for an unknown action. */
async function doToOrder(ctx: Context, viewer: Person, id: string, { do: name, ...fields }: Fields): Promise<string> {
  const work = formActionIn(FORM_ACTIONS, name)
  if (!work) throw invalid('do', 'Press one of the buttons.')
  return work(ctx, viewer, { id }, fields)
}
