import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { presentPersonReport } from './present.ts'
import { OrderParams, PersonReport, ReportPerson, StoreParams, ThreadParams } from './schema.ts'
import * as reports from './index.ts'

const endpoint = endpointsOf('Messages')
// both buyers and sellers have access, but they need different scopes (spec: completions 11)
const inThread = { who: 'person', scope: ['messages', 'buying'] } as const
const inOrder = { who: 'person', scope: ['orders', 'buying'] } as const

const answered = ({ row, isNew, slug }: Awaited<ReturnType<typeof reports.reportPerson>>) =>
  (isNew ? created : ok)(presentPersonReport(row, slug))

export const personReportEndpoints = [
  endpoint({
    id: 'reportThread',
    method: 'POST',
    path: '/threads/{id}/report',
    effects: ['text'],
    access: inThread,
    summary:
      'Report the other person in a conversation, which the operator then reads; returns 200 with your earlier report if it is still open',
    approvalText: '`messages.send`',
    params: ThreadParams,
    body: ReportPerson,
    answers: { 200: PersonReport, 201: PersonReport },
    approvals: () => [{ action: 'messages.send' }],
    describeApproval: (ctx, actor, { params, body }) => reports.describeReport(ctx, actor, { thread: params.id }, body),
    handle: async (tx, actor, { params, body }) => answered(await reports.reportPerson(tx, actor, { thread: params.id }, body)),
  }),
  endpoint({
    id: 'reportOrder',
    method: 'POST',
    path: '/orders/{id}/report',
    effects: ['text'],
    access: inOrder,
    summary: 'Report the other person in an order; returns 200 with your earlier report if it is still open',
    approvalText: '`messages.send`',
    params: OrderParams,
    body: ReportPerson,
    answers: { 200: PersonReport, 201: PersonReport },
    approvals: () => [{ action: 'messages.send' }],
    describeApproval: (ctx, actor, { params, body }) => reports.describeReport(ctx, actor, { order: params.id }, body),
    handle: async (tx, actor, { params, body }) => answered(await reports.reportPerson(tx, actor, { order: params.id }, body)),
  }),
  endpoint({
    id: 'reportStore',
    method: 'POST',
    path: '/market/stores/{slug}/report',
    effects: ['text'],
    access: buys,
    summary: 'Report a store; returns 200 with your earlier report if it is still open',
    approvalText: '`messages.send`',
    params: StoreParams,
    body: ReportPerson,
    answers: { 200: PersonReport, 201: PersonReport },
    approvals: () => [{ action: 'messages.send' }],
    describeApproval: (ctx, actor, { params, body }) => reports.describeReport(ctx, actor, { store: params.slug }, body),
    handle: async (tx, actor, { params, body }) => answered(await reports.reportPerson(tx, actor, { store: params.slug }, body)),
  }),
]
