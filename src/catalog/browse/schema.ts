import { z } from 'zod'
import { MARKET_CATEGORIES, MARKET_SORTS, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import { bool, oneOf, paging, text } from '#platform/http/fields.ts'
import { count, dollars, id, idParams, kind, link, PersonRef, shopSlug } from '#platform/http/record-fields.ts'

const listing = {
  object: kind('public_listing'),
  id: id('listing'),
  slug: z.string().describe('Its name in its address; unique within the shop.'),
  store: shopSlug(),
  title: z.string().describe('What it is called.'),
  one_liner: z.string().nullable().describe('One line under the title.'),
  price: dollars('Asking price'),
  shipping: dollars('Shipping; 0 means pickup only, null that it is agreed by message').nullable(),
  photo: link('Address of the cover, the first photo of the seller’s own; null without one.').nullable(),
  category: z.string().nullable().describe('Its category.'),
  open_to_offers: z.boolean().describe('Whether offers can be made.'),
  sold: z.boolean().describe('Whether it is sold.'),
  reserved: z.boolean().describe('Whether somebody has reserved it: until then nobody else can buy it or make an offer.'),
  just_listed: z.boolean().describe('Whether it was published within 72 hours.'),
  url: link('Public address of the listing.'),
  seller: PersonRef.describe('Who sells it.'),
  liked: z.boolean().describe('Whether you like it; only with a key.'),
}

/** interface, public_listing. It must never have a private field. */
export const PublicListing = z.object(listing).meta({ id: 'PublicListing' })
export const PublicListingDetail = z
  .object({
    ...listing,
    description: z.array(z.string()).describe('The text, by paragraphs.'),
    details: z
      .array(z.object({ label: z.string().describe('Name of the line.'), value: z.string().describe('What stands in it.') }))
      .describe('Detail lines.'),
    photos: z
      .array(z.object({ url: link('Address of the picture or video.'), video: z.boolean().describe('Whether it is a video.') }))
      .describe('The pictures in their order. The cover is `photo`.'),
    listed: z.string().describe('When it was listed, for people to read: `Listed 3 hours ago`.'),
  })
  .meta({ id: 'PublicListingDetail' })

const counts = <const T extends readonly string[]>(names: T) =>
  z.object(Object.fromEntries(names.map((name) => [name, count(`How many with \`${name}\`.`)])) as Record<T[number], z.ZodInt>)

/** Counts per choice, under all filters except its own (completions 5). */
export const Facets = z
  .object({
    category: counts(MARKET_CATEGORIES).describe('By category.'),
    price: counts(PRICE_BANDS).describe('By band of prices.'),
    offers: count('How many are open to offers.'),
  })
  .meta({ id: 'Facets' })

export const SearchResult = z
  .object({
    object: kind('search_result'),
    data: z.array(PublicListing).describe('The listings.'),
    total: count('How many there are in all.'),
    stores: count('In how many shops.'),
    exact: z.boolean().describe('False where nothing is what `q` asks for by name, and `data` is only near it.'),
    has_more: z.boolean().describe('Whether there are more after these.'),
    facets: Facets.optional().describe('How many each choice would leave; with `facets=true`.'),
  })
  .meta({ id: 'SearchResult' })

/** One of the market categories, in any case (completions 5, `category` filter). */
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
  q: text(0, 200).optional().describe('Words, or what you mean.'),
  category: category().optional().describe('Only this category.'),
  price: oneOf(PRICE_BANDS).default('any').describe('Only this band of prices; both ends of `25-100` are in it.'),
  offers: bool().optional().describe('True: only what is open to offers.'),
  sort: oneOf(MARKET_SORTS).optional().describe('`best` needs `q` and is what you get with one; else `newest`.'),
  facets: bool().optional().describe('Adds how many there are under each filter.'),
  ...paging(20),
})
export type SearchMarket = z.infer<typeof SearchMarket>

export const ListingParams = idParams('listing')
