import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { presentReport } from './present.ts'
import { Report, ReportListing, ReportParams } from './schema.ts'
import * as reports from './index.ts'

const endpoint = endpointsOf('Marketplace')

export const reportEndpoints = [
  endpoint({
    id: 'reportListing',
    method: 'POST',
    path: '/market/listings/{id}/report',
    effects: ['text'],
    access: buys,
    summary: 'Report a listing; returns 200 with your earlier report if it is still open',
    approvalText: '`messages.send`',
    params: ReportParams,
    body: ReportListing,
    answers: { 200: Report, 201: Report },
    approvals: () => [{ action: 'messages.send' }],
    describeApproval: (ctx, actor, { params, body }) => reports.describeReport(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => {
      const { row, isNew } = await reports.reportListing(ctx, actor, params.id, body)
      return (isNew ? created : ok)(presentReport(row))
    },
  }),
]
