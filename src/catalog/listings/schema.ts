import { z } from 'zod'
import { PRICE_BASES } from '#catalog/listings/rules/merge.ts'
import { PRICED_BY } from '#helpers/research/rules/research.ts'
import { FIELD_SOURCES } from '#catalog/listings/rules/fields.ts'
import { LISTING_SORTS, LISTING_STATUSES, LISTING_STEPS, LISTING_VISIBILITIES } from '#catalog/listings/rules/listing.ts'
import { MAX_PHOTOS, Photo } from '#catalog/photos/schema.ts'
import { bool, line, listUpTo, money, oneOf, paging, text, timestamp, updatedAfter } from '#platform/http/fields.ts'
import { priceRange } from '#platform/http/price-range.ts'
import { count, deleted, dollars, id, idParams, kind, link, shopSlug, wasPrice } from '#platform/http/record-fields.ts'
import { detailLines } from './detail-lines/schema.ts'
import { Parcel } from './parcel/schema.ts'

export const ListingParams = idParams('listing')

/** Query of `GET /listings`. */
export const ListListings = z.object({
  shop: z.string().min(1, 'must be the slug of a shop').optional().describe('Filter by shop: slug of one of your shops.'),
  status: oneOf(LISTING_STATUSES).optional().describe('Filter by status.'),
  q: text(0, 200).optional().describe('Search text: words of the listing, a part of its title, or its SKU.'),
  ...priceRange(),
  sort: oneOf(LISTING_SORTS).default('changed').describe('Sort order; `changed` and `newest` put the latest first.'),
  updated_after: updatedAfter(),
  ...paging(),
})
export type ListListings = z.output<typeof ListListings>

const DESCRIPTIONS = {
  prompt: 'Description of the item in the seller’s words. Research starts from this text.',
  title: 'Title of the listing.',
  one_liner: 'Short description, shown under the title.',
  description: 'Full description. An empty line begins a new paragraph.',
  category:
    'Category of the listing. The marketplace categories are Clothing, Shoes, Bags, Home, Collectibles, Books, Tech, Kids and Garden.',
  sku: 'Your own stock number, unique in your account. Buyers never see it.',
  price: 'Asking price in US dollars.',
  price_basis:
    'Source of the price. `comparables`: second-hand prices. `new_price`: the price of a new item. `default`: an estimate, because research found neither. `seller`: the seller set it. Null if there is no price.',
  lowest_price: 'Your private price floor in US dollars. No buyer ever sees it, and the negotiator never goes below it.',
  shipping:
    'Shipping cost in US dollars. 0 means pickup only. Null means “Ask about shipping”: nothing is charged for shipping, and buyer and seller agree on it by message.',
  take_offers: 'Whether buyers can make offers.',
  parcel: 'Weight in ounces and sides in inches of the packed item, for shipping labels. Only you see it.',
  visibility: 'Visibility of the listing: `everyone`, or `link` only for people with the link.',
}

/** Fields that occur in the bodies of both `POST` and `PATCH`. Null clears a field. */
const details = z
  .object({
    title: line(1, 80).nullable().describe(DESCRIPTIONS.title),
    one_liner: line(0, 120).nullable().describe(DESCRIPTIONS.one_liner),
    description: text(0, 5000).nullable().describe(DESCRIPTIONS.description),
    category: line(0, 60).nullable().describe(DESCRIPTIONS.category),
    sku: line(1, 64).nullable().describe(DESCRIPTIONS.sku),
    price: money().nullable().describe(DESCRIPTIONS.price),
    lowest_price: money().nullable().describe(DESCRIPTIONS.lowest_price),
    shipping: money().nullable().describe(DESCRIPTIONS.shipping),
    take_offers: bool().describe(DESCRIPTIONS.take_offers),
    visibility: oneOf(LISTING_VISIBILITIES).describe(DESCRIPTIONS.visibility),
    parcel: Parcel.nullable().describe(DESCRIPTIONS.parcel),
    fields: detailLines().describe(
      'Detail lines: a map of label to value, or a list of `{label, value}`. They are merged with the existing lines.',
    ),
  })
  .partial().shape

