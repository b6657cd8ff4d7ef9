import { z } from 'zod'
import { MARKET_CATEGORIES, MARKET_SORTS, PRICE_BANDS } from '#domain/market.ts'
import { bool, oneOf, paging, text } from '#lib/http/fields.ts'

const listing = {
  object: z.literal('public_listing'),
  id: z.string(),
  slug: z.string(),
  store: z.string(),
  title: z.string(),
  one_liner: z.string().nullable(),
  price: z.number(),
  shipping: z.number().nullable(),
  photo: z.string().nullable(),
  category: z.string().nullable(),
  open_to_offers: z.boolean(),
  sold: z.boolean(),
  just_listed: z.boolean(),
  url: z.string(),
  seller: z.object({ name: z.string() }),
  liked: z.boolean(),
}

/** interface, public_listing. It has no private field, and gets none. */
export const PublicListing = z.object(listing).meta({ id: 'PublicListing' })
export const PublicListingDetail = z
  .object({
    ...listing,
    description: z.array(z.string()),
    details: z.array(z.object({ label: z.string(), value: z.string() })),
    photos: z.array(z.object({ url: z.string(), video: z.boolean() })),
    listed: z.string(),
  })
  .meta({ id: 'PublicListingDetail' })

const counts = <const T extends readonly string[]>(names: T) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<T[number], z.ZodInt>)

/** How many each choice would leave, counted under all filters but its own (completions 5). */
export const Facets = z.object({ category: counts(MARKET_CATEGORIES), price: counts(PRICE_BANDS), offers: z.int() }).meta({ id: 'Facets' })

export const SearchResult = z
  .object({
    object: z.literal('search_result'),
    data: z.array(PublicListing),
    total: z.int(),
    stores: z.int(),
    exact: z.boolean(),
    has_more: z.boolean(),
    facets: Facets.optional(),
  })
  .meta({ id: 'SearchResult' })

/** One of the nine, in any case (completions 5, `category` filter). */
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
  q: text(0, 200).optional(),
  category: category().optional(),
  price: oneOf(PRICE_BANDS).default('any'),
  offers: bool().optional(),
  sort: oneOf(MARKET_SORTS).optional(),
  facets: bool().optional(),
  ...paging(20),
})
export type SearchMarket = z.infer<typeof SearchMarket>

export const ListingParams = z.object({ id: z.string() })
