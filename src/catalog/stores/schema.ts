import { z } from 'zod'
import { PublicListing } from '#catalog/browse/schema.ts'
import { integer, paging } from '#platform/http/fields.ts'
import { count, dollars, kind, link, shopSlug } from '#platform/http/record-fields.ts'

const store = {
  object: kind('store'),
  slug: shopSlug(),
  name: z.string().describe('Name of the shop.'),
  owner: z.string().describe('Name of its owner.'),
  tagline: z.string().nullable().describe('First sentence of `about`, at most 120 characters.'),
  about: z.string().nullable().describe('What the owner says about the shop.'),
  location: z.string().nullable().describe('Where things ship from.'),
  since: z.string().describe('Month and year in which the shop opened: `November 2026`.'),
  for_sale: count('How many listings are for sale.'),
  sold: count('How many were sold.'),
  paused: z.boolean().describe('A paused shop shows no listings.'),
  picture_url: link('Address of the shop’s picture.').nullable(),
  url: link('Address of the shop.'),
}

/** interface, store. */
export const Store = z.object(store).meta({ id: 'Store' })
export const StoreDetail = z
  .object({
    ...store,
    followers: count('How many people follow the shop.'),
    following: z.boolean().describe('Whether you follow it; only with a key.'),
    listings: z.array(PublicListing).describe('A page of what is for sale, newest first; `for_sale` says how many there are in all.'),
    recently_sold: z
      .array(
        z.object({
          title: z.string().describe('What was sold.'),
          price: dollars('What was paid for the item; the asking price where it was sold elsewhere'),
          when: z.string().describe('When, for people to read: `2 weeks ago`.'),
        }),
      )
      .describe('The last 12 that were sold.'),
  })
  .meta({ id: 'StoreDetail' })

/** Maximum and default of one read. */
export const SHELF_COUNT = 100

export const ListStores = z.object(paging())
export const ReadStore = z.object({
  limit: integer(1, SHELF_COUNT).default(SHELF_COUNT).describe('How many of its listings to answer with.'),
  offset: integer(0, 100_000).default(0).describe('How many of its listings to skip.'),
})
export const StoreParams = z.object({ slug: shopSlug() })
