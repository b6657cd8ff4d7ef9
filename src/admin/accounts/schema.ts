import { z } from 'zod'
import { SHOP_VISIBILITIES } from '#catalog/browse/rules/market.ts'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { bool, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, count, id, idParams, kind, link, OperatorShopRef } from '#platform/http/record-fields.ts'

export const PersonParams = idParams('account')

export const ListPeople = z.object({
  q: text(0, 200).default('').describe('Text to search for: a name, email or shop, or the id of an account, shop, listing or order.'),
  ...paging(),
})
export type ListPeople = z.output<typeof ListPeople>

export const ListReviews = z.object({
  hidden: bool().optional().describe('True: only hidden reviews. False: only visible reviews.'),
  ...paging(),
})
export type ListReviews = z.output<typeof ListReviews>

const person = {
  object: kind('account'),
  id: id('account'),
  name: z.string().describe('Name of the person.'),
  email: z.string().nullable().describe('Email address, including that of a guest; null once the account is closed.'),
  operator: z.boolean().describe('True if the account is an operator.'),
  brake: z.boolean().describe('True if the account’s helpers and agent keys are paused.'),
  suspended_at: timestamp('Time of the suspension; null if not suspended.').nullable(),
  closed_at: timestamp('Time when the account was closed; null if it is open.').nullable(),
  created_at: timestamp('Time when the account was created.'),
  shops: z
    .array(
      OperatorShopRef.extend({
        visibility: z.enum(SHOP_VISIBILITIES).describe('Visibility of the shop.'),
        paused: z.boolean().describe('True if the owner has paused the shop.'),
        suspended: z.boolean().describe('True if an operator has suspended the shop.'),
      }),
    )
    .describe('Shops of the account.'),
  counts: z
    .object({
      live: count('Number of live listings.'),
      sales: count('Number of paid sales.'),
      purchases: count('Number of paid purchases.'),
      open_reports: count('Number of open reports about the account and its listings.'),
      disputes: count('Number of orders in dispute, as buyer or seller.'),
    })
    .describe('Activity of the account.'),
}

export const ListedPerson = z.object(person).meta({ id: 'ListedPerson' })

export const OperatorPerson = z
  .object({
    ...person,
    listings: z
      .array(
        z.object({
          id: id('listing'),
          title: z.string().nullable().describe('Title of the listing.'),
          status: z.enum(LISTING_STATUSES).describe('Status of the listing.'),
          hidden: z.boolean().describe('True if an operator has hidden the listing.'),
          url: link('Public URL of the listing.').nullable(),
        }),
      )
      .describe('Newest listings of the account.'),
  })
  .meta({ id: 'OperatorPerson' })

export const OperatorReview = z
  .object({
    object: kind('review'),
    id: id('review'),
    rating: z.int().describe('Stars, 1 to 5.'),
    body: z.string().describe('Text that the buyer wrote.'),
    reply: z.string().nullable().describe('Reply by the seller; null if there is none.'),
    listing: z.object({ title: z.string().describe('Title of the listing.') }).describe('Reviewed listing.'),
    shop: z.object({ name: z.string().describe('Name of the shop.') }).describe('Shop that sold the item.'),
    buyer: AccountRef.describe('Author of the review.'),
    hidden_at: timestamp('Time when an operator hid the review; null if visible.').nullable(),
    hidden_reason: z.string().nullable().describe('Reason for hiding the review.'),
    created_at: timestamp('Time when the review was written.'),
  })
  .meta({ id: 'OperatorReview' })
