import type { Core, Person } from '#platform/context/index.ts'
import { readTarget } from '#commerce/blocks/index.ts'
import * as orders from '#commerce/orders/index.ts'
import { readReviewOf } from '#catalog/reviews/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { goTo, goToAddress, sendPage } from '#web/framework/answer.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { Deadline } from './order-copy.tsx'
import { doToOrder } from './order-actions.ts'
import { OrderPage } from './order-page.tsx'
import { Receipt } from './order-receipt.tsx'
import { StatusBadge } from '#web/ui/order-status.tsx'
import { api, call, filled, page, sendAccountPage, withAccount, type PageRequest } from '#web/framework/page/index.ts'
import { siteOf } from '#web/framework/site.ts'

/** One order: status, buyer protection and actions (spec: ux 1.2). */
export const orderPage = page({
  path: '/you/orders/:id',
  name: 'your order',
  who: 'person',
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
  who: 'person',
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
  who: 'person',
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
