import type { Context, Person } from '#platform/context/index.ts'
import type { Address } from '#platform/http/address-fields.ts'
import { conflict } from '#platform/errors/index.ts'
import { goTo, type Viewer } from '#web/framework/answer.ts'
import { ROUTES } from '#web/framework/routes.ts'
import {
  api,
  call,
  filled,
  page,
  sendStepPage,
  toSignIn,
  type PageRequest,
  type Fields,
  type Outcome,
  type SentForm,
} from '#web/framework/page/index.ts'
import { addressIn, saveAddress } from './address-choice.tsx'
import { CheckoutPage } from './checkout-page.tsx'
import { needsAccount, payAsGuest } from './guest-checkout.tsx'
import { loadSale, readSale, unfinishedOrder, type Sale } from './purchase.ts'
import { saveCard } from './pay-buttons.tsx'
import { sendAway } from './payment-redirect.tsx'
import { chargedText } from './reservation.tsx'

/** Checkout on one page: item, address, total and payment (spec: ux 1.2). An anonymous user also enters an email address. */
export const checkoutPage = page({
  path: '/checkout/:listing',
  name: 'checkout',
  who: 'either',
  guests: true,
  load: loadSale,
  form: take,
  show: send,
})

async function take(at: PageRequest<Viewer>, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const sale = await readSale(ctx, viewer, c.req.param('listing')!)
  if (viewer.kind !== 'anonymous' && (!viewer.guest || sale.order)) return pay({ ...at, viewer }, sale, fields)
  if (viewer.kind !== 'anonymous' && fields['email'] === undefined && sale.expired)
    throw conflict(`Your reservation has ended. ${chargedText(sale.expired)} Enter your email address to buy the item again.`)
  // a form without an email address comes from a user whose session has ended
  if (fields['email'] === undefined || needsAccount(ctx, sale)) return toSignIn(c)
  return payAsGuest(at, sale, fields, { pay, show: send })
}

/**
 * Creates the order if necessary, then pays for it. After a failed payment, the order remains open until it expires, and the page still
 * shows the submitted fields.
 */
async function pay(at: PageRequest, sale: Sale, fields: Fields): Promise<Outcome> {
  const { ctx, viewer } = at
  const { listingId: listing } = sale
  const address = addressIn(fields, sale)
  const id = (await unfinishedOrder(ctx, viewer, listing))?.id ?? (await order(ctx, viewer, listing, fields, address))
  const body = { method: fields['method'] ?? '', ...(address ? { address } : {}) }
  const { payment, checkout_url: away } = await call(ctx, viewer, api.payOrder, { params: { id }, body })
  if (fields['save_address'] === 'true' && typeof address === 'object') await saveAddress(ctx, viewer, address, sale)
  await saveCard(ctx, viewer, fields)
  if (away) return sendAway(at, away, await readSale(ctx, viewer, listing))
  const message =
    payment === 'paid'
      ? 'Paid. The item is yours. Your receipt is below, and we have notified the seller.'
      : 'Your bank is still processing the payment. The item is reserved for you. Check this page for the result.'
  return { to: `/you/orders/${id}`, message }
}

/** Creates the order, which reserves the item for 15 minutes. If the buyer has paid a deposit, applies it to the order. */
async function order(
  ctx: Context,
  viewer: Person,
  listing: string,
  fields: Fields,
  address: Address | string | undefined,
): Promise<string> {
  const { expected_total = '', hold } = fields
  const body = { ...filled({ listing, expected_total }), ...(hold === 'true' ? { hold: true } : {}), ...(address ? { address } : {}) }
  return (await call(ctx, viewer, api.createOrder, { body })).id
}

function send(at: PageRequest<Viewer>, sale: Sale): Promise<Response> | Response {
  if (sale.order?.purchase) return goTo(at.c, ROUTES.purchase(sale.order.purchase))
  if (sale.bought) return goTo(at.c, `/you/orders/${sale.bought.id}`)
  if ((at.viewer.kind === 'anonymous' || at.viewer.guest) && needsAccount(at.ctx, sale)) return toSignIn(at.c)
  return sendStepPage(at, {
    title: 'Checkout',
    ...(sale.tone ? { tone: sale.tone } : {}),
    children: <CheckoutPage at={at} sale={sale} />,
  })
}
