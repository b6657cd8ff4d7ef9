import { endpoint, ok } from '#lib/http/endpoint.ts'
import { presentCard, presentDetail } from './present.ts'
import { ListingParams, PublicListingDetail, SearchMarket, SearchResult } from './schema.ts'
import * as market from './service.ts'

const tag = 'Marketplace'
const access = { who: 'optional' } as const

export const marketEndpoints = [
  endpoint({
    id: 'searchMarket',
    method: 'GET',
    path: '/market/search',
    tag,
    access,
    market: true,
    summary: 'Search what is for sale',
    query: SearchMarket,
    answers: { 200: SearchResult },
    handle: async (ctx, actor, { query }) => {
      const { cards, total, stores, facets } = await market.search(ctx, actor, query)
      const data = cards.map((card) => presentCard(ctx, card))
      const has_more = query.offset + data.length < total
      return ok({ object: 'search_result', data, total, stores, has_more, ...(facets && { facets }) })
    },
  }),
  endpoint({
    id: 'getPublicListing',
    method: 'GET',
    path: '/market/listings/{id}',
    tag,
    access,
    market: true,
    summary: 'One listing as a buyer sees it',
    params: ListingParams,
    answers: { 200: PublicListingDetail },
    handle: async (ctx, actor, { params }) => ok(presentDetail(ctx, await market.readListing(ctx, actor, params.id))),
  }),
]
