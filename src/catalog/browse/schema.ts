import { z } from 'zod'
import { MARKET_CATEGORIES, MARKET_SORTS, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import { bool, oneOf, paging, text } from '#platform/http/fields.ts'
import { derivedFacets, facetFilters, Facets } from './facets/schema.ts'
import { count, dollars, id, idParams, kind, link, PersonRef, shopSlug, wasPrice } from '#platform/http/record-fields.ts'

const listing = {
  object: kind('public_listing'),
  id: id('listing'),
  slug: z.string().describe('Last part of the listing’s URL; unique within the shop.'),
  store: shopSlug(),
  title: z.string().describe('Title of the listing.'),
  one_liner: z.string().nullable().describe('Short description, shown under the title.'),
  price: dollars('Asking price'),
  was_price: wasPrice(),
  shipping: dollars('Shipping cost; 0 means pickup only, null means that buyer and seller agree on shipping by message').nullable(),
  photo: link('URL of the cover, which is the first of the seller’s own photos; null if there is none.').nullable(),
  category: z.string().nullable().describe('Category of the listing.'),
  ...derivedFacets(),
  open_to_offers: z.boolean().describe('Whether the listing accepts offers.'),
  sold: z.boolean().describe('Whether the item is sold.'),
  reserved: z
    .boolean()
    .describe('Whether the item is reserved for a buyer. While the item is reserved, no other buyer can order it or make an offer.'),
  just_listed: z.boolean().describe('Whether the listing was published within the last 72 hours.'),
  url: link('Public URL of the listing.'),
  seller: PersonRef.describe('Seller of the item.'),
  liked: z.boolean().describe('Whether you like the listing. Always false without a key.'),
}

/** Public view of a listing (spec: interface, public_listing). This schema must never contain a private field. */
export const PublicListing = z.object(listing).meta({ id: 'PublicListing' })
export const PublicListingDetail = z
  .object({
    ...listing,
    description: z.array(z.string()).describe('Description, one string per paragraph.'),
    details: z
      .array(z.object({ label: z.string().describe('Label of the detail line.'), value: z.string().describe('Value of the detail line.') }))
      .describe('Detail lines.'),
    photos: z
      .array(z.object({ url: link('URL of the photo or video.'), video: z.boolean().describe('Whether the file is a video.') }))
      .describe('Photos in order. The cover is in `photo`.'),
    listed: z.string().describe('Time since publication, as readable text: `Listed 3 hours ago`.'),
    ships_to: z.array(z.string()).describe('Countries that the shop ships to, as ISO 3166-1 codes. Buyers elsewhere cannot order.'),
  })
  .meta({ id: 'PublicListingDetail' })

export const SearchResult = z
  .object({
    object: kind('search_result'),
    data: z.array(PublicListing).describe('Listings on this page.'),
    total: count('Total number of matching listings.'),
    stores: count('Number of shops with matching listings.'),
    exact: z.boolean().describe('False when no listing contains the words of `q`; `data` then has only similar listings.'),
    has_more: z.boolean().describe('Whether more results follow this page.'),
    facets: Facets.optional().describe('Values of brand, size, condition and colour with their counts. Only with `facets=true`.'),
  })
  .meta({ id: 'SearchResult' })

/** Accepts one of the market's categories, in upper or lower case (spec: completions 5, `category` filter). */
export const category = () =>
  z
    .string()
    .transform((raw, issues) => {
      const found = MARKET_CATEGORIES.find((name) => name.toLowerCase() === raw.trim().toLowerCase())
      if (!found) issues.addIssue({ code: 'custom', message: `must be one of ${MARKET_CATEGORIES.join(', ')}` })
      return found ?? z.NEVER
    })
    .meta({ enum: [...MARKET_CATEGORIES] })

export const SearchMarket = z.object({
  q: text(0, 200).optional().describe('Search text: keywords, or a description of the item.'),
  category: category().optional().describe('Filter by category.'),
  price: oneOf(PRICE_BANDS)
    .default('any')
    .describe('Filter by price range. `25-100` includes both ends. Excludes `min_price` and `max_price`.'),
  offers: bool().optional().describe('If true, only listings that accept offers.'),
  ...facetFilters(),
  sort: oneOf(MARKET_SORTS).optional().describe('Sort order. `best` needs `q`. The default is `best` with `q`, otherwise `newest`.'),
  facets: bool().optional().describe('If true, the response includes `facets`.'),
  ...paging(20),
})
export type SearchMarket = z.infer<typeof SearchMarket>

export const ListingParams = idParams('listing')
