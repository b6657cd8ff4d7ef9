import { z } from 'zod'
import { PRICE_BASES } from '#catalog/listings/rules/merge.ts'
import { PRICED_BY } from '#helpers/research/rules/research.ts'
import { FIELD_SOURCES } from '#catalog/listings/rules/fields.ts'
import { LISTING_STATUSES, LISTING_STEPS, LISTING_VISIBILITIES } from '#catalog/listings/rules/listing.ts'
import { MAX_PHOTOS, Photo } from '#catalog/photos/schema.ts'
import { bool, line, listUpTo, money, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { count, deleted, dollars, id, idParams, kind, link, shopSlug } from '#platform/http/record-fields.ts'
import { detailLines } from './detail-lines/schema.ts'

export const ListingParams = idParams('listing')

/** Query of `GET /listings`. */
export const ListListings = z.object({
  shop: z.string().min(1, 'must be the slug of a shop').optional().describe('Only this shop of yours, by its slug.'),
  status: oneOf(LISTING_STATUSES).optional().describe('Only those in this state.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListListings = z.output<typeof ListListings>

const WORDS = {
  prompt: 'What it is, in the seller’s words. Research begins with it.',
  title: 'What it is called.',
  one_liner: 'One line under the title.',
  description: 'The whole text. An empty line begins a new paragraph.',
  category: 'A category. Those of the marketplace: Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids, Garden.',
  price: 'Asking price in US dollars.',
  price_basis:
    'Where the price is from: `comparables` or `new_price` that research found, `default` where it found neither and guessed, `seller`. Null without a price.',
  lowest_price: 'Your private floor in US dollars. No buyer ever sees it; the negotiator never goes under it.',
  shipping:
    'Shipping in US dollars. 0 means pickup only; null means “Ask about shipping”: nothing is charged for it, and both sides agree on it by message.',
  take_offers: 'Whether buyers can make offers.',
  visibility: 'Who finds it: `everyone`, or with `link` only those who have the link.',
}

/** Shared by create and change; null clears. */
const details = z
  .object({
    title: line(1, 80).nullable().describe(WORDS.title),
    one_liner: line(0, 120).nullable().describe(WORDS.one_liner),
    description: text(0, 5000).nullable().describe(WORDS.description),
    category: line(0, 60).nullable().describe(WORDS.category),
    price: money().nullable().describe(WORDS.price),
    lowest_price: money().nullable().describe(WORDS.lowest_price),
    shipping: money().nullable().describe(WORDS.shipping),
    take_offers: bool().describe(WORDS.take_offers),
    visibility: oneOf(LISTING_VISIBILITIES).describe(WORDS.visibility),
    fields: detailLines().describe(
      'Detail lines: a map of label to value, or a list of `{label, value}`. Merged into those that are there.',
    ),
  })
  .partial().shape

/** One URL or a list. An empty form field is none. */
const photoUrls = () =>
  z
    .union([z.string(), listUpTo(MAX_PHOTOS, z.string())], { error: `must be an address or a list of at most ${MAX_PHOTOS} addresses` })
    .transform((urls) => (urls === '' ? [] : [urls].flat()))

/** Body of `POST /listings`. */
export const CreateListing = z.object({
  shop: z.string().optional().describe('Slug of one of your shops; your first shop where it is left out.'),
  prompt: text(0, 500).nullable().optional().describe(WORDS.prompt),
  ...details,
  photo_urls: photoUrls().optional().describe('Public addresses of pictures; each is downloaded and a copy kept.'),
  research: bool().optional().describe('Looks it up and suggests a price in the background: poll `GET /listings/{id}/research`.'),
  publish: bool().optional().describe('Puts it live at once. It needs a title and a price.'),
})
export type CreateListing = z.output<typeof CreateListing>

/** Body of `PATCH /listings/{id}`. */
export const ChangeListing = z.object(details)
export type ChangeListing = z.output<typeof ChangeListing>

/** Body of `POST /listings/{id}/publish`. */
export const PublishListing = z.object({ visibility: oneOf(LISTING_VISIBILITIES).optional().describe(WORDS.visibility) })
export type PublishListing = z.output<typeof PublishListing>

export const Span = z.object({ low: dollars('Lower end'), high: dollars('Upper end') }).meta({ id: 'PriceSpan' })

/** Shown by a listing and by the run itself. */
export const researchFields = {
  identified: z.string().describe('What it is.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('How sure research is of what it is.'),
  suggested_price: dollars('Suggested price'),
  price_range: Span.describe('From the lowest to the highest price that was found.'),
  priced_by: z
    .enum(PRICED_BY)
    .describe('`comparables`: from second-hand prices. `rule_of_thumb`: none was found, so the price says nothing of what others get.'),
  summary: z.string().describe('The findings in a sentence or two.'),
}

export const Research = z
  .object({
    identified: researchFields.identified,
    category: z.string().describe('Category that fits it best.'),
    confidence: researchFields.confidence,
    suggested_price: researchFields.suggested_price,
    price_range: researchFields.price_range,
    /** Missing in older findings. */
    priced_by: researchFields.priced_by.optional(),
    summary: researchFields.summary,
  })
  .meta({ id: 'ListingResearch' })
export type Research = z.output<typeof Research>

const nullableText = (words: string) => z.string().nullable().describe(words)

/** interface, listing (private view). */
export const Listing = z
  .object({
    object: kind('listing'),
    id: id('listing'),
    shop: shopSlug(),
    status: z.enum(LISTING_STATUSES).describe('State of the listing.'),
    visibility: z.enum(LISTING_VISIBILITIES).describe(WORDS.visibility),
    step: z.enum(LISTING_STEPS).describe('What you have to do next; `done` once it is live or sold.'),
    name: z.string().describe('The title; without one, what research or your words call it.'),
    prompt: nullableText('What the seller wrote of it in a few words; the suggestion for its title.'),
    title: nullableText(WORDS.title),
    one_liner: nullableText(WORDS.one_liner),
    description: nullableText(WORDS.description),
    category: nullableText(WORDS.category),
    price: z.number().nullable().describe(WORDS.price),
    price_basis: z.enum(PRICE_BASES).nullable().describe(WORDS.price_basis),
    lowest_price: z.number().nullable().describe(WORDS.lowest_price),
    shipping: z.number().nullable().describe(WORDS.shipping),
    take_offers: z.boolean().describe(WORDS.take_offers),
    fields: z
      .array(
        z
          .object({
            key: z.string().describe('The label in snake case: the same key again replaces the line.'),
            label: z.string().describe('Name of the line.'),
            value: z.string().describe('What stands in it.'),
            source: z.enum(FIELD_SOURCES).describe('Who wrote it: `you`, `agent` (research) or `import`.'),
          })
          .meta({ id: 'DetailLine' }),
      )
      .describe('Detail lines.'),
    photos: z.array(Photo).describe('The photos; the first own one is the cover.'),
    photos_wanted: z
      .array(
        z
          .object({
            url: z.string().describe('Where the picture is.'),
            problem: z.string().nullable().describe('Why it could not be fetched; null while it waits for its turn.'),
          })
          .meta({ id: 'WantedPhoto' }),
      )
      .describe('Pictures that an import named and that are not in yet. What could not be fetched goes once you change the photos.'),
    url: link('Public address of the listing.'),
    edit_url: link('Address of the editor in the app.'),
    stats: z
      .object({
        views: count('Views, each person once a day.'),
        views_7d: count('Of those, in the last 7 days.'),
        likes: count('People who like it.'),
        shares: count('How often it was shared.'),
        offers: count('Offers that were made.'),
        offers_waiting: count('Offers that wait for an answer.'),
      })
      .meta({ id: 'ListingStats' })
      .describe('How the listing does.'),
    research: Research.nullable().describe('What research found; null until a run is done.'),
    published_at: timestamp('When it went live; null for a draft.').nullable(),
    sold_at: timestamp('When it was sold.').nullable(),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it last changed.'),
  })
  .meta({ id: 'Listing' })

export const DeletedListing = z.object({ object: kind('listing'), id: id('listing'), deleted: deleted() }).meta({ id: 'DeletedListing' })
