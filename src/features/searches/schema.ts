import { z } from 'zod'
import { MARKET_CATEGORIES, PRICE_BANDS } from '#domain/market.ts'
import { category } from '#features/market/schema.ts'
import { bool, listOf, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const ALERTS = ['none', 'daily'] as const

/** Body of `POST /searches` (completions 5, Extensions): the filters of the marketplace's search. */
export const SaveSearch = z.object({
  q: text(0, 200).optional(),
  category: category().optional(),
  price: oneOf(PRICE_BANDS).default('any'),
  offers: bool().default(false),
  name: text(1, 80).optional(),
  alert: oneOf(ALERTS).default('none'),
})
export type SaveSearch = z.infer<typeof SaveSearch>

export const SearchParams = z.object({ id: z.string() })
export const Page = z.object(paging())

export const Search = z
  .object({
    object: z.literal('search'),
    id: z.string(),
    name: z.string(),
    q: z.string().nullable(),
    category: z.enum(MARKET_CATEGORIES).nullable(),
    price: z.enum(PRICE_BANDS),
    offers: z.boolean(),
    alert: z.enum(ALERTS),
    url: z.string(),
    created_at: timestamp(),
  })
  .meta({ id: 'Search' })
export const SearchList = listOf(Search)
export const DeletedSearch = z
  .object({ object: z.literal('search'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedSearch' })
