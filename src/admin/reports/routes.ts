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
]
