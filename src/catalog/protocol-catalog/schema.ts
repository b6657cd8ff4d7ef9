import { z } from 'zod'
import { integer, text } from '#platform/http/fields.ts'

/** Universal Commerce Protocol; other fields are ignored. */

const MAX_CENTS = 1_000_000_000
const cents = (words: string) => integer(0, MAX_CENTS).optional().describe(words)

const filters = () =>
  z
    .object({
      categories: z.array(text(1, 100)).max(20, 'must have at most 20 items').optional().describe('Any of these categories.'),
      price: z
        .object({ min: cents('Least price, in cents.'), max: cents('Greatest price, in cents.') })
        .optional()
        .describe('A range of prices.'),
    })
    .optional()
    .describe('All of these hold.')

const context = () =>
  z
    .object({ currency: text(0, 10).optional().describe('Currency of the price filter.') })
    .optional()
    .describe('Hints about the buyer.')

export const SearchCatalog = z
  .object({
    query: text(1, 200).optional().describe('Words, or what is meant.'),
    filters: filters(),
    context: context(),
    pagination: z
      .object({
        cursor: text(1, 100).optional().describe('From the answer before.'),
        limit: integer(1, 1_000_000_000).optional().describe('How many to answer with; 50 at most.'),
      })
      .optional()
      .describe('Which page.'),
  })
  .refine(({ query, filters: some }) => query !== undefined || (some && ((some.categories?.length ?? 0) > 0 || some.price !== undefined)), {
    error: 'is required, or a filter',
    path: ['query'],
  })
export type SearchCatalog = z.output<typeof SearchCatalog>

export const MOST_IDS = 50

export const LookUpCatalog = z.object({
  ids: z.array(text(1, 200)).min(1, 'must have an item').describe('Ids of listings.'),
  filters: filters(),
  context: context(),
})
export type LookUpCatalog = z.output<typeof LookUpCatalog>

export const GetCatalogProduct = z.object({ id: text(1, 200).describe('Id of the listing.'), filters: filters(), context: context() })
export type GetCatalogProduct = z.output<typeof GetCatalogProduct>

const answer = () => z.looseObject({})
export const CatalogAnswer = answer()
