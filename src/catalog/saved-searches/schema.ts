import { z } from 'zod'
import { MARKET_CATEGORIES, PRICE_BANDS } from '#catalog/browse/rules/market.ts'
import { CONDITIONS } from '#catalog/browse/rules/facets/index.ts'
import { facetFilters } from '#catalog/browse/facets/schema.ts'
import { category } from '#catalog/browse/schema.ts'
import { bool, line, listOf, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { deleted, dollars, id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const ALERTS = ['none', 'daily'] as const
/** Channels through which a daily alert can be sent. */
export const ALERT_CHANNELS = ['both', 'email', 'push'] as const

const DESCRIPTIONS = {
  q: 'Search text: keywords, or a description of the item.',
  category: 'Filter by category.',
  price: 'Filter by price range. `25-100` includes both ends.',
  offers: 'If true, only listings that accept offers.',
  alert: 'Whether you get alerts about new results, at most once a day.',
  alert_by: 'How alerts reach you: by email, in the browsers in which you turned notifications on, or both.',
}

/** Body of `POST /searches`. It contains the same filters as a search in the marketplace (spec: completions 5, Extensions). */
export const SaveSearch = z.object({
  q: text(0, 200).optional().describe(DESCRIPTIONS.q),
  category: category().optional().describe(DESCRIPTIONS.category),
  price: oneOf(PRICE_BANDS).default('any').describe(DESCRIPTIONS.price),
  offers: bool().default(false).describe(DESCRIPTIONS.offers),
  ...facetFilters(),
  name: line(1, 80).optional().describe('Name of the saved search. Defaults to a name made from the filters.'),
  alert: oneOf(ALERTS).default('none').describe(DESCRIPTIONS.alert),
  alert_by: oneOf(ALERT_CHANNELS).default('both').describe(DESCRIPTIONS.alert_by),
})
export type SaveSearch = z.infer<typeof SaveSearch>

const NAME = 'Name of the saved search.'

/** Body of `PATCH /searches/{id}`. The filters of a saved search cannot be changed; the client can save a new search instead. */
export const ChangeSearch = z.object({
  name: line(1, 80).optional().describe(NAME),
  alert: oneOf(ALERTS).optional().describe(DESCRIPTIONS.alert),
  alert_by: oneOf(ALERT_CHANNELS).optional().describe(DESCRIPTIONS.alert_by),
})
export type ChangeSearch = z.infer<typeof ChangeSearch>

export const SearchParams = idParams('search')
export const Page = z.object(paging())

export const Search = z
  .object({
    object: kind('search'),
    id: id('search'),
    name: z.string().describe(NAME),
    q: z.string().nullable().describe(DESCRIPTIONS.q),
    category: z.enum(MARKET_CATEGORIES).nullable().describe(DESCRIPTIONS.category),
    price: z.enum(PRICE_BANDS).describe(DESCRIPTIONS.price),
    offers: z.boolean().describe(DESCRIPTIONS.offers),
    brand: z.array(z.string()).describe('Wanted brands; empty means any.'),
    size: z.array(z.string()).describe('Wanted sizes; empty means any.'),
    condition: z.array(z.enum(CONDITIONS)).describe('Wanted conditions; empty means any.'),
    color: z.array(z.string()).describe('Wanted colours; empty means any.'),
    min_price: dollars('Minimum price').nullable(),
    max_price: dollars('Maximum price').nullable(),
    alert: z.enum(ALERTS).describe(DESCRIPTIONS.alert),
    alert_by: z.enum(ALERT_CHANNELS).describe(DESCRIPTIONS.alert_by),
    url: link('URL of the page with the results.'),
    created_at: timestamp('Time when the search was saved, ISO 8601, UTC.'),
  })
  .meta({ id: 'Search' })
export const SearchList = listOf(Search)
export const DeletedSearch = z.object({ object: kind('search'), id: id('search'), deleted: deleted() }).meta({ id: 'DeletedSearch' })
