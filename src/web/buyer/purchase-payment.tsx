import { counted } from '#web/framework/format.ts'
import { api, call, type Outcome, type PageRequest, type Purchase } from '#web/framework/page/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import type { Address } from '#platform/http/address-fields.ts'
import { sendAwayWith } from './payment-redirect.tsx'

/** Returns a short description of a purchase, such as `2 items from Mint Fox`. */
export const itemsOf = ({ orders, shop }: Pick<Purchase, 'orders' | 'shop'>): string =>
  `${counted(orders.length, 'item')} from ${shop.name}`

/** Pays for a purchase, either on this site or on the payment provider's page. Errors: the same as for `POST /purchases/{id}/pay`. */
export async function payPurchase(at: PageRequest, id: string, body: { method: string; address?: Address | string }): Promise<Outcome> {
  const paid = await call(at.ctx, at.viewer, api.payPurchase, { params: { id }, body })
  if (paid.checkout_url)
    return sendAwayWith(at, paid.checkout_url, {
      tone: null,
      item: <p>{itemsOf(paid)}</p>,
      reserved: { payBy: paid.pay_by, what: 'All items are' },
      back: ROUTES.purchase(id),
    })
  const message =
    paid.status === 'paid'
      ? 'Paid. The items are yours, and we have notified the seller.'
      : 'Your bank is still processing the payment. The items are reserved for you. This page will tell you when the payment is complete.'
  return { to: ROUTES.purchase(id), message }
}
