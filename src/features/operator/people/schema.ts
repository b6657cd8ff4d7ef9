import { z } from 'zod'
import { SHOP_VISIBILITIES } from '#domain/market.ts'
import { LISTING_STATUSES } from '#domain/listing.ts'
import { bool, paging, text, timestamp } from '#lib/http/fields.ts'

export const PersonParams = z.object({ id: z.string() })

export const ListPeople = z.object({ q: text(0, 200).default(''), ...paging() })
export type ListPeople = z.output<typeof ListPeople>

export const ListReviews = z.object({ hidden: bool().optional(), ...paging() })
export type ListReviews = z.output<typeof ListReviews>

const person = {
  object: z.literal('account'),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  operator: z.boolean(),
  brake: z.boolean(),
  suspended_at: timestamp().nullable(),
  closed_at: timestamp().nullable(),
  created_at: timestamp(),
  shops: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      visibility: z.enum(SHOP_VISIBILITIES),
      paused: z.boolean(),
      suspended: z.boolean(),
    }),
  ),
  counts: z.object({ live: z.int(), sales: z.int(), purchases: z.int(), open_reports: z.int(), disputes: z.int() }),
}

/** An account as the operator finds it. */
export const ListedPerson = z.object(person).meta({ id: 'ListedPerson' })

export const OperatorPerson = z
  .object({
    ...person,
    listings: z.array(
      z.object({
        id: z.string(),
        title: z.string().nullable(),
        status: z.enum(LISTING_STATUSES),
        hidden: z.boolean(),
        url: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OperatorPerson' })

/** A review as the operator reads it. */
export const OperatorReview = z
  .object({
    object: z.literal('review'),
    id: z.string(),
    rating: z.int(),
    body: z.string(),
    reply: z.string().nullable(),
    listing: z.object({ title: z.string() }),
    shop: z.object({ name: z.string() }),
    buyer: z.object({ id: z.string(), name: z.string() }),
    hidden_at: timestamp().nullable(),
    hidden_reason: z.string().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: 'OperatorReview' })
