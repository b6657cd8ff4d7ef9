import { describePriceDrop, setPriceDrop, stopPriceDrop } from './set.ts'
import { SetPriceDrop } from './schema.ts'
import { showListing } from '#catalog/listings/routes.ts'
import { Listing, ListingParams } from '#catalog/listings/schema.ts'
import { endpointsOf, lists, ok } from '#platform/http/endpoint.ts'

const endpoint = endpointsOf('Listings')

export const priceDropEndpoints = [
  endpoint({
    id: 'setPriceDrop',
    method: 'PUT',
    path: '/listings/{id}/price-drop',
    effects: ['price'],
    access: lists,
    summary: 'Lower the price of a listing step by step, down to your minimum price',
    description:
      'The first step comes after `every_days`. A listing without `lowest_price` gets the shop’s minimum as its own. The schedule pauses while no one can buy the item, and ends when you change the price or when a step would go below the minimum price. See [sales](/docs/sales).',
    approvalText: '`listings.price`',
    params: ListingParams,
    body: SetPriceDrop,
    answers: { 200: Listing },
    approvals: () => [{ action: 'listings.price' }],
    describeApproval: (ctx, actor, { params, body }) => describePriceDrop(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => ok(await showListing(ctx, await setPriceDrop(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'stopPriceDrop',
    method: 'DELETE',
    path: '/listings/{id}/price-drop',
    effects: [],
    access: lists,
    summary: 'Stop the price-drop schedule of a listing',
    params: ListingParams,
    accepts: [],
    answers: { 200: Listing },
    handle: async (ctx, actor, { params }) => ok(await showListing(ctx, await stopPriceDrop(ctx, actor, params.id))),
  }),
]
