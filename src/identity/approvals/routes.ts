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
    summary: 'What agents have asked their owner for, newest first',
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
    summary: 'One approval, with the result of its request once it ran',
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
    summary: 'Run the stored request, once',
    description:
      'The stored request runs once, with everything checked again: rights, states, amounts. What came of it is in `result`, with the `status` and `body` the agent would have seen.',
    scopeBy: 'the scope of the action asked for; a key of kind `agent` never',
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
    summary: 'Refuse the stored request',
    scopeBy: 'the scope of the action asked for; a key of kind `agent` never',
    params: ApprovalParams,
    accepts: [],
    answers: { 200: Approval },
    handle: async (ctx, actor, { params }) => ok(presentApproval(ctx, await approvals.decline(ctx, actor, params.id), actor)),
  }),
]
