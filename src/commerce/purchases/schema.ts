import { z } from 'zod'
import { BUNDLE_SHIPPING, MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS } from '#core/bundle.ts'
import { orderAddress, orderMoney } from '#commerce/orders/schema.ts'
import { AddressOrId } from '#platform/http/address-fields.ts'
import { line, money, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import {
  BundleTier,
  dollars,
  id,
  idParams,
  kind,
  ListingRef,
  namedEnum,
  openPayment,
  PersonRef,
  ShopRef,
} from '#platform/http/record-fields.ts'
import { PURCHASE_STATUSES } from './rules.ts'

export const PurchaseParams = idParams('purchase')

const size = `must have ${MIN_BUNDLE_ITEMS} to ${MAX_BUNDLE_ITEMS} listings from one shop`
const listings = () => z.array(z.string()).min(MIN_BUNDLE_ITEMS, size).max(MAX_BUNDLE_ITEMS, size)

const address = () =>
  AddressOrId.optional().describe('Delivery address of the parcel, or the id of a stored one. Each order stores a copy.')

export const QuotePurchase = z.object({ listings: listings().describe('Ids of 2 to 10 listings from one shop.') })
export type QuotePurchase = z.output<typeof QuotePurchase>

export const CreatePurchase = z.object({
  listings: listings().describe('Ids of 2 to 10 listings from one shop.'),
  expected_total: money({ max: 200_000_000 })
    .optional()
    .describe('Total that you expect, in US dollars. If the current total differs, the response is 409.'),
  address: address(),
})
export type CreatePurchase = z.output<typeof CreatePurchase>

export const PayPurchase = z.object({
  method: text(1, 200).describe('Payment method. With test payments: `test_ok`, `test_declined` or `test_slow`.'),
  address: address(),
})
export type PayPurchase = z.output<typeof PayPurchase>

export const ShipPurchase = z.object({
  carrier: line(0, 60).nullable().optional().describe('Carrier. Use `other` for a tracking number that matches no known carrier.'),
  number: line(0, 120).nullable().optional().describe('Tracking number, in the format of a known carrier.'),
})
export type ShipPurchase = z.output<typeof ShipPurchase>

const PurchaseStatus = namedEnum('PurchaseStatus', PURCHASE_STATUSES)

export const ListPurchases = z.object({
  role: oneOf(['buyer', 'seller']).optional().describe('Filter by your role. Defaults to both.'),
  status: oneOf(PURCHASE_STATUSES).optional().describe('Filter by status.'),
  ...paging(),
})
export type ListPurchases = z.output<typeof ListPurchases>

const sums = {
  percent: z.int().describe('Discount in percent.'),
  items: dollars('Sum of the prices, before the discount'),
  discount: dollars('Discount'),
  shipping: dollars('Shipping of the parcel'),
  total: dollars('Total that the buyer pays'),
}

/** Price of a bundle. A quote does not reserve anything. */
export const PurchaseQuote = z
  .object({
    object: kind('purchase_quote'),
    shop: ShopRef.describe('Shop of the listings.'),
    listings: z
      .array(
        z
          .object({
            id: id('listing'),
            title: z.string().describe('Title of the listing.'),
            price: dollars('Price of the item on its own'),
            discount: dollars('Part of the discount'),
            shipping: dollars('Part of the shipping'),
          })
          .meta({ id: 'QuotedListing' }),
      )
      .describe('Listings, in the order of the request.'),
    ...sums,
    shipping_rule: z.enum(BUNDLE_SHIPPING).describe('`sum`: each item’s shipping counts. `highest`: only the highest one counts.'),
    next_tier: BundleTier.nullable().describe('Next higher discount of the shop; null if there is none.'),
  })
  .meta({ id: 'PurchaseQuote' })

export const Purchase = z
  .object({
    object: kind('purchase'),
    id: id('purchase'),
    status: PurchaseStatus.describe('Status of the purchase. After the payment, see the status of each order.'),
    shop: ShopRef.describe('Shop of the items.'),
    buyer: PersonRef.describe('Buyer of the items.'),
    orders: z
      .array(
        z
          .object({
            id: id('order'),
            status: orderMoney.status,
            listing: ListingRef.describe('Ordered listing.'),
            discount: dollars('Part of the discount'),
            item: dollars('Price of the item after the discount'),
            shipping: dollars('Part of the shipping. When the order is refunded, it moves to another order'),
            refunded: dollars('Amount refunded to the buyer'),
          })
          .meta({ id: 'PurchasedOrder' }),
      )
      .describe('Orders of the purchase, one for each item.'),
    ...sums,
    refunded: dollars('Amount refunded to the buyer, of all orders'),
    address: orderAddress,
    pay_by: timestamp('Payment deadline, ISO 8601, UTC.'),
    ...openPayment,
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'Purchase' })
