import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentListedPerson, presentOperatorReview, presentPerson } from './present.ts'
import { ListedPerson, ListPeople, ListReviews, OperatorPerson, OperatorReview, PersonParams } from './schema.ts'
import * as people from './index.ts'

const endpoint = endpointsOf('Operator')

export const accountModerationEndpoints = [
  endpoint({
    id: 'listPeople',
    method: 'GET',
    path: '/operator/accounts',
    access: operates,
    summary: 'List accounts; search by name, email or shop, or by the id of an account, shop, listing or order',
    query: ListPeople,
    answers: { 200: listOf(ListedPerson) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await people.searchPeople(ctx, actor, query), query, presentListedPerson)),
  }),
  endpoint({
    id: 'getPerson',
    method: 'GET',
    path: '/operator/accounts/{id}',
    access: operates,
    summary: 'Get an account with its shops and listings',
    params: PersonParams,
    answers: { 200: OperatorPerson },
    handle: async (ctx, actor, { params }) => {
      const { row, listings } = await people.readPerson(ctx, actor, params.id)
      return ok(presentPerson(ctx, row, listings))
    },
  }),
  endpoint({
    id: 'listReviews',
    method: 'GET',
    path: '/operator/reviews',
    access: operates,
    summary: 'List all reviews, including hidden ones, newest first',
    query: ListReviews,
    answers: { 200: listOf(OperatorReview) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await people.listReviews(ctx, actor, query), query, presentOperatorReview)),
  }),
]
