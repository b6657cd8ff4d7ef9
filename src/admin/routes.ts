import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentAct } from './audit/present.ts'
import { Act, ListActs } from './audit/schema.ts'
import { listActs } from './audit/index.ts'
import { presentHealth } from './health/present.ts'
import { Health } from './health/schema.ts'
import { readHealth } from './health/index.ts'
import { measureEndpoints } from './moderation/routes.ts'
import { presentListedPerson, presentOperatorReview, presentPerson } from './accounts/present.ts'
import { ListedPerson, ListPeople, ListReviews, OperatorPerson, OperatorReview, PersonParams } from './accounts/schema.ts'
import * as people from './accounts/index.ts'
import { presentOperatorReport } from './reports/present.ts'
import { DismissReport, ListReports, OperatorReport, ReportParams } from './reports/schema.ts'
import * as reports from './reports/index.ts'

const endpoint = endpointsOf('Operator')

/** What the operator reads and does, by session alone; to everybody else there is nothing here (docs/decisions/0023-operator.md). */
export const operatorEndpoints = [
  ...measureEndpoints,
  endpoint({
    id: 'listReports',
    method: 'GET',
    path: '/operator/reports',
    access: operates,
    summary: 'What people reported, with the listing beside it',
    query: ListReports,
    answers: { 200: listOf(OperatorReport) },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await reports.listReports(ctx, actor, query), query, (row) => presentOperatorReport(ctx, row))),
  }),
  endpoint({
    id: 'dismissReport',
    method: 'POST',
    path: '/operator/reports/{id}/dismiss',
    effects: ['text'],
    access: operates,
    summary: 'Close a report: nothing is wrong with the listing',
    params: ReportParams,
    body: DismissReport,
    answers: { 200: OperatorReport },
    handle: async (tx, actor, { params, body }) =>
      ok(presentOperatorReport(tx, await reports.dismissReport(tx, actor, params.id, body.reason))),
  }),
  endpoint({
    id: 'listPeople',
    method: 'GET',
    path: '/operator/accounts',
    access: operates,
    summary: 'Accounts by name, email, id, or what is theirs',
    query: ListPeople,
    answers: { 200: listOf(ListedPerson) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await people.searchPeople(ctx, actor, query), query, presentListedPerson)),
  }),
  endpoint({
    id: 'getPerson',
    method: 'GET',
    path: '/operator/accounts/{id}',
    access: operates,
    summary: 'One account with its shops and listings',
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
    summary: 'All reviews, hidden ones too, newest first',
    query: ListReviews,
    answers: { 200: listOf(OperatorReview) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await people.listReviews(ctx, actor, query), query, presentOperatorReview)),
  }),
  endpoint({
    id: 'listActs',
    method: 'GET',
    path: '/operator/audit',
    access: operates,
    summary: 'The log of every act of an operator, the last first',
    query: ListActs,
    answers: { 200: listOf(Act) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await listActs(ctx, actor, query), query, presentAct)),
  }),
  endpoint({
    id: 'getHealth',
    method: 'GET',
    path: '/operator/health',
    access: operates,
    summary: 'How the service is: database, queues, webhooks, mail, money, disk',
    answers: { 200: Health },
    handle: async (ctx, actor) => ok(presentHealth(ctx, await readHealth(ctx, actor))),
  }),
]
