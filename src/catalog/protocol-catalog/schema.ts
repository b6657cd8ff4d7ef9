import { z } from 'zod'
import { facetFilters } from '#catalog/browse/facets/schema.ts'
import { integer, text } from '#platform/http/fields.ts'

/** Schemas for requests in the Universal Commerce Protocol. They ignore all other fields. */

const MAX_CENTS = 1_000_000_000
const cents = (description: string) => integer(0, MAX_CENTS).optional().describe(description)

const filters = () =>
  z
    .object({
      categories: z
        .array(text(1, 100))
        .max(20, 'must have at most 20 items')
        .optional()
        .describe('Categories; a listing must have one of them.'),
      ...lists(),
      price: z
        .object({ min: cents('Minimum price in cents.'), max: cents('Maximum price in cents.') })
        .optional()
        .describe('Price range.'),
    })
    .optional()
    .describe('Filters. A listing must match all of them.')

const lists = () => {
  const { brand, size, condition, color } = facetFilters()
  return { brand, size, condition, color }
}

const context = () =>
  z
    .object({ currency: text(0, 10).optional().describe('Currency of the price filter.') })
    .optional()
    .describe('Context of the search.')

type SentFilters = NonNullable<z.output<ReturnType<typeof filters>>>

const hasFilter = ({ price, ...others }: SentFilters): boolean =>
  price !== undefined || Object.values(others).some((values) => (values?.length ?? 0) > 0)

export const SearchCatalog = z
  .object({
    query: text(1, 200).optional().describe('Search text: keywords, or a description of the item.'),
    filters: filters(),
    context: context(),
    pagination: z
      .object({
        cursor: text(1, 100).optional().describe('Cursor from the previous response.'),
        limit: integer(1, 1_000_000_000).optional().describe('Number of listings to return, at most 50.'),
      })
      .optional()
      .describe('Page to return.'),
  })
  .refine(({ query, filters: some }) => query !== undefined || (some && hasFilter(some)), {
    error: 'is required unless there is a filter',
    path: ['query'],
  })
export type SearchCatalog = z.output<typeof SearchCatalog>

export const MOST_IDS = 50

export const LookUpCatalog = z.object({
  ids: z.array(text(1, 200)).min(1, 'must have at least one item').describe('Ids of listings.'),
  filters: filters(),
  context: context(),
})
export type LookUpCatalog = z.output<typeof LookUpCatalog>

export const GetCatalogProduct = z.object({ id: text(1, 200).describe('Id of the listing.'), filters: filters(), context: context() })
export type GetCatalogProduct = z.output<typeof GetCatalogProduct>

const answer = () => z.looseObject({})
export const CatalogAnswer = answer()
