import { z } from 'zod'
import { SHOP_VISIBILITIES } from '#catalog/browse/rules/market.ts'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { bool, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, count, id, idParams, kind, link, OperatorShopRef } from '#platform/http/record-fields.ts'

export const PersonParams = idParams('account')

export const ListPeople = z.object({
  q: text(0, 200).default('').describe('A name, an email, a shop, or the id of something of theirs.'),
  ...paging(),
})
export type ListPeople = z.output<typeof ListPeople>

export const ListReviews = z.object({
  hidden: bool().optional().describe('True: only hidden ones. False: only those in sight.'),
  ...paging(),
})
export type ListReviews = z.output<typeof ListReviews>

const person = {
  object: kind('account'),
  id: id('account'),
  name: z.string().describe('Name of the person.'),
  email: z.string().nullable().describe('Email address; null once the account is closed.'),
  operator: z.boolean().describe('Whether they are an operator.'),
  brake: z.boolean().describe('Whether their helpers and agent keys are stopped.'),
  suspended_at: timestamp('When the account was suspended.').nullable(),
  closed_at: timestamp('When the account was closed.').nullable(),
  created_at: timestamp('When they signed up.'),
  shops: z
    .array(
      OperatorShopRef.extend({
        visibility: z.enum(SHOP_VISIBILITIES).describe('Who finds the shop.'),
        paused: z.boolean().describe('Whether its owner paused it.'),
        suspended: z.boolean().describe('Whether an operator suspended it.'),
      }),
    )
    .describe('Their shops.'),
  counts: z
    .object({
      live: count('Listings that are live.'),
      sales: count('What they sold.'),
      purchases: count('What they bought.'),
      open_reports: count('Open reports about their listings.'),
      disputes: count('Orders in dispute, on either side.'),
    })
    .describe('How much they do here.'),
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
          status: z.enum(LISTING_STATUSES).describe('State of the listing.'),
          hidden: z.boolean().describe('Whether an operator hid it.'),
          url: link('Public address of the listing.').nullable(),
        }),
      )
      .describe('Their newest listings.'),
  })
  .meta({ id: 'OperatorPerson' })

export const OperatorReview = z
  .object({
    object: kind('review'),
    id: id('review'),
    rating: z.int().describe('Stars, 1 to 5.'),
    body: z.string().describe('What the buyer wrote.'),
    reply: z.string().nullable().describe('What the seller replied.'),
    listing: z.object({ title: z.string().describe('Title of the listing.') }).describe('What was bought.'),
    shop: z.object({ name: z.string().describe('Name of the shop.') }).describe('Where it was bought.'),
    buyer: AccountRef.describe('Who wrote it.'),
    hidden_at: timestamp('When an operator hid it.').nullable(),
    hidden_reason: z.string().nullable().describe('Why it was hidden.'),
    created_at: timestamp('When it was written.'),
  })
  .meta({ id: 'OperatorReview' })
