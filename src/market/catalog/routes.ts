import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { CatalogAnswer, GetCatalogProduct, LookUpCatalog, SearchCatalog } from './schema.ts'
import * as catalog from './index.ts'

const endpoint = endpointsOf('Open commerce')
const access = { who: 'optional' } as const

/** The catalog of the Universal Commerce Protocol: reads, although they come by POST. Mounted by `src/ucp`. */
export const catalogEndpoints = [
  endpoint({
    id: 'searchCatalog',
    method: 'POST',
    path: '/catalog/search',
    effects: [],
    transaction: 'none',
    access,
    summary: 'Search what is for sale',
    body: SearchCatalog,
    answers: { 200: CatalogAnswer },
    handle: async (ctx, actor, { body }) => ok(await catalog.searchCatalog(ctx, actor, body)),
  }),
  endpoint({
    id: 'lookUpCatalog',
    method: 'POST',
    path: '/catalog/lookup',
    effects: [],
    transaction: 'none',
    access,
    summary: 'Listings by their ids',
    body: LookUpCatalog,
    answers: { 200: CatalogAnswer },
    handle: async (ctx, actor, { body }) => ok(await catalog.lookUpCatalog(ctx, actor, body)),
  }),
  endpoint({
    id: 'getCatalogProduct',
    method: 'POST',
    path: '/catalog/product',
    effects: [],
    transaction: 'none',
    access,
    summary: 'One listing with all that its page shows',
    body: GetCatalogProduct,
    answers: { 200: CatalogAnswer },
    handle: async (ctx, actor, { body }) => ok(await catalog.catalogProduct(ctx, actor, body)),
  }),
]
