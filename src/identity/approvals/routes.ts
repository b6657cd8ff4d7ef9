import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentApproval } from './present.ts'
import { Approval, ApprovalParams, ListApprovals } from './schema.ts'
import * as approvals from './index.ts'

const endpoint = endpointsOf('Approvals')
const access = { who: 'person', scope: 'read' } as const

export const approvalEndpoints = [
  endpoint({
    id: 'listApprovals',
    method: 'GET',
    path: '/approvals',
    access,
    summary: 'List your agents’ approval requests, newest first',
    query: ListApprovals,
    answers: { 200: listOf(Approval) },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await approvals.list(ctx, actor, query), query, (row) => presentApproval(ctx, row, actor))),
  }),
  endpoint({
    id: 'getApproval',
    method: 'GET',
    path: '/approvals/{id}',
    access,
    summary: 'Get an approval, with the result once its request has been executed',
    params: ApprovalParams,
    answers: { 200: Approval },
    handle: async (ctx, actor, { params }) => ok(presentApproval(ctx, await approvals.readFor(ctx, actor, params.id), actor)),
  }),
  endpoint({
    id: 'approve',
    method: 'POST',
    path: '/approvals/{id}/approve',
    effects: [],
    access,
    summary: 'Approve and run the stored request, once',
    description:
      'Runs the stored request once and checks rights, states and amounts again. `result` contains the `status` and `body` that the agent would have received.',
    scopeBy: 'the scope of the requested action; never a key of kind `agent`',
    params: ApprovalParams,
    accepts: [],
    answers: { 200: Approval },
    transaction: 'none',
    handle: async (ctx, actor, { params }) => ok(presentApproval(ctx, await approvals.approve(ctx, actor, params.id), actor)),
  }),
  endpoint({
    id: 'decline',
    method: 'POST',
    path: '/approvals/{id}/decline',
    effects: [],
    access,
    summary: 'Decline the stored request',
    scopeBy: 'the scope of the requested action; never a key of kind `agent`',
    params: ApprovalParams,
    accepts: [],
    answers: { 200: Approval },
    handle: async (ctx, actor, { params }) => ok(presentApproval(ctx, await approvals.decline(ctx, actor, params.id), actor)),
  }),
]