/** Accepts one URL or a list of URLs. Treats an empty form field as no URL. */
const photoUrls = () =>
  z
    .union([z.string(), listUpTo(MAX_PHOTOS, z.string())], { error: `must be a URL or a list of at most ${MAX_PHOTOS} URLs` })
    .transform((urls) => (urls === '' ? [] : [urls].flat()))

/** Body of `POST /listings`. */
export const CreateListing = z.object({
  shop: z.string().optional().describe('Slug of one of your shops. Defaults to your first shop.'),
  prompt: text(0, 500).nullable().optional().describe(DESCRIPTIONS.prompt),
  ...details,
  photo_urls: photoUrls().optional().describe('Public URLs of photos. Each photo is downloaded and stored as a copy.'),
  research: bool()
    .optional()
    .describe(
      'If true, research identifies the item and suggests a price in the background. Poll `GET /listings/{id}/research` for the result.',
    ),
  publish: bool().optional().describe('If true, the listing is published immediately. It needs a title and a price.'),
})
export type CreateListing = z.output<typeof CreateListing>

export const SkuParams = z.object({ sku: line(1, 64).describe('Your own stock number. Encode characters such as `/` in the URL.') })

const { sku: _sku, ...detailsWithoutSku } = details

/** Body of `PUT /listings/by-sku/{sku}`. */
export const PutListing = z.object({
  ...detailsWithoutSku,
  shop: z.string().optional().describe('Slug of one of your shops. Defaults to your first shop. A listing cannot move to another shop.'),
  prompt: text(0, 500).nullable().optional().describe(`${DESCRIPTIONS.prompt} Only a new listing uses it.`),
  photo_urls: photoUrls().optional().describe('Public URLs of photos. Only a new listing uses them, so that a repeat adds no photo twice.'),
  publish: bool().optional().describe('If true, a draft is published. It needs a title and a price.'),
})
export type PutListing = z.output<typeof PutListing>

/** Body of `PATCH /listings/{id}`. */
export const ChangeListing = z.object(details)
export type ChangeListing = z.output<typeof ChangeListing>

/** Body of `POST /listings/{id}/publish`. */
export const PublishListing = z.object({ visibility: oneOf(LISTING_VISIBILITIES).optional().describe(DESCRIPTIONS.visibility) })
export type PublishListing = z.output<typeof PublishListing>

export const Span = z.object({ low: dollars('Lower end of the range'), high: dollars('Upper end of the range') }).meta({ id: 'PriceSpan' })

