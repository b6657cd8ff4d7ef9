import { z } from 'zod'
import { FIELD_SOURCES } from '#domain/fields.ts'
import { LISTING_STATUSES, LISTING_STEPS, LISTING_VISIBILITIES } from '#domain/listing.ts'
import { PRICED_BY } from '#domain/research.ts'
import { MAX_PHOTOS, Photo } from '#features/photos/schema.ts'
import { bool, listUpTo, money, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'
import { detailLines } from './detail-lines/schema.ts'

export const ListingParams = z.object({ id: z.string() })

/** Query of `GET /listings`. */
export const ListListings = z.object({ shop: z.string().optional(), status: oneOf(LISTING_STATUSES).optional(), ...paging() })
export type ListListings = z.output<typeof ListListings>

/** What create and change have in common; every part may be left out, and null clears. */
const details = z
  .object({
    title: text(1, 80).nullable(),
    one_liner: text(0, 120).nullable(),
    description: text(0, 5000).nullable(),
    category: text(0, 60).nullable(),
    price: money().nullable(),
    lowest_price: money().nullable(),
    shipping: money().nullable(),
    take_offers: bool(),
    visibility: oneOf(LISTING_VISIBILITIES),
    fields: detailLines(),
  })
  .partial().shape

/** One address or a list of them; an empty form field is none. */
const photoUrls = () =>
  z
    .union([z.string(), listUpTo(MAX_PHOTOS, z.string())], { error: `must be an address or a list of at most ${MAX_PHOTOS} addresses` })
    .transform((urls) => (urls === '' ? [] : [urls].flat()))

/** Body of `POST /listings`. */
export const CreateListing = z.object({
  shop: z.string().optional(),
  prompt: text(0, 500).nullable().optional(),
  ...details,
  photo_urls: photoUrls().optional(),
  research: bool().optional(),
  publish: bool().optional(),
})
export type CreateListing = z.output<typeof CreateListing>

/** Body of `PATCH /listings/{id}`. */
export const ChangeListing = z.object(details)
export type ChangeListing = z.output<typeof ChangeListing>

/** Body of `POST /listings/{id}/publish`. */
export const PublishListing = z.object({ visibility: oneOf(LISTING_VISIBILITIES).optional() })
export type PublishListing = z.output<typeof PublishListing>

/** What a finished run of research found, as it is stored and shown. */
export const Research = z.object({
  identified: z.string(),
  category: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  suggested_price: z.number(),
  price_range: z.object({ low: z.number(), high: z.number() }),
  /** Absent in what was found before this was kept. */
  priced_by: z.enum(PRICED_BY).optional(),
  summary: z.string(),
})
export type Research = z.output<typeof Research>

/** interface, listing (private view). */
export const Listing = z
  .object({
    object: z.literal('listing'),
    id: z.string(),
    shop: z.string(),
    status: z.enum(LISTING_STATUSES),
    visibility: z.enum(LISTING_VISIBILITIES),
    step: z.enum(LISTING_STEPS),
    name: z.string(),
    prompt: z.string().nullable(),
    title: z.string().nullable(),
    one_liner: z.string().nullable(),
    description: z.string().nullable(),
    category: z.string().nullable(),
    price: z.number().nullable(),
    lowest_price: z.number().nullable(),
    shipping: z.number().nullable(),
    take_offers: z.boolean(),
    fields: z.array(z.object({ key: z.string(), label: z.string(), value: z.string(), source: z.enum(FIELD_SOURCES) })),
    photos: z.array(Photo),
    url: z.string(),
    edit_url: z.string(),
    stats: z.object({ views: z.int(), views_7d: z.int(), likes: z.int(), shares: z.int(), offers: z.int(), offers_waiting: z.int() }),
    research: Research.nullable(),
    published_at: timestamp().nullable(),
    sold_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Listing' })

export const DeletedListing = z
  .object({ object: z.literal('listing'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedListing' })
