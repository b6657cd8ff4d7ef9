import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { CreateOrder, Address } from '#deal/orders/schema.ts'
import { buyListing } from '#deal/orders/buy.ts'
import { payAtProvider, payOrder } from '#deal/orders/pay.ts'
import * as orders from '#deal/orders/index.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, type Call } from '#web/answer.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { goSaying } from './flash.ts'
import { readSale, standingOrder } from './sale.ts'
import { sendStep } from './frame.tsx'
import type { Shown, Taken } from './mount.ts'
import { sendAway } from './pay-away.tsx'
import { filled, problemOf, type Problem } from './problem.ts'

/** Buying on one page: the thing, where to, what it comes to, pay (ux 1.2). */
export const sendCheckout =
  (ctx: Context): Shown =>
  (c, viewer) =>
    send(ctx, c, viewer, {})

/**
 * Pay: orders the thing unless that was done, then pays. A payment that fails leaves the order for the rest of its time, and
 * everything that was typed.
 */
export const takeCheckout =
  (ctx: Context): Taken =>
  async (c, viewer, fields) => {
    const listing = c.req.param('listing')!
    try {
      const address = fields['line1'] === undefined ? undefined : validate(Address, filled(fields))
      const orderId = (await standingOrder(ctx, viewer, listing))?.id ?? (await order(ctx, viewer, listing, fields, address))
      const method = fields['method'] ?? ''
      const { value: tried } = await payAtProvider(ctx, viewer, orderId, { method, ...(address ? { address } : {}) })
      await inTransaction(ctx, (tx) => payOrder(tx, viewer, orderId, tried))
      const away = tried?.charged.url
      if (away) return await sendAway(ctx, c, viewer, away, await readSale(ctx, viewer, listing))
      const { payment } = await orders.shownOrder(ctx, viewer, orderId)
      const says =
        payment === 'paid'
          ? 'Paid. It is yours: your receipt is below, and the seller is told to send it.'
          : 'Your bank takes its time. The thing is kept for you; this page shows when the payment is through.'
      return goSaying(ctx, c, `/you/orders/${orderId}`, { says })
    } catch (error) {
      return send(ctx, c, viewer, fields, problemOf(error))
    }
  }

/** The order that keeps the thing for 15 minutes, with a paid deposit where there is one. */
async function order(
  ctx: Context,
  viewer: Person,
  listing: string,
  { expected_total, hold }: Record<string, string>,
  address: Address | undefined,
): Promise<string> {
  const raw = coerceStrings(CreateOrder, filled({ listing, expected_total: expected_total ?? '' }))
  const input = validate(CreateOrder, { ...raw, ...(hold === 'true' ? { hold: true } : {}) })
  return inTransaction(ctx, (tx) => buyListing(tx, viewer, { ...input, ...(address ? { address } : {}) }))
}

async function send(ctx: Context, c: Call, viewer: Person, typed: Record<string, string>, problem?: Problem): Promise<Response> {
  const sale = await readSale(ctx, viewer, c.req.param('listing')!)
  if (sale.bought) return goTo(c, `/you/orders/${sale.bought.id}`)
  return sendStep(
    ctx,
    c,
    viewer,
    { title: 'Buy', ...(sale.tone ? { tone: sale.tone } : {}) },
    <CheckoutPage ctx={ctx} viewer={viewer} sale={sale} typed={typed} problem={problem} />,
    problem?.status ?? 200,
  )
}
