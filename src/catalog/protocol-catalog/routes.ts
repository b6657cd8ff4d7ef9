import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { CatalogAnswer, GetCatalogProduct, LookUpCatalog, SearchCatalog } from './schema.ts'
import * as catalog from './index.ts'

const endpoint = endpointsOf('Open commerce')
/** These endpoints only read data, although they use the method POST. */
const read = { method: 'POST', effects: [], transaction: 'none', access: { who: 'optional' }, answers: { 200: CatalogAnswer } } as const

/** Endpoints of the Universal Commerce Protocol, which `src/ucp` mounts. */
export const catalogEndpoints = [
  endpoint({
    ...read,
    id: 'searchCatalog',
    path: '/catalog/search',
    summary: 'Search the listings on the marketplace',
    body: SearchCatalog,
    handle: async (ctx, actor, { body }) => ok(await catalog.searchCatalog(ctx, actor, body)),
  }),
  endpoint({
    ...read,
    id: 'lookUpCatalog',
    path: '/catalog/lookup',
    summary: 'Get listings by their ids',
    body: LookUpCatalog,
    handle: async (ctx, actor, { body }) => ok(await catalog.lookUpCatalog(ctx, actor, body)),
  }),
  endpoint({
    ...read,
    id: 'getCatalogProduct',
    path: '/catalog/product',
    summary: 'Get a listing with all details of its page',
    body: GetCatalogProduct,
    handle: async (ctx, actor, { body }) => ok(await catalog.catalogProduct(ctx, actor, body)),
  }),
]
