import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { presentSearch } from './present.ts'
import { ChangeSearch, DeletedSearch, Page, SaveSearch, Search, SearchList, SearchParams } from './schema.ts'
import * as searches from './index.ts'

const endpoint = endpointsOf('Marketplace')

export const savedSearchEndpoints = [
  endpoint({
    id: 'listSearches',
    method: 'GET',
    path: '/searches',
    access: buys,
    summary: 'List your saved searches, newest first',
    query: Page,
    answers: { 200: SearchList },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await searches.listSearches(ctx, actor, query), query, (row) => presentSearch(ctx, row))),
  }),
  endpoint({
    id: 'saveSearch',
    method: 'POST',
    path: '/searches',
    effects: [],
    access: buys,
    summary: 'Save a search; returns 200 with the saved search if its filters are already saved',
    body: SaveSearch,
    answers: { 200: Search, 201: Search },
    handle: async (ctx, actor, { body }) => {
      const { row, isNew } = await searches.saveSearch(ctx, actor, body)
      return (isNew ? created : ok)(presentSearch(ctx, row))
    },
  }),
  endpoint({
    id: 'changeSearch',
    method: 'PATCH',
    path: '/searches/{id}',
    effects: [],
    access: buys,
    summary: 'Change the name or the alerts of a saved search',
    description: 'Alerts that you switch on again cover only items listed from now on.',
    params: SearchParams,
    body: ChangeSearch,
    answers: { 200: Search },
    handle: async (ctx, actor, { params, body }) => ok(presentSearch(ctx, await searches.changeSearch(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'deleteSearch',
    method: 'DELETE',
    path: '/searches/{id}',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Delete a saved search',
    params: SearchParams,
    answers: { 200: DeletedSearch },
    handle: async (ctx, actor, { params }) => {
      await searches.deleteSearch(ctx, actor, params.id)
      return ok({ object: 'search', id: params.id, deleted: true })
    },
  }),
]
