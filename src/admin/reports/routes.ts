import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentOperatorReport } from './present.ts'
import { DismissReport, ListReports, OperatorReport, ReportParams } from './schema.ts'
import * as reports from './index.ts'

const endpoint = endpointsOf('Operator')

export const reportModerationEndpoints = [
  endpoint({
    id: 'listReports',
    method: 'GET',
    path: '/operator/reports',
    access: operates,
    summary: 'List reports with their listings',
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
    summary: 'Dismiss a report: the listing stays visible',
    params: ReportParams,
    body: DismissReport,
    answers: { 200: OperatorReport },
    handle: async (tx, actor, { params, body }) =>
      ok(presentOperatorReport(tx, await reports.dismissReport(tx, actor, params.id, body.reason))),
  }),
]
