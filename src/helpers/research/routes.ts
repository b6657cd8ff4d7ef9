import { approvalsToResearch, describeEdit } from '#catalog/listings/index.ts'
import { accepted, endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { presentRun } from './present.ts'
import { ResearchParams, ResearchRun, StartResearch } from './schema.ts'
import * as research from './index.ts'

const endpoint = endpointsOf('Helpers')

export const researchEndpoints = [
  endpoint({
    id: 'startResearch',
    method: 'POST',
    path: '/listings/{id}/research',
    effects: ['price', 'text'],
    access: lists,
    summary: 'Research an item and its value in the background',
    description:
      'Returns 202 with a new run, or 200 with the current run if it was active in the last 3 minutes. Research never overwrites values that you entered.',
    approvalText: '`listings.price`, and for `listings.publish` unless the listing is a draft',
    params: ResearchParams,
    body: StartResearch,
    accepts: ['json', 'form'],
    answers: { 200: ResearchRun, 202: ResearchRun },
    approvals: ({ params }, ctx, actor) => approvalsToResearch(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Research and fill in the empty fields of'),
    handle: async (ctx, actor, { params, body }) => {
      const { run, isNew } = await research.startResearch(ctx, actor, params.id, body.prompt ?? null)
      return (isNew ? accepted : ok)(presentRun(run))
    },
  }),
  endpoint({
    id: 'getResearch',
    method: 'GET',
    path: '/listings/{id}/research',
    access: reads,
    summary: 'Get the latest research for a listing: its steps while it runs, then its result',
    params: ResearchParams,
    answers: { 200: ResearchRun },
    handle: async (ctx, actor, { params }) => ok(presentRun(await research.lastResearch(ctx, actor, params.id))),
  }),
]
