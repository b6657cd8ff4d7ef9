import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { MARKET, ofListing } from './cache/subjects.ts'
import { cardsExpireAtMs, detailExpiresAtMs, presentCard, presentDetail } from './present.ts'
import { ListingParams, PublicListingDetail, SearchMarket, SearchResult } from './schema.ts'
import * as market from './index.ts'

const endpoint = endpointsOf('Marketplace')
const access = { who: 'optional' } as const

export const marketEndpoints = [
  endpoint({
    id: 'searchMarket',
    method: 'GET',
    path: '/market/search',
    access,
    market: true,
    summary: 'Search the listings on the marketplace',
    description:
      'Needs no key; any website may call it. With a key, `liked` marks the listings that you like. `facets=true` adds counts per brand, size, condition and colour, each with all filters applied except its own. Brand, size, condition and colour accept several values: a listing must have one value of each. `exact` is false when no listing contains the words of `q`; `data` then has only similar listings.',
    query: SearchMarket,
    answers: { 200: SearchResult },
    handle: async (ctx, actor, { query }) => {
      const { cards, total, stores, exact, facets, lasting } = await market.search(ctx, actor, query)
      const data = cards.map((card) => presentCard(ctx, card))
      const has_more = query.offset + data.length < total
      const answer = ok({ object: 'search_result', data, total, stores, exact, has_more, ...(facets && { facets: facets.lists }) })
      return lasting ? { ...answer, cachePolicy: { subjects: [MARKET], untilMs: cardsExpireAtMs(ctx, cards) } } : answer
    },
  }),
  endpoint({
    id: 'getPublicListing',
    method: 'GET',
    path: '/market/listings/{id}',
    access,
    market: true,
    summary: 'Get a listing as a buyer sees it',
    params: ListingParams,
    answers: { 200: PublicListingDetail },
    handle: async (ctx, actor, { params }) => {
      const detail = await market.readListing(ctx, actor, params.id)
      const cachePolicy = { subjects: ofListing(detail), untilMs: detailExpiresAtMs(ctx, detail), visited: detail.id }
      return { ...ok(presentDetail(ctx, detail)), cachePolicy }
    },
  }),
]
