import { z } from 'zod'
import { PublicListing } from '#features/market/schema.ts'
import { paging } from '#lib/http/fields.ts'

const store = {
  object: z.literal('store'),
  slug: z.string(),
  name: z.string(),
  owner: z.string(),
  tagline: z.string().nullable(),
  about: z.string().nullable(),
  location: z.string().nullable(),
  since: z.string(),
  for_sale: z.int(),
  sold: z.int(),
  paused: z.boolean(),
  picture_url: z.string().nullable(),
  url: z.string(),
}

/** interface, store. */
export const Store = z.object(store).meta({ id: 'Store' })
export const StoreDetail = z
  .object({
    ...store,
    followers: z.int(),
    following: z.boolean(),
    /** The newest 100; all of them are found by search. */
    listings: z.array(PublicListing),
    recently_sold: z.array(z.object({ title: z.string(), price: z.number(), when: z.string() })),
  })
  .meta({ id: 'StoreDetail' })

export const ListStores = z.object(paging())
export const StoreParams = z.object({ slug: z.string() })
