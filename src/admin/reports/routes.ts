import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentOperatorReport } from './present.ts'
import { DismissReport, ListReports, OperatorReport, OperatorReportDetail, ReportParams } from './schema.ts'
import * as reports from './index.ts'

const endpoint = endpointsOf('Operator')

export const reportModerationEndpoints = [
  endpoint({
    id: 'listReports',
    method: 'GET',
    path: '/operator/reports',
    access: operates,
    summary: 'List reports with the records that they are about',
    query: ListReports,
    answers: { 200: listOf(OperatorReport) },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await reports.listReports(ctx, actor, query), query, (row) => presentOperatorReport(ctx, row))),
  }),
  endpoint({
    id: 'getReport',
    method: 'GET',
    path: '/operator/reports/{id}',
    access: operates,
    summary: 'Get a report with the reported conversation and the history of both people',
    description: 'Only the reported conversation is readable. Reports about a listing, an order or a shop have no messages.',
    params: ReportParams,
    answers: { 200: OperatorReportDetail },
    handle: async (ctx, actor, { params }) => ok(await reports.readReport(ctx, actor, params.id)),
  }),
  endpoint({
    id: 'dismissReport',
    method: 'POST',
    path: '/operator/reports/{id}/dismiss',
    effects: ['text'],
    access: operates,
    summary: 'Dismiss a report without hiding anything or warning anyone',
    params: ReportParams,
    body: DismissReport,
    answers: { 200: OperatorReport },
    handle: async (tx, actor, { params, body }) =>
      ok(presentOperatorReport(tx, await reports.dismissReport(tx, actor, params.id, body.reason))),
  }),
]