/** Research fields, which occur both in a listing and in the research run itself. */
export const researchFields = {
  identified: z.string().describe('Name of the item that research identified.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('Confidence that research identified the item correctly.'),
  suggested_price: dollars('Suggested price'),
  price_range: Span.describe('Range from the lowest to the highest price found.'),
  priced_by: z
    .enum(PRICED_BY)
    .describe(
      'Basis of the suggested price. `comparables`: second-hand prices. `rule_of_thumb`: no second-hand prices were found, so the price is only an estimate.',
    ),
  summary: z.string().describe('Summary of the findings in one or two sentences.'),
}

export const Research = z
  .object({
    identified: researchFields.identified,
    category: z.string().describe('Category that fits the item best.'),
    confidence: researchFields.confidence,
    suggested_price: researchFields.suggested_price,
    price_range: researchFields.price_range,
    /** Optional, because findings from earlier releases lack this field. */
    priced_by: researchFields.priced_by.optional(),
    summary: researchFields.summary,
  })
  .meta({ id: 'ListingResearch' })
export type Research = z.output<typeof Research>

const nullableText = (description: string) => z.string().nullable().describe(description)

export const PriceDrop = z
  .object({
    percent: z.int().nullable().describe('Step in percent of the initial price, or null.'),
    amount: dollars('Step as an amount, or null').nullable(),
    every_days: z.int().describe('Days between two steps.'),
    next_price: dollars(
      'Price after the next step; null if the step would go below your minimum price, which ends the schedule',
    ).nullable(),
    next_at: timestamp('Earliest time of the next step, ISO 8601, UTC.'),
  })
  .meta({ id: 'PriceDrop' })

/** A listing as its owner sees it (spec: interface, listing). */
export const Listing = z
  .object({
    object: kind('listing'),
    id: id('listing'),
    shop: shopSlug(),
    status: z.enum(LISTING_STATUSES).describe('Status of the listing.'),
    visibility: z.enum(LISTING_VISIBILITIES).describe(DESCRIPTIONS.visibility),
    step: z.enum(LISTING_STEPS).describe('Your next step with the listing; `done` when it is live or sold.'),
    name: z.string().describe('Title; without one, a name from research or from `prompt`.'),
    prompt: nullableText('The seller’s short description of the item. It is also the suggested title.'),
    title: nullableText(DESCRIPTIONS.title),
    one_liner: nullableText(DESCRIPTIONS.one_liner),
    description: nullableText(DESCRIPTIONS.description),
    category: nullableText(DESCRIPTIONS.category),
    sku: nullableText(DESCRIPTIONS.sku),
    price: z.number().nullable().describe(DESCRIPTIONS.price),
    was_price: wasPrice(),
    price_basis: z.enum(PRICE_BASES).nullable().describe(DESCRIPTIONS.price_basis),
    lowest_price: z.number().nullable().describe(DESCRIPTIONS.lowest_price),
    price_drop: PriceDrop.nullable().describe('Schedule that lowers the price; null without one.'),
    shipping: z.number().nullable().describe(DESCRIPTIONS.shipping),
    take_offers: z.boolean().describe(DESCRIPTIONS.take_offers),
    fields: z
      .array(
        z
          .object({
            key: z.string().describe('Label in snake case. A new line with the same key replaces this line.'),
            label: z.string().describe('Label of the detail line.'),
            value: z.string().describe('Value of the detail line.'),
            source: z.enum(FIELD_SOURCES).describe('Author of the line: `you`, `agent` (research) or `import`.'),
          })
          .meta({ id: 'DetailLine' }),
      )
      .describe('Detail lines.'),
    parcel: Parcel.nullable().describe(DESCRIPTIONS.parcel),
    photos: z.array(Photo).describe('Photos of the listing. The first photo that is your own is the cover.'),
    photos_wanted: z
      .array(
        z
          .object({
            url: z.string().describe('URL of the photo.'),
            problem: z.string().nullable().describe('Reason why the download failed; null while it is pending.'),
          })
          .meta({ id: 'WantedPhoto' }),
      )
      .describe('Photos from an import that are not downloaded yet. Failed entries disappear when you change the photos.'),
    url: link('Public URL of the listing.'),
    edit_url: link('URL of the listing’s editor in the app.'),
    stats: z
      .object({
        views: count('Views, at most one per person per day.'),
        views_7d: count('Views in the last 7 days.'),
        likes: count('Number of people who like the listing.'),
        shares: count('Number of shares.'),
        offers: count('Number of offers received.'),
        offers_waiting: count('Number of offers waiting for your answer.'),
      })
      .meta({ id: 'ListingStats' })
      .describe('Statistics of the listing.'),
    research: Research.nullable().describe('Result of the research; null until a run is complete.'),
    published_at: timestamp('Time of publication, ISO 8601, UTC; null for a draft.').nullable(),
    sold_at: timestamp('Time of the sale, ISO 8601, UTC.').nullable(),
    created_at: timestamp('Time of creation, ISO 8601, UTC.'),
    updated_at: timestamp('Time of the last change, ISO 8601, UTC.'),
  })
  .meta({ id: 'Listing' })

export const DeletedListing = z.object({ object: kind('listing'), id: id('listing'), deleted: deleted() }).meta({ id: 'DeletedListing' })
