import { created, endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { CreateSale, ListSales, Sale, SaleParams, SalePreview, SaleShopParams } from './schema.ts'
import * as sales from './index.ts'

const endpoint = endpointsOf('Shops')

export const saleEndpoints = [
  endpoint({
    id: 'createSale',
    method: 'POST',
    path: '/shops/{slug}/sales',
    effects: ['price'],
    access: lists,
    summary: 'Lower the prices of a shop for up to 14 days, or preview the sale',
    description:
      'A job lowers the prices at the start and restores them at the end. Listings whose reduced price would be below the minimum price are `skipped`. Prices that you change during the sale are not restored. Sales of a shop must not overlap. See [sales](/docs/sales).',
    approvalText: '`listings.price`',
    params: SaleShopParams,
    body: CreateSale,
    answers: { 200: SalePreview, 201: Sale },
    approvals: ({ body }) => (body.preview ? [] : [{ action: 'listings.price' }]),
    describeApproval: (ctx, actor, { params, body }) => sales.describeSale(ctx, actor, params.slug, body),
    handle: async (ctx, actor, { params, body }) =>
      body.preview
        ? ok(await sales.previewSale(ctx, actor, params.slug, body))
        : created(await sales.createSale(ctx, actor, params.slug, body)),
  }),
  endpoint({
    id: 'listSales',
    method: 'GET',
    path: '/shops/{slug}/sales',
    access: reads,
    summary: 'List the sales of a shop, newest first',
    params: SaleShopParams,
    query: ListSales,
    answers: { 200: listOf(Sale) },
    handle: async (ctx, actor, { params, query }) =>
      ok(pageOf(await sales.listSales(ctx, actor, params.slug, query), query, (sale) => sale)),
  }),
  endpoint({
    id: 'endSale',
    method: 'POST',
    path: '/shops/{slug}/sales/{id}/end',
    effects: [],
    access: lists,
    summary: 'End a sale now, or cancel a planned one; a job restores the prices',
    params: SaleParams,
    accepts: [],
    answers: { 200: Sale },
    handle: async (ctx, actor, { params }) => ok(await sales.endSale(ctx, actor, params.slug, params.id)),
  }),
]
