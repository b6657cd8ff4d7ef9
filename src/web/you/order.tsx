import { inTransaction, type Context, type Person } from '#platform/context.ts'
import * as orders from '#deal/orders/index.ts'
import { reviewOfOrder } from '#market/reviews/index.ts'
import { notFound } from '#platform/errors.ts'
import { goToAddress, sendPage, type Call } from '#web/answer.ts'
import { call } from '#web/app/calling.ts'
import { takeAppForm } from '#web/app/taking.ts'
import { Layout } from '#web/layouts/public.tsx'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import { toSignIn, type Shown, type Taken } from './mount.ts'
import { doToOrder } from './order-deeds.ts'
import { OrderPage } from './order-page.tsx'
import { Receipt } from './order-receipt.tsx'
import { OrderBadge } from './order-words.tsx'
import { filled, problemOf, type Problem } from './problem.ts'

/** One order: where it is, until when one is protected, and all one can do (ux 1.2). */
export const sendOrder =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer, {})

export const takeOrder =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    const id = c.req.param('id')!
    await readAsBuyer(ctx, viewer, id)
    try {
      const says = await inTransaction(ctx, (tx) => doToOrder(tx, viewer, id, fields))
      return goSaying(ctx, c, `/you/orders/${id}`, { says })
    } catch (error) {
      return send(ctx, c, viewer, fields, problemOf(error))
    }
  }

async function send(ctx: Context, c: Call, viewer: Person, typed: Record<string, string>, problem?: Problem): Promise<Response> {
  const id = c.req.param('id')!
  const found = await orders.readOrder(ctx, viewer, id)
  if (found.side === 'seller') return goToAddress(c, ctx.urls.order('seller', id))
  const [order, review] = await Promise.all([orders.showOrder(ctx, found.row, 'buyer'), reviewOfOrder(ctx, viewer, id)])
  return sendYours(
    ctx,
    c,
    viewer,
    { current: 'orders', title: order.listing.title, intro: <OrderBadge status={order.status} /> },
    <OrderPage ctx={ctx} viewer={viewer} row={found.row} order={order} review={review} typed={typed} problem={problem} />,
    problem?.status ?? 200,
  )
}

/** The receipt alone, which prints on one sheet: header, footer and buttons are left out there. */
export const sendReceipt =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const id = c.req.param('id')!
    await readAsBuyer(ctx, viewer, id)
    const order = await orders.shownOrder(ctx, viewer, id)
    if (!order.timeline.some(({ status }) => status === 'paid')) throw notFound('receipt')
    return sendPage(
      ctx,
      c,
      <Layout site={ctx.config} viewer={viewer} title={`Receipt ${order.id} · resale`}>
        <div class="plain receipt">
          <Receipt order={order} alone />
          <p class="screen-only">
            <a href={`/you/orders/${order.id}`}>Back to the order</a>
          </p>
        </div>
      </Layout>,
    )
  }

/** Reports a problem with pictures, which this page's other forms have none of. */
export const takeProblem =
  (ctx: Context) =>
  async (c: Call): Promise<Response> => {
    const id = c.req.param('id')!
    const taken = await takeAppForm(
      ctx,
      c,
      async ({ viewer, fields, files }) => {
        await readAsBuyer(ctx, viewer, id)
        try {
          const { reason = '', body = '' } = fields
          await call(ctx, viewer, 'reportProblem', {
            params: { id },
            body: filled({ reason, body }),
            files: files.filter(({ bytes }) => bytes > 0),
          })
          const says = 'Reported. The seller’s money waits until this is solved, and the seller is told now.'
          return goSaying(ctx, c, `/you/orders/${id}`, { says })
        } catch (error) {
          return send(ctx, c, viewer, { ...fields, do: 'problem' }, problemOf(error))
        }
      },
      { evenSuspended: true },
    )
    return taken ?? toSignIn(c)
  }

/** Errors: 404 for the seller of it, too: what they do stands in their own app. */
async function readAsBuyer(ctx: Context, viewer: Person, id: string): Promise<void> {
  if ((await orders.readOrder(ctx, viewer, id)).side !== 'buyer') throw notFound('order')
}
