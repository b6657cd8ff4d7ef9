import { z } from 'zod'
import { facetFilters, Facets } from '#catalog/browse/facets/schema.ts'
import { PublicListing } from '#catalog/browse/schema.ts'
import { BUNDLE_SHIPPING } from '#core/bundle.ts'
import { bool, integer, paging, timestamp } from '#platform/http/fields.ts'
import { BundleTier, count, dollars, kind, link, shopSlug } from '#platform/http/record-fields.ts'

const store = {
  object: kind('store'),
  slug: shopSlug(),
  name: z.string().describe('Name of the shop.'),
  owner: z.string().describe('Name of the shop’s owner.'),
  tagline: z.string().nullable().describe('First sentence of `about`, at most 120 characters.'),
  about: z.string().nullable().describe('The owner’s text about the shop.'),
  location: z.string().nullable().describe('Place that the shop ships from.'),
  since: z.string().describe('Month and year in which the shop opened: `November 2026`.'),
  for_sale: count('Number of listings for sale.'),
  sold: count('Number of sold listings.'),
  paused: z.boolean().describe('Whether the shop is paused. A paused shop shows no listings.'),
  away_until: timestamp(
    'Time until which the shop takes no orders, offers or holds, or null. A past time means that it is open again.',
  ).nullable(),
  bundle_tiers: z.array(BundleTier).describe('Discounts for buying several items together.'),
  bundle_shipping: z
    .enum(BUNDLE_SHIPPING)
    .describe('Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.'),
  picture_url: link('URL of the shop’s picture.').nullable(),
  url: link('URL of the shop.'),
}

/** Public view of a store (spec: interface, store). */
export const Store = z.object(store).meta({ id: 'Store' })
export const StoreDetail = z
  .object({
    ...store,
    followers: count('Number of people who follow the shop.'),
    sale: z
      .object({
        percent: z.int().describe('Reduction in percent.'),
        ends_at: timestamp('End, ISO 8601, UTC.'),
        partial: z.boolean().describe('True if some items of the shop are not reduced.'),
      })
      .nullable()
      .meta({ id: 'RunningSale' })
      .describe('The running sale; null without one.'),
    following: z.boolean().describe('Whether you follow the shop. Always false without a key.'),
    listings: z
      .array(PublicListing)
      .describe('One page of the listings for sale that match the filters, newest first. `for_sale` counts all listings for sale.'),
    facets: Facets.optional().describe(
      'Values of brand, size, condition and colour with their counts in this shop. Only with `facets=true`.',
    ),
    recently_sold: z
      .array(
        z.object({
          title: z.string().describe('Sold listing.'),
          price: dollars('Price that the buyer paid for the item; the asking price if it was sold elsewhere'),
          when: z.string().describe('Time since the sale, as readable text: `2 weeks ago`.'),
        }),
      )
      .describe('The last 12 sold listings.'),
  })
  .meta({ id: 'StoreDetail' })

/** Maximum number of listings in one response about a store. Also the default number. */
export const SHELF_COUNT = 100

export const ListStores = z.object(paging())
export const ReadStore = z.object({
  ...facetFilters(),
  facets: bool().optional().describe('If true, the response includes `facets`.'),
  limit: integer(1, SHELF_COUNT).default(SHELF_COUNT).describe('Number of listings to return.'),
  offset: integer(0, 100_000).default(0).describe('Number of listings to skip.'),
})
export const StoreParams = z.object({ slug: shopSlug() })
