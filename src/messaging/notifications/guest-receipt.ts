import { counted } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import type { Core } from '#platform/context/index.ts'
import { deliveryLine, named, type MailCopy } from './copy.ts'
import type { PurchaseSummary } from './queries.ts'
import type { OrderNotice } from './records/schema.ts'

/** Returns the receipt for a guest. */
export function guestReceipt({ urls }: Core, notice: OrderNotice): MailCopy {
  const { id, listing, shop, total } = notice
  return {
    subject: `Your order: ${named(listing.title)}`,
    lines: [
      `You bought ${named(listing.title)} from ${named(shop.name)} and paid ${priceText(total)}. ${deliveryLine(notice)}`,
      `Order number: ${id}`,
      'We hold your money until you confirm that everything is OK. If the item does not arrive, or is not as described, report it from your order.',
    ],
    link: urls.order('buyer', id),
  }
}

/** Returns the receipt for a guest who bought several items together. */
export function guestPurchaseReceipt(
  { urls }: Core,
  { shop }: OrderNotice,
  { id, orders, total_cents: totalCents, shipping_cents: shippingCents }: PurchaseSummary,
): MailCopy {
  const items = counted(orders.length, 'item')
  return {
    subject: `Your purchase: ${items} from ${named(shop.name)}`,
    lines: [
      `You bought ${items} from ${named(shop.name)} and paid ${priceText(totalCents)}. Delivery in one parcel: ${priceText(shippingCents)} shipping.`,
      `Items: ${orders.map(({ title }) => named(title)).join(', ')}`,
      `Purchase number: ${id}`,
      'We hold your money until you confirm that everything is OK. If an item does not arrive, or is not as described, report it from its order.',
    ],
    link: urls.purchase(id),
  }
}
