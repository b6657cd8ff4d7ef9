import { z } from 'zod'
import { text } from '#platform/http/fields.ts'
import { dollars, id, kind, link } from '#platform/http/record-fields.ts'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { ORDER_STATUSES } from '#core/order-status.ts'

/** Query of `GET /operator/search`. */
export const SearchRecords = z.object({
  q: text(1, 200).describe('Text: an email, a name, the name or slug of a shop, a title, a tracking number, or an id.'),
})
export type SearchRecords = z.output<typeof SearchRecords>

const account = id('account')

export const FoundRecords = z
  .object({
    object: kind('found_records'),
    accounts: z
      .array(
        z.object({
          id: account,
          name: z.string().describe('Name of the person.'),
          shops: z.array(z.string()).describe('Slugs of the account’s shops.'),
        }),
      )
      .describe('Up to 10 accounts, newest first.'),
    listings: z
      .array(
        z.object({
          id: id('listing'),
          title: z.string().nullable().describe('Title of the listing.'),
          status: z.enum(LISTING_STATUSES).describe('Status of the listing.'),
          hidden: z.boolean().describe('True if an operator has hidden the listing.'),
          url: link('Public URL of the listing; null for a draft.').nullable(),
          owner: account.describe('Id of the owner’s account.'),
        }),
      )
      .describe('Up to 10 listings, newest first.'),
    orders: z
      .array(
        z.object({
          id: id('order'),
          title: z.string().describe('Title of the item.'),
          status: z.enum(ORDER_STATUSES).describe('Status of the order.'),
          total: dollars('Price with shipping.'),
          seller: account.describe('Id of the seller’s account.'),
          buyer: account.describe('Id of the buyer’s account.'),
          disputed: z.boolean().describe('True if the buyer has reported a problem.'),
        }),
      )
      .describe('Up to 10 orders, newest first.'),
  })
  .meta({ id: 'FoundRecords' })
