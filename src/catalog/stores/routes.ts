import { tenantSeenBy } from '#catalog/browse/index.ts'
import { MARKET, ofStore, SHOPS } from '#catalog/browse/cache/subjects.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentStore, presentStoreFront, storeFrontExpiresAtMs } from './present.ts'
import { ListStores, ReadStore, Store, StoreDetail, StoreParams } from './schema.ts'
import * as stores from './index.ts'

const endpoint = endpointsOf('Marketplace')
const access = { who: 'optional' } as const

export const storeEndpoints = [
  endpoint({
    id: 'listStores',
    method: 'GET',
    path: '/market/stores',
    access,
    market: true,
    summary: 'List stores, busiest first',
    query: ListStores,
    answers: { 200: listOf(Store) },
    handle: async (ctx, actor, { query }) => {
      const { stores: rows, total, untilMs } = await stores.listStores(ctx, tenantSeenBy(actor), query)
      return { ...ok(pageOf({ rows, total }, query, presentStore)), cachePolicy: { subjects: [MARKET, SHOPS], untilMs } }
    },
  }),
  endpoint({
    id: 'getStore',
    method: 'GET',
    path: '/market/stores/{slug}',
    access,
    market: true,
    summary: 'Get a store with its listings, newest first, and its latest sales',
    description: 'The filters apply only to `listings`; the store’s counts do not change.',
    params: StoreParams,
    query: ReadStore,
    answers: { 200: StoreDetail },
    handle: async (ctx, actor, { params, query }) => {
      const front = await stores.readStore(ctx, actor, params.slug, query)
      const { store } = front
      const visited = store.paused ? {} : { visited: store.id }
      const answer = ok(presentStoreFront(ctx, front))
      return front.shelf.lasting
        ? { ...answer, cachePolicy: { subjects: ofStore(store), untilMs: storeFrontExpiresAtMs(ctx, front), ...visited } }
        : answer
    },
  }),
]
